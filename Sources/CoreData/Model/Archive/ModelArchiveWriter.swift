/// Writes compiled models: the classes and keys of Apple's model compiler (mom-survey).
package struct ModelArchiveWriter {
  /// Which of the two forms to write.
  package enum Form: Sendable {
    /// A `.mom` file.
    case compiledModel
    /// The content of `Z_MODELCACHE`: entities in a dictionary of known keys, inherited properties
    /// repeated in sub-entities (model-archive §3c).
    case modelCache
  }

  var writer = KeyedArchiveWriter()
  let form: Form
  let model: NSManagedObjectModel
  private let entities: [NSEntityDescription]
  private var entityPlace: [ObjectIdentifier: Int] = [:]
  private var propertyPlace: [Pair: Int] = [:]
  private var modelPlace = 0

  /// A property as it stands in an entity's list.
  private struct Pair: Hashable {
    let property: ObjectIdentifier
    let entity: ObjectIdentifier

    init(_ property: NSPropertyDescription, _ entity: NSEntityDescription) {
      self.property = ObjectIdentifier(property)
      self.entity = ObjectIdentifier(entity)
    }
  }

  /// The bytes of the archive.
  package static func data(_ model: NSManagedObjectModel, form: Form) -> Data {
    var writer = ModelArchiveWriter(model, form)
    return writer.write()
  }

  private init(_ model: NSManagedObjectModel, _ form: Form) {
    self.model = model
    self.form = form
    entities = model.entities.sorted { CodePointOrder.precedes($0.name ?? "", $1.name ?? "") }
  }

  private mutating func write() -> Data {
    modelPlace = writer.reserve()
    for entity in entities { entityPlace[ObjectIdentifier(entity)] = writer.reserve() }
    for entity in entities {
      for property in listed(entity) { propertyPlace[Pair(property, entity)] = writer.reserve() }
    }
    for entity in entities {
      for property in listed(entity) {
        guard let place = propertyPlace[Pair(property, entity)] else { continue }
        fill(place, property, in: entity)
      }
      fill(entity)
    }
    fillModel()
    return writer.data(root: modelPlace)
  }

  private func listed(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
    form == .modelCache ? entity.properties : entity.ownProperties
  }

  /// A reference to an entity; `$null` for one outside the model.
  func reference(_ entity: NSEntityDescription?) -> PlistValue {
    guard let entity, let place = entityPlace[ObjectIdentifier(entity)] else {
      return KeyedArchiveWriter.null
    }
    return .uid(place)
  }

  /// A reference to a property as its own entity declares it.
  func reference(_ property: NSPropertyDescription?) -> PlistValue {
    guard let property, let owner = property.declaringEntity,
      let place = propertyPlace[Pair(property, owner)]
    else { return KeyedArchiveWriter.null }
    return .uid(place)
  }

  private mutating func fillModel() {
    let references = entities.map { (key: $0.name ?? "", value: reference($0)) }
    let list = form == .modelCache ? knownKeys(references) : writer.dictionary(references)
    var fields: [PlistValue.Entry] = [.init("NSEntities", list)]
    var templates: [(key: String, value: PlistValue)] = []
    for (name, request) in model.templates.sorted(by: { $0.key < $1.key }) {
      guard let item = fetchRequest(request) else { continue }
      templates.append((name, item))
    }
    fields.append(
      .init(
        "NSFetchRequestTemplates",
        templates.isEmpty ? KeyedArchiveWriter.null : writer.dictionary(templates)))
    let identifiers = model.versionIdentifiers.compactMap { $0.base as? String }.sorted()
    let items = identifiers.map { writer.string($0) }
    fields.append(.init("NSVersionIdentifiers", writer.set(items)))
    if !model.entitiesByConfiguration.isEmpty {
      var configurations: [(key: String, value: PlistValue)] = []
      for (name, members) in model.entitiesByConfiguration.sorted(by: { $0.key < $1.key }) {
        let members = members.map { reference($0) }
        configurations.append((name, writer.set(members)))
      }
      fields.append(.init("NSConfigurations", writer.dictionary(configurations)))
    }
    writer.fill(modelPlace, ["NSManagedObjectModel", "NSObject"], fields)
  }

  private mutating func knownKeys(_ entries: [(key: String, value: PlistValue)]) -> PlistValue {
    let keys = entries.map { writer.string($0.key) }
    let keyList = writer.array(keys)
    let mapping = writer.add(
      ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy", "NSObject"],
      [
        .init("keys", keyList), .init("length", .int(Int64(entries.count))),
        .init("version", .int(1)),
      ])
    let token = writer.string("__empty_slot_token_4c24_98dc_ac1e_b773__")
    let values = writer.array(entries.map(\.value))
    return writer.add(
      [
        "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary",
        "NSObject",
      ],
      [
        .init("emptyToken", token), .init("searchMapping", mapping), .init("values", values),
        .init("version", .int(1)),
      ])
  }

  private mutating func fill(_ entity: NSEntityDescription) {
    guard let place = entityPlace[ObjectIdentifier(entity)] else { return }
    let properties = listed(entity).compactMap { property in
      propertyPlace[Pair(property, entity)].map { (key: property.name, value: PlistValue.uid($0)) }
    }
    let list = writer.dictionary(properties)
    let children = writer.dictionary(
      entity.subentities.map { (key: $0.name ?? "", value: reference($0)) })
    var fields: [PlistValue.Entry] = [
      .init("NSClassNameForEntity", writer.string(entity.storedClassName)),
      .init("NSEntityName", writer.string(entity.name)),
      .init("NSManagedObjectModel", .uid(modelPlace)),
      .init("NSProperties", list),
      .init("NSRenamingIdentifier", writer.string(entity.renamingIdentifier)),
      .init("NSSubentities", children),
      .init("NSSuperentity", reference(entity.superentity)),
      .init("NSUserInfo", notes(entity.userInfo) ?? writer.dictionary([], mutable: false)),
      .init("NSVersionHashModifier", writer.string(entity.versionHashModifier)),
    ]
    if entity.isAbstract { fields.append(.init("NSIsAbstract", .bool(true))) }
    if !entity.uniquenessConstraintNames.isEmpty {
      fields.append(.init("NSUniqueTuples", lists(entity.uniquenessConstraintNames)))
    }
    fields += indexFields(entity)
    writer.fill(place, ["NSEntityDescription", "NSObject"], fields)
  }

  mutating func lists(_ names: [[String]]) -> PlistValue {
    let inner = names.map { list in
      let items = list.map { writer.string($0) }
      return writer.array(items, mutable: true)
    }
    return writer.array(inner, mutable: true)
  }

  /// Notes; nil if there are none or they cannot be archived.
  mutating func notes(_ info: [AnyHashable: Any]?) -> PlistValue? {
    guard let info, !info.isEmpty else { return nil }
    return writer.value(info)
  }
}
