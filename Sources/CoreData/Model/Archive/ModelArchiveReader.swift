/// Builds a model from a compiled one: a `.mom` or the content of a store's `Z_MODELCACHE`
/// (model-archive §3b, 3c).
///
/// Only the known fields of objects of the known classes are looked at; whatever else an archive
/// names stays a name.
package struct ModelArchiveReader {
  let path: String
  let archive: ModelArchive
  var entityOf: [Int: NSEntityDescription] = [:]
  var entityNamed: [String: NSEntityDescription] = [:]
  var objectOf: [ObjectIdentifier: Int] = [:]
  var propertyOf: [Int: NSPropertyDescription] = [:]
  var openComposites: Set<Int> = []
  let work = WorkLimit(1_000_000)
  private var namesOf: [Int: Set<String>] = [:]
  var objectsInOrder: [Int] = []

  init(path: String, archive: ModelArchive) {
    self.path = path
    self.archive = archive
  }

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - data: the archive's bytes.
  ///   - path: the file's name for messages.
  package static func read(_ data: Data, path: String) throws(ModelError) -> NSManagedObjectModel {
    let archive: ModelArchive
    do {
      archive = try ModelArchive(data)
    } catch {
      throw ModelError.invalidArchive(path: path, reason: error.reason)
    }
    if XcodeThreeReader.canRead(archive) { return try XcodeThreeReader.read(archive, path: path) }
    var reader = ModelArchiveReader(path: path, archive: archive)
    return try reader.model()
  }

  private mutating func model() throws(ModelError) -> NSManagedObjectModel {
    let root = archive.root
    guard archive.className(root) == "NSManagedObjectModel" else {
      throw ModelError.notAModel(
        path: path,
        reason: "it is an archive of the class “\(archive.className(root) ?? "?")”")
    }
    guard let list = archive.entries(archive.field("NSEntities", of: root)) else {
      throw damaged("the model has no list of entities")
    }
    for entry in list { try declare(entry.value) }
    try inherit()
    for object in objectsInOrder { try fill(object) }
    if let reason = PropertyCountCheck.fault(objectsInOrder.compactMap { entityOf[$0] }) {
      throw damaged(reason)
    }
    for object in objectsInOrder { connect(object) }
    for object in objectsInOrder { try index(object) }
    let model = NSManagedObjectModel()
    model.entities = objectsInOrder.compactMap { entityOf[$0] }
    let identifiers = archive.elements(archive.field("NSVersionIdentifiers", of: root)) ?? []
    model.versionIdentifiers = Set(
      identifiers.compactMap { archive.string($0).map(AnyHashable.init) })
    for entry in archive.entries(archive.field("NSConfigurations", of: root)) ?? [] {
      guard let name = archive.string(entry.key) else { continue }
      let members = (archive.elements(entry.value) ?? []).compactMap(entity)
      model.setEntities(members, forConfigurationName: name)
    }
    for entry in archive.entries(archive.field("NSFetchRequestTemplates", of: root)) ?? [] {
      guard let name = archive.string(entry.key) else { continue }
      // A template that cannot be understood is missed by its name.
      if let request = try? fetchRequest(entry.value) { model.templates[name] = request }
    }
    return model
  }

  private mutating func declare(_ value: ModelArchive.Value) throws(ModelError) {
    guard case .object(let object) = value, archive.className(object) == "NSEntityDescription"
    else {
      throw damaged("the list of entities has something else in it")
    }
    guard let name = archive.string(archive.field("NSEntityName", of: object)), !name.isEmpty else {
      throw damaged("an entity has no name")
    }
    guard entityOf[object] == nil, entityNamed[name] == nil else {
      throw damaged("the entity “\(name)” is there twice")
    }
    let entity = NSEntityDescription()
    entity.name = name
    entity.isAbstract = archive.flag("NSIsAbstract", of: object)
    entity.managedObjectClassName = text("NSClassNameForEntity", object)
    entity.versionHashModifier = text("NSVersionHashModifier", object)
    if let renaming = text("NSRenamingIdentifier", object), renaming != name {
      entity.storedRenamingIdentifier = renaming
    }
    entity.userInfo = userInfo(object)
    entityOf[object] = entity
    entityNamed[name] = entity
    objectsInOrder.append(object)
  }

  /// Ancestors come from `NSSuperentity`; circles are refused.
  private func inherit() throws(ModelError) {
    for object in objectsInOrder {
      guard case .object(let parent) = archive.field("NSSuperentity", of: object) else { continue }
      guard let child = entityOf[object], let ancestor = entityOf[parent] else {
        throw damaged("an entity inherits from one that is not in the model")
      }
      ancestor.adopt(child)
    }
    if let reason = InheritanceCheck.fault(objectsInOrder.compactMap { entityOf[$0] }) {
      throw damaged(reason)
    }
  }

  private mutating func fill(_ object: Int) throws(ModelError) {
    guard let entity = entityOf[object] else { return }
    guard let list = archive.entries(archive.field("NSProperties", of: object)) else {
      throw damaged("the entity “\(entity.name ?? "")” has no list of properties")
    }
    var properties: [NSPropertyDescription] = []
    for entry in list {
      guard case .object(let item) = entry.value else {
        throw damaged("a property of “\(entity.name ?? "")” is missing")
      }
      if isInherited(item, archive.string(entry.key), by: object) { continue }
      if let known = propertyOf[item] {
        guard known.declaringEntity == nil else { continue }
      }
      properties.append(try property(item))
    }
    entity.properties = properties
    entity.uniquenessConstraints = lists("NSUniqueTuples", object)
    entity.compoundIndexes = lists("NSCompoundIndexes", object)
  }

  /// Model caches repeat inherited properties in sub-entities, as proxies or as copies
  /// (model-archive §3c).
  private mutating func isInherited(_ item: Int, _ name: String?, by object: Int) -> Bool {
    if archive.className(item) == "_NSPropertyDescriptionProxy" { return true }
    guard let name, case .object(let parent) = archive.field("NSSuperentity", of: object) else {
      return false
    }
    return allNames(parent).contains(name)
  }

  /// The names of an entity's properties and its ancestors'; circles were refused before.
  private mutating func allNames(_ object: Int) -> Set<String> {
    if let known = namesOf[object] { return known }
    let list = archive.entries(archive.field("NSProperties", of: object)) ?? []
    var names = Set(list.compactMap { archive.string($0.key) })
    if case .object(let parent) = archive.field("NSSuperentity", of: object) {
      names.formUnion(allNames(parent))
    }
    namesOf[object] = names
    return names
  }

  private func lists(_ field: String, _ object: Int) -> [[Any]] {
    let outer = archive.elements(archive.field(field, of: object)) ?? []
    return outer.map { (archive.elements($0) ?? []).compactMap { archive.string($0) } }
      .filter { !$0.isEmpty }
  }

  func entity(_ value: ModelArchive.Value?) -> NSEntityDescription? {
    guard case .object(let object) = value else { return nil }
    return entityOf[object]
  }

  func text(_ field: String, _ object: Int) -> String? {
    archive.string(archive.field(field, of: object))
  }

  func userInfo(_ object: Int) -> [AnyHashable: Any]? {
    guard let entries = archive.entries(archive.field("NSUserInfo", of: object)), !entries.isEmpty
    else { return nil }
    var info: [AnyHashable: Any] = [:]
    for entry in entries {
      guard let key = archive.plain(entry.key) as? AnyHashable else { continue }
      info[key] = archive.plain(entry.value)
    }
    return info
  }

  func damaged(_ reason: String) -> ModelError {
    ModelError.invalidArchive(path: path, reason: reason)
  }
}
