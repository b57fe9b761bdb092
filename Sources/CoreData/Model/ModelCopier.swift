/// Makes deep copies of descriptions, keeping the references among what is copied together.
struct ModelCopier {
  private var entityCopies: [ObjectIdentifier: NSEntityDescription] = [:]
  private var propertyCopies: [ObjectIdentifier: NSPropertyDescription] = [:]

  /// A copy of a model that may be changed.
  static func copy(_ model: NSManagedObjectModel) -> NSManagedObjectModel {
    var copier = ModelCopier()
    let copy = NSManagedObjectModel()
    copy.entities = copier.copy(model.entities)
    copy.versionIdentifiers = model.versionIdentifiers
    copy.localizationDictionary = model.localizationDictionary
    copy.source = model.source
    for (name, members) in model.entitiesByConfiguration {
      copy.entitiesByConfiguration[name] = members.compactMap { copier.copied($0) }
    }
    for (name, request) in model.templates { copy.templates[name] = copier.copy(request) }
    return copy
  }

  /// Copies of entities, with their places in the inheritance tree; references to entities outside
  /// the list stay.
  mutating func copy(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    for entity in entities { entityCopies[ObjectIdentifier(entity)] = Self.bare(entity) }
    for entity in entities { copyProperties(entity) }
    for entity in entities { connect(entity) }
    return entities.compactMap { copied($0) }
  }

  /// The copy of an entity; nil if it was not copied.
  func copied(_ entity: NSEntityDescription?) -> NSEntityDescription? {
    entity.flatMap { entityCopies[ObjectIdentifier($0)] }
  }

  /// A copy of a property alone, in no entity.
  static func copy(_ property: NSPropertyDescription) -> NSPropertyDescription {
    let copy = make(property)
    copyAll(property, to: copy)
    return copy
  }

  /// Copies everything, references to other entities included.
  static func copyAll(_ property: NSPropertyDescription, to copy: NSPropertyDescription) {
    copyCommon(property, to: copy)
    if let relationship = property as? NSRelationshipDescription,
      let target = copy as? NSRelationshipDescription
    {
      target.destinationEntity = relationship.destinationEntity
      target.inverseRelationship = relationship.inverseRelationship
    }
    if let fetched = property as? NSFetchedPropertyDescription {
      (copy as? NSFetchedPropertyDescription)?.fetchRequest =
        fetched.fetchRequest.map(NSManagedObjectModel.copy)
    }
  }

  private static func bare(_ entity: NSEntityDescription) -> NSEntityDescription {
    let copy = type(of: entity).init()
    copyBare(entity, to: copy)
    return copy
  }

  /// Copies what an entity says by itself, without properties and places in the inheritance tree.
  static func copyBare(_ entity: NSEntityDescription, to copy: NSEntityDescription) {
    copy.name = entity.name
    copy.isAbstract = entity.isAbstract
    copy.managedObjectClassName = entity.storedClassName
    copy.userInfo = entity.userInfo
    copy.versionHashModifier = entity.versionHashModifier
    copy.uniquenessConstraints = entity.uniquenessConstraintNames
    copy.compoundIndexes = entity.compoundIndexNames
    copy.storedRenamingIdentifier = entity.storedRenamingIdentifier
    copy.hasCompiledIndexes = entity.hasCompiledIndexes
    copy.source = entity.source
    copy.spotlightExpression = entity.spotlightExpression
  }

  private mutating func copyProperties(_ entity: NSEntityDescription) {
    guard let target = copied(entity) else { return }
    var copies: [NSPropertyDescription] = []
    for property in entity.ownProperties {
      let copy = Self.make(property)
      Self.copyCommon(property, to: copy)
      propertyCopies[ObjectIdentifier(property)] = copy
      copies.append(copy)
    }
    target.properties = copies
  }

  private func connect(_ entity: NSEntityDescription) {
    guard let target = copied(entity) else { return }
    target.subentities = entity.subentities.compactMap { copied($0) }
    for property in entity.ownProperties {
      let copy = propertyCopies[ObjectIdentifier(property)]
      if let relationship = property as? NSRelationshipDescription,
        let target = copy as? NSRelationshipDescription
      {
        target.destinationEntity =
          copied(relationship.destinationEntity) ?? relationship.destinationEntity
        target.inverseRelationship =
          relationship.inverseRelationship.map {
            propertyCopies[ObjectIdentifier($0)] as? NSRelationshipDescription ?? $0
          }
      }
      if let fetched = property as? NSFetchedPropertyDescription {
        (copy as? NSFetchedPropertyDescription)?.fetchRequest = fetched.fetchRequest.map(self.copy)
      }
    }
    target.indexes = entity.indexes.map { index($0) }
  }

  /// A copy of an index, over the copies of its properties.
  func index(_ index: NSFetchIndexDescription) -> NSFetchIndexDescription {
    let elements = index.elements.map { element in
      let property = element.property.map { property in
        property is NSExpressionDescription
          ? Self.copy(property) : propertyCopies[ObjectIdentifier(property)] ?? property
      }
      let copy = NSFetchIndexElementDescription(
        propertyName: element.propertyName ?? "", property: property,
        collationType: element.collationType)
      copy.isAscending = element.isAscending
      return copy
    }
    let copy = NSFetchIndexDescription(name: index.name, elements: elements)
    copy.partialIndexPredicate = index.partialIndexPredicate
    copy.isImplied = index.isImplied
    return copy
  }

  private func copy(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let copy = NSManagedObjectModel.copy(request)
    if let entity = copied(copy.pieces.entity) { copy.pieces.entity = entity }
    return copy
  }
}

extension ModelCopier {
  /// An empty description of the property's class.
  private static func make(_ property: NSPropertyDescription) -> NSPropertyDescription {
    type(of: property).init()
  }

  /// Copies all but references to other entities.
  private static func copyCommon(
    _ property: NSPropertyDescription, to copy: NSPropertyDescription
  ) {
    copy.name = property.name
    copy.isOptional = property.isOptional
    copy.isTransient = property.isTransient
    copy.isReadOnly = property.isReadOnly
    copy.isIndexed = property.isIndexed
    copy.isIndexedBySpotlight = property.isIndexedBySpotlight
    copy.isStoredInExternalRecord = property.isStoredInExternalRecord
    copy.userInfo = property.userInfo
    copy.versionHashModifier = property.versionHashModifier
    copy.storedRenamingIdentifier = property.storedRenamingIdentifier
    copy.validations = property.validations
    copy.source = property.source
    switch (property, copy) {
    case (let from as NSAttributeDescription, let to as NSAttributeDescription):
      copyAttribute(from, to: to)
    case (let from as NSRelationshipDescription, let to as NSRelationshipDescription):
      to.minCount = from.minCount
      to.maxCount = from.maxCount
      to.deleteRule = from.deleteRule
      to.isOrdered = from.isOrdered
      to.sourceDestinationName = from.sourceDestinationName
      to.sourceInverseName = from.sourceInverseName
    case (let from as NSExpressionDescription, let to as NSExpressionDescription):
      to.expression = from.expression
      to.expressionResultType = from.expressionResultType
    default: break
    }
  }

  private static func copyAttribute(_ from: NSAttributeDescription, to: NSAttributeDescription) {
    to.attributeType = from.attributeType
    to.storedValueClassName = from.storedValueClassName
    to.defaultValue = from.defaultValue
    to.valueTransformerName = from.valueTransformerName
    to.allowsExternalBinaryDataStorage = from.allowsExternalBinaryDataStorage
    to.preservesValueInHistoryOnDeletion = from.preservesValueInHistoryOnDeletion
    to.allowsCloudEncryption = from.allowsCloudEncryption
    if let from = from as? NSDerivedAttributeDescription,
      let to = to as? NSDerivedAttributeDescription
    {
      to.derivationExpression = from.derivationExpression
    }
    if let from = from as? NSCompositeAttributeDescription,
      let to = to as? NSCompositeAttributeDescription
    {
      to.elements = from.elements.compactMap { copy($0) as? NSAttributeDescription }
    }
  }
}
