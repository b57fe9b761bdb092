extension ModelArchiveReader {
  mutating func property(_ object: Int) throws(ModelError) -> NSPropertyDescription {
    if let known = propertyOf[object] { return known }
    guard let name = text("NSPropertyName", object), !name.isEmpty else {
      throw damaged("a property has no name")
    }
    let property: NSPropertyDescription
    switch archive.className(object) {
    case "NSAttributeDescription":
      property = try attribute(NSAttributeDescription(), object, name)
    case "NSDerivedAttributeDescription":
      property = try derived(object, name)
    case "NSCompositeAttributeDescription":
      property = try composite(object, name)
    case "NSRelationshipDescription":
      property = try relationship(object, name)
    case "NSFetchedPropertyDescription":
      property = NSFetchedPropertyDescription()
    case "NSExpressionDescription":
      property = expressionDescription(object)
    case let className:
      throw damaged("“\(name)” is a property of the unknown class “\(className ?? "?")”")
    }
    property.name = name
    describe(property, object)
    propertyOf[object] = property
    objectOf[ObjectIdentifier(property)] = object
    return property
  }

  private func describe(_ property: NSPropertyDescription, _ object: Int) {
    property.isOptional = archive.flag("NSIsOptional", of: object)
    property.isTransient = archive.flag("NSIsTransient", of: object)
    property.isReadOnly = archive.flag("NSIsReadOnly", of: object)
    property.isIndexed = archive.flag("NSIsIndexed", of: object)
    property.isIndexedBySpotlight = archive.flag("NSIndexedBySpotlight", of: object)
    property.isStoredInExternalRecord = archive.flag("NSIsStoredInTruthFile", of: object)
    property.versionHashModifier = text("NSVersionHashModifier", object)
    if let renaming = text("NSRenamingIdentifier", object), renaming != property.name {
      property.storedRenamingIdentifier = renaming
    }
    property.userInfo = userInfo(object)
    property.validations = validations(object)
  }

  private func attribute<A: NSAttributeDescription>(
    _ attribute: A, _ object: Int, _ name: String
  ) throws(ModelError) -> A {
    let number = archive.integer(archive.field("NSAttributeType", of: object)) ?? 0
    guard number >= 0, let type = NSAttributeType(rawValue: UInt(number)) else {
      throw damaged("the attribute “\(name)” has the unknown type \(number)")
    }
    attribute.attributeType = type
    if let className = text("NSAttributeValueClassName", object), className != type.valueClassName {
      attribute.storedValueClassName = className
    }
    attribute.valueTransformerName = text("NSValueTransformerName", object)
    attribute.defaultValue = defaultValue(object, type)
    let flags = archive.integer(archive.field("NSFlagsKey", of: object)) ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & 4 != 0
    attribute.preservesValueInHistoryOnDeletion = flags & 16 != 0
    attribute.allowsCloudEncryption = archive.flag("NSAllowsCloudEncryption", of: object)
    return attribute
  }

  /// The default; a value of a class that nobody here knows is left out, as if there were none.
  private func defaultValue(_ object: Int, _ type: NSAttributeType) -> Any? {
    let value = archive.plain(archive.field("NSDefaultValue", of: object))
    guard let number = value as? NSNumber, !(value is NSDecimalNumber) else { return value }
    switch type {
    case .booleanAttributeType: return NSNumber(value: number.boolValue)
    case .floatAttributeType: return NSNumber(value: number.floatValue)
    case .doubleAttributeType: return NSNumber(value: number.doubleValue)
    case .decimalAttributeType: return NSDecimalNumber(decimal: number.decimalValue)
    case .dateAttributeType:
      return Date(timeIntervalSinceReferenceDate: number.doubleValue)
    default: return number
    }
  }

  private func derived(
    _ object: Int, _ name: String
  ) throws(ModelError) -> NSDerivedAttributeDescription {
    let derived = try attribute(NSDerivedAttributeDescription(), object, name)
    if let expression = archive.field("NSDerivationExpression", of: object), expression != .null {
      // What cannot be understood is left out: the model opens, the value is not derived.
      derived.derivationExpression = try? self.expression(of: expression)
    }
    return derived
  }

  /// Composite attributes: no archive with one is known; the field is taken to be called like
  /// Apple's property.
  private mutating func composite(
    _ object: Int, _ name: String
  ) throws(ModelError) -> NSCompositeAttributeDescription {
    let composite = try attribute(NSCompositeAttributeDescription(), object, name)
    composite.attributeType = .compositeAttributeType
    guard openComposites.count < 16, openComposites.insert(object).inserted else {
      throw damaged("the composite attribute “\(name)” contains itself, or nests too deep")
    }
    defer { openComposites.remove(object) }
    for value in archive.elements(archive.field("NSElements", of: object)) ?? [] {
      guard case .object(let item) = value,
        let element = try property(item) as? NSAttributeDescription
      else { throw damaged("the composite attribute “\(name)” has something else in it") }
      composite.elements.append(element)
    }
    return composite
  }

  private func relationship(
    _ object: Int, _ name: String
  ) throws(ModelError) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.minCount = archive.integer(archive.field("NSMinCount", of: object)) ?? 0
    relationship.maxCount = archive.integer(archive.field("NSMaxCount", of: object)) ?? 0
    relationship.isOrdered = archive.flag("NSIsOrdered", of: object)
    relationship.sourceDestinationName = text("_NSDestinationEntityName", object)
    relationship.sourceInverseName = text("_NSInverseRelationshipName", object)
    let number = archive.integer(archive.field("NSDeleteRule", of: object)) ?? 1
    guard number >= 0, let rule = NSDeleteRule(rawValue: UInt(number)) else {
      throw damaged("the relationship “\(name)” has the unknown delete rule \(number)")
    }
    relationship.deleteRule = rule
    return relationship
  }

  /// Sets what refers to other entities, once all are there.
  mutating func connect(_ object: Int) {
    guard let entity = entityOf[object] else { return }
    for property in entity.ownProperties {
      guard let item = objectOf[ObjectIdentifier(property)] else { continue }
      if let relationship = property as? NSRelationshipDescription {
        relationship.destinationEntity =
          self.entity(archive.field("NSDestinationEntity", of: item))
          ?? relationship.sourceDestinationName.flatMap { entityNamed[$0] }
        guard let name = relationship.sourceInverseName else { continue }
        relationship.inverseRelationship =
          relationship.destinationEntity?.relationshipsByName[name]
      } else if let fetched = property as? NSFetchedPropertyDescription {
        // As with a derivation: the model opens, and the property finds nothing.
        fetched.fetchRequest = try? fetchRequest(archive.field("NSFetchRequest", of: item) ?? .null)
        if let request = fetched.fetchRequest, request.pieces.entity == nil {
          request.pieces.entityName = text("_NSFetchRequestEntityName", item)
        }
      }
    }
  }

  /// Sets an entity's fetch indexes, which may be over inherited properties.
  mutating func index(_ object: Int) throws(ModelError) {
    guard let entity = entityOf[object] else { return }
    var indexes: [NSFetchIndexDescription] = []
    for value in archive.elements(archive.field("NSFetchIndexDescriptions", of: object)) ?? [] {
      guard case .object(let item) = value else { throw damaged("an index is missing") }
      let index = NSFetchIndexDescription(name: text("NSIndexName", item) ?? "", elements: [])
      for part in archive.elements(archive.field("NSIndexElements", of: item)) ?? [] {
        guard case .object(let part) = part else { throw damaged("a part of an index is missing") }
        index.elements.append(try indexElement(part, entity))
      }
      if let predicate = archive.field("NSPartialIndexPredicate", of: item), predicate != .null {
        // An index whose condition is not understood is left to those who made it.
        guard let condition = try? self.predicate(of: predicate) else { continue }
        index.partialIndexPredicate = condition
      }
      indexes.append(index)
    }
    markImplied(indexes, of: entity)
    entity.indexes = indexes
    entity.hasCompiledIndexes = archive.field("NSFetchIndexDescriptions", of: object) != nil
  }

  /// An index of an attribute's own name, or of a compound index's names, is taken to be the
  /// compiler's work (z-format facts 36, 37, 41): writing a source leaves it out.
  private func markImplied(_ indexes: [NSFetchIndexDescription], of entity: NSEntityDescription) {
    let compounds = Set(entity.compoundIndexNames.map { $0.joined(separator: "_") })
    for index in indexes {
      let names = index.elements.map { $0.propertyName ?? "" }
      index.isImplied =
        names == [index.name] && entity.attributesByName[index.name]?.isIndexed == true
        || compounds.contains(index.name) && names.joined(separator: "_") == index.name
    }
  }

  private mutating func indexElement(
    _ object: Int, _ entity: NSEntityDescription
  ) throws(ModelError) -> NSFetchIndexElementDescription {
    let name = text("NSPropertyName", object) ?? ""
    let number = archive.integer(archive.field("NSFetchIndexElementType", of: object)) ?? 0
    guard number >= 0, let type = NSFetchIndexElementType(rawValue: UInt(number)) else {
      throw damaged("the index over “\(name)” has the unknown type \(number)")
    }
    var property = entity.propertiesByName[name]
    if case .object(let item) = archive.field("NSIndexedProperty", of: object) {
      property = try self.property(item)
    }
    let element = NSFetchIndexElementDescription(
      propertyName: name, property: property, collationType: type)
    element.isAscending = archive.flag("NSAscending", of: object)
    return element
  }

  private func expressionDescription(_ object: Int) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    let number = archive.integer(archive.field("NSExpressionType", of: object)) ?? 0
    description.expressionResultType =
      NSAttributeType(rawValue: UInt(max(0, number))) ?? .undefinedAttributeType
    if let expression = archive.field("NSExpression", of: object), expression != .null {
      // An index over what cannot be understood is not made.
      description.expression = try? self.expression(of: expression)
    }
    return description
  }
}
