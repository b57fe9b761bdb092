/// Builds a model from the XML that Xcode's editor writes (`.xcdatamodel/contents`).
///
/// Every element and attribute known from Apple's files is understood; what has no place in the
/// descriptions is kept in their `source` for writing back.
package struct ModelSourceReader {
  let path: String
  var composites: [String: SourceElement] = [:]
  let work = WorkLimit(100_000)
  var entities: [NSEntityDescription] = []
  var entitiesByName: [String: NSEntityDescription] = [:]

  /// Reads the bytes of a `contents` file.
  ///
  /// - Parameters:
  ///   - data: the file's bytes.
  ///   - path: the file's name for messages.
  /// - Returns: the model, names resolved. Destinations and inverses that are not in the model keep
  ///   their names only; `ModelConsistency` reports them.
  package static func read(_ data: Data, path: String) throws(ModelError) -> NSManagedObjectModel {
    let root: SourceElement
    do {
      root = try XMLTreeReader.read(data)
    } catch {
      throw ModelError.notXML(path: path, line: error.line, reason: error.reason)
    }
    return try read(root, path: path)
  }

  /// Reads an element tree.
  package static func read(
    _ root: SourceElement, path: String
  ) throws(ModelError) -> NSManagedObjectModel {
    var reader = ModelSourceReader(path: path)
    return try reader.model(root)
  }

  private mutating func model(_ root: SourceElement) throws(ModelError) -> NSManagedObjectModel {
    guard root.name == "model" else {
      throw ModelError.notAModel(path: path, reason: "its outermost element is <\(root.name)>")
    }
    let model = NSManagedObjectModel()
    for element in root.children(named: "composite") {
      composites[try require("name", element)] = element
    }
    for element in root.children(named: "entity") { try declare(element) }
    for element in root.children(named: "entity") { try inherit(element) }
    try refuseLoops()
    for element in root.children(named: "entity") { try fill(element) }
    if let reason = PropertyCountCheck.fault(entities) {
      throw ModelError.notAModel(path: path, reason: reason)
    }
    for element in root.children(named: "entity") {
      // After all properties, because an index may be over an inherited one.
      guard let entity = entitiesByName[try require("name", element)] else { continue }
      let declared = try fetchIndexes(element, entity)
      entity.indexes = ImpliedIndexes.of(entity, declared: declared) + declared
      entity.hasCompiledIndexes = true
    }
    resolveRelationships()
    model.entities = entities
    for element in root.children(named: "configuration") { try configure(model, element) }
    for element in root.children(named: "fetchRequest") {
      model.templates[try require("name", element)] = try fetchRequest(element)
    }
    let identifier = root.attributes["userDefinedModelVersionIdentifier"]
    // An Xcode model without identifier has the empty one (model-archive §3a).
    model.versionIdentifiers = [identifier ?? ""]
    model.source = remainder(
      root, read: ["userDefinedModelVersionIdentifier"],
      children: ["entity", "composite", "configuration", "fetchRequest"])
    for element in root.children(named: "composite") { model.source.children.append(element) }
    return model
  }

  private mutating func declare(_ element: SourceElement) throws(ModelError) {
    let name = try require("name", element)
    guard entitiesByName[name] == nil else {
      throw fault(element, "the entity “\(name)” is declared twice")
    }
    let entity = NSEntityDescription()
    entity.name = name
    entity.isAbstract = element.flag("isAbstract")
    if let className = element.attributes["representedClassName"], !className.isEmpty {
      // “.Name” is a class of the program's own module.
      entity.managedObjectClassName =
        className.hasPrefix(".") ? String(className.dropFirst()) : className
    }
    entity.versionHashModifier = element.attributes["versionHashModifier"]
    entity.storedRenamingIdentifier = element.attributes["elementID"]
    entitiesByName[name] = entity
    entities.append(entity)
  }

  private func inherit(_ element: SourceElement) throws(ModelError) {
    guard let parentName = element.attributes["parentEntity"] else { return }
    let name = try require("name", element)
    guard let entity = entitiesByName[name], let parent = entitiesByName[parentName] else {
      throw fault(
        element, "the entity “\(name)” inherits from “\(parentName)”, which the model does not have"
      )
    }
    parent.adopt(entity)
  }

  private func refuseLoops() throws(ModelError) {
    if let reason = InheritanceCheck.fault(entities) {
      throw ModelError.notAModel(path: path, reason: reason)
    }
  }

  private mutating func fill(_ element: SourceElement) throws(ModelError) {
    guard let entity = entitiesByName[try require("name", element)] else { return }
    var properties: [NSPropertyDescription] = []
    var names: Set<String> = []
    for child in element.children {
      let property: NSPropertyDescription
      switch child.name {
      case "attribute": property = try attribute(child)
      case "relationship": property = try relationship(child)
      case "fetchedProperty": property = try fetchedProperty(child)
      default: continue
      }
      guard names.insert(property.name).inserted else {
        throw fault(child, "the entity “\(entity.name ?? "")” has “\(property.name)” twice")
      }
      properties.append(property)
    }
    entity.properties = properties
    entity.userInfo = try userInfo(element)
    entity.uniquenessConstraints = try lists(
      element, "uniquenessConstraints", "uniquenessConstraint", "constraint")
    entity.compoundIndexes = try lists(element, "compoundIndexes", "compoundIndex", "index")
    entity.source = remainder(
      element,
      read: ["name", "isAbstract", "parentEntity", "versionHashModifier", "elementID"],
      children: [
        "attribute", "relationship", "fetchedProperty", "userInfo", "uniquenessConstraints",
        "compoundIndexes", "fetchIndex",
      ])
  }

  private func resolveRelationships() {
    for entity in entities {
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        guard let name = relationship.sourceDestinationName else { continue }
        relationship.destinationEntity = entitiesByName[name]
      }
    }
    for entity in entities {
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        guard let name = relationship.sourceInverseName else { continue }
        relationship.inverseRelationship =
          relationship.destinationEntity?.relationshipsByName[name]
      }
    }
  }

  private func configure(
    _ model: NSManagedObjectModel, _ element: SourceElement
  ) throws(ModelError) {
    let name = try require("name", element)
    var members: [NSEntityDescription] = []
    for member in element.children(named: "memberEntity") {
      let entityName = try require("name", member)
      guard let entity = entitiesByName[entityName] else {
        throw fault(
          member,
          "the configuration “\(name)” has “\(entityName)”, which the model does not have")
      }
      members.append(entity)
    }
    model.setEntities(members, forConfigurationName: name)
  }
}
