/// Writes a model as Swift that builds it from Core Data's description classes.
package struct ModelSwiftWriter {
  var lines: [String] = []
  private let model: NSManagedObjectModel
  /// How many composite attributes are open.
  private var depth = 0

  /// The source text of a function that makes the model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - function: the function's name.
  package static func text(
    _ model: NSManagedObjectModel, function: String = "makeModel"
  ) -> String {
    var writer = ModelSwiftWriter(model: model)
    writer.write(function)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(model: NSManagedObjectModel) {
    self.model = model
  }

  private mutating func write(_ function: String) {
    lines = [
      "import CoreData", "", "/// The model, built in code.",
      "func \(function)() -> NSManagedObjectModel {", "  let model = NSManagedObjectModel()",
      "  var entities: [String: NSEntityDescription] = [:]",
    ]
    // A variable that nobody uses is a warning.
    if model.entities.contains(where: {
      $0.ownProperties.contains { $0 is NSRelationshipDescription }
    }) {
      lines.append("  var relationships: [String: NSRelationshipDescription] = [:]")
    }
    for entity in model.entities { declare(entity) }
    for entity in model.entities { connect(entity) }
    lines.append("")
    let names = model.entities.map { "entities[\(quote($0.name))]" }
    lines.append(
      "  model.entities = [" + names.joined(separator: ", ") + "].compactMap { $0 }")
    for (name, members) in model.entitiesByConfiguration.sorted(by: { $0.key < $1.key }) {
      let list = members.map { "entities[\(quote($0.name))]" }.joined(separator: ", ")
      lines.append(
        "  model.setEntities([\(list)].compactMap { $0 }, "
          + "forConfigurationName: \(quote(name)))")
    }
    for (name, request) in model.templates.sorted(by: { $0.key < $1.key }) {
      template(request, name)
    }
    let identifiers = model.versionIdentifiers.map { quote("\($0.base)") }.sorted()
    lines.append("  model.versionIdentifiers = [" + identifiers.joined(separator: ", ") + "]")
    lines += ["  return model", "}"]
  }

  mutating func declare(_ entity: NSEntityDescription) {
    let name = quote(entity.name)
    lines += ["", "  do {", "    let entity = NSEntityDescription()", "    entity.name = \(name)"]
    if let className = entity.storedClassName {
      lines.append("    entity.managedObjectClassName = \(quote(className))")
    }
    if entity.isAbstract { lines.append("    entity.isAbstract = true") }
    set("entity.versionHashModifier", entity.versionHashModifier)
    set("entity.renamingIdentifier", entity.storedRenamingIdentifier)
    userInfo(entity.userInfo, of: "entity")
    if !entity.ownProperties.isEmpty {
      lines.append("    var properties: [NSPropertyDescription] = []")
    }
    for property in entity.ownProperties { declare(property, of: entity) }
    if !entity.ownProperties.isEmpty { lines.append("    entity.properties = properties") }
    if !entity.uniquenessConstraintNames.isEmpty {
      let lists = entity.uniquenessConstraintNames.map { names in
        "[" + names.map { quote($0) }.joined(separator: ", ") + "]"
      }
      lines.append("    entity.uniquenessConstraints = [" + lists.joined(separator: ", ") + "]")
    }
    lines += ["    entities[\(name)] = entity", "  }"]
  }

  mutating func declare(
    _ property: NSPropertyDescription, of entity: NSEntityDescription
  ) {
    lines.append("    do {")
    switch property {
    case let attribute as NSAttributeDescription: declare(attribute)
    case let relationship as NSRelationshipDescription:
      declare(relationship)
      let key = quote("\(entity.name ?? "").\(relationship.name)")
      lines.append("      relationships[\(key)] = property")
    case is NSFetchedPropertyDescription:
      lines.append("      let property = NSFetchedPropertyDescription()")
    default: lines.append("      let property = NSPropertyDescription()")
    }
    describe(property)
    lines += ["      properties.append(property)", "    }"]
  }

  private mutating func declare(_ element: NSAttributeDescription, into list: String) {
    lines.append("      do {")
    declare(element)
    describe(element)
    lines += ["      \(list).append(property)", "      }"]
  }

  /// What properties of all kinds have.
  private mutating func describe(_ property: NSPropertyDescription) {
    lines.append("      property.name = \(quote(property.name))")
    if !property.isOptional { lines.append("      property.isOptional = false") }
    if property.isTransient, !(property is NSFetchedPropertyDescription) {
      lines.append("      property.isTransient = true")
    }
    set("  property.versionHashModifier", property.versionHashModifier)
    set("  property.renamingIdentifier", property.storedRenamingIdentifier)
    userInfo(property.userInfo, of: "  property")
    validations(property)
  }

  mutating func declare(_ attribute: NSAttributeDescription) {
    switch attribute {
    case let derived as NSDerivedAttributeDescription:
      lines.append("      let property = NSDerivedAttributeDescription()")
      if let text = derived.derivation?.canonicalText {
        lines.append(
          "      property.derivationExpression = NSExpression(format: \(quote(text)))")
      }
    case let composite as NSCompositeAttributeDescription: declare(composite)
    default: lines.append("      let property = NSAttributeDescription()")
    }
    lines.append("      property.type = .\(Self.typeName(attribute.attributeType))")
    if let value = attribute.defaultValue, let text = literal(value) {
      lines.append("      property.defaultValue = \(text)")
    }
    set("  property.valueTransformerName", attribute.valueTransformerName)
    set("  property.attributeValueClassName", attribute.storedValueClassName)
    if attribute.allowsExternalBinaryDataStorage {
      lines.append("      property.allowsExternalBinaryDataStorage = true")
    }
    if attribute.preservesValueInHistoryOnDeletion {
      lines.append("      property.preservesValueInHistoryOnDeletion = true")
    }
  }

  /// A composite attribute, after its elements: each level has a list of its own name.
  private mutating func declare(_ composite: NSCompositeAttributeDescription) {
    let list = "elements\(depth)"
    lines.append("      var \(list): [NSAttributeDescription] = []")
    depth += 1
    for element in composite.elements { declare(element, into: list) }
    depth -= 1
    lines += [
      "      let property = NSCompositeAttributeDescription()", "      property.elements = \(list)",
    ]
  }

  mutating func declare(_ relationship: NSRelationshipDescription) {
    lines += [
      "      let property = NSRelationshipDescription()",
      "      property.minCount = \(relationship.minCount)",
      "      property.maxCount = \(relationship.maxCount)",
      "      property.deleteRule = .\(Self.ruleName(relationship.deleteRule))",
    ]
    if relationship.isOrdered { lines.append("      property.isOrdered = true") }
  }

  /// Sets what leads from entity to entity, once all are there.
  mutating func connect(_ entity: NSEntityDescription) {
    let name = quote(entity.name)
    if !entity.subentities.isEmpty {
      let list = entity.subentities.map { "entities[\(quote($0.name))]" }
      lines.append(
        "  entities[\(name)]?.subentities = [" + list.joined(separator: ", ")
          + "].compactMap { $0 }")
    }
    for property in entity.ownProperties {
      if let relationship = property as? NSRelationshipDescription {
        let key = quote("\(entity.name ?? "").\(relationship.name)")
        lines.append(
          "  relationships[\(key)]?.destinationEntity = "
            + "entities[\(quote(relationship.destinationName))]")
        guard let inverse = relationship.inverseRelationship else { continue }
        let other = quote("\(inverse.declaringEntity?.name ?? "").\(inverse.name)")
        lines.append("  relationships[\(key)]?.inverseRelationship = relationships[\(other)]")
      } else if let fetched = property as? NSFetchedPropertyDescription {
        connect(fetched, of: entity)
      }
    }
    for index in entity.indexes where !index.isImplied { self.index(index, of: entity) }
  }
}
