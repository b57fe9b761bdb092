/// Compares descriptions by what they say. References to other entities and relationships are
/// compared by name, so that circles end.
enum ModelEquality {
  static func equal(_ first: NSManagedObjectModel, _ second: NSManagedObjectModel) -> Bool {
    if first === second { return true }
    let (left, right) = (first.entitiesByName, second.entitiesByName)
    guard first.entities.count == second.entities.count, Set(left.keys) == Set(right.keys),
      first.versionIdentifiers == second.versionIdentifiers,
      memberNames(first) == memberNames(second),
      Set(first.templates.keys) == Set(second.templates.keys)
    else { return false }
    for (name, request) in first.templates {
      guard let other = second.templates[name], equal(request, other) else { return false }
    }
    return left.allSatisfy { name, entity in right[name].map { equal(entity, $0) } ?? false }
  }

  private static func memberNames(_ model: NSManagedObjectModel) -> [String: Set<String>] {
    model.entitiesByConfiguration.mapValues { Set($0.compactMap(\.name)) }
  }

  static func equal(_ first: NSEntityDescription, _ second: NSEntityDescription) -> Bool {
    if first === second { return true }
    guard first.name == second.name, first.isAbstract == second.isAbstract,
      first.storedClassName == second.storedClassName,
      first.versionHashModifier == second.versionHashModifier,
      first.renamingIdentifier == second.renamingIdentifier,
      first.superentity?.name == second.superentity?.name,
      Set(first.subentities.map(\.name)) == Set(second.subentities.map(\.name)),
      first.uniquenessConstraintNames == second.uniquenessConstraintNames,
      equal(first.userInfo, second.userInfo), equal(first.indexes, second.indexes),
      first.ownProperties.count == second.ownProperties.count
    else { return false }
    let others = Dictionary(
      second.ownProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return first.ownProperties.allSatisfy { property in
      others[property.name].map { equal(property, $0) } ?? false
    }
  }

  static func equal(_ first: NSPropertyDescription, _ second: NSPropertyDescription) -> Bool {
    if first === second { return true }
    guard type(of: first) == type(of: second), first.name == second.name,
      first.isOptional == second.isOptional, first.isTransient == second.isTransient,
      first.isReadOnly == second.isReadOnly,
      first.isIndexedBySpotlight == second.isIndexedBySpotlight,
      first.versionHashModifier == second.versionHashModifier,
      first.renamingIdentifier == second.renamingIdentifier,
      equal(first.userInfo, second.userInfo),
      first.validations.map(\.predicate) == second.validations.map(\.predicate),
      first.validations.map(\.warning) == second.validations.map(\.warning)
    else { return false }
    switch (first, second) {
    case (let first as NSAttributeDescription, let second as NSAttributeDescription):
      return equal(first, second)
    case (let first as NSRelationshipDescription, let second as NSRelationshipDescription):
      return first.destinationName == second.destinationName
        && first.inverseName == second.inverseName && first.minCount == second.minCount
        && first.maxCount == second.maxCount && first.deleteRule == second.deleteRule
        && first.isOrdered == second.isOrdered
    case (let first as NSFetchedPropertyDescription, let second as NSFetchedPropertyDescription):
      return equal(first.fetchRequest, second.fetchRequest)
    case (let first as NSExpressionDescription, let second as NSExpressionDescription):
      return first.expression == second.expression
        && first.expressionResultType == second.expressionResultType
    default: return true
    }
  }

  private static func equal(
    _ first: NSAttributeDescription, _ second: NSAttributeDescription
  ) -> Bool {
    guard first.attributeType == second.attributeType,
      first.attributeValueClassName == second.attributeValueClassName,
      first.valueTransformerName == second.valueTransformerName,
      first.allowsExternalBinaryDataStorage == second.allowsExternalBinaryDataStorage,
      first.preservesValueInHistoryOnDeletion == second.preservesValueInHistoryOnDeletion,
      first.allowsCloudEncryption == second.allowsCloudEncryption,
      first.isIndexed == second.isIndexed || first.declaringEntity?.hasCompiledIndexes == true,
      equal(first.defaultValue, second.defaultValue)
    else { return false }
    if let first = first as? NSDerivedAttributeDescription,
      let second = second as? NSDerivedAttributeDescription
    {
      return first.derivationExpression == second.derivationExpression
    }
    if let first = first as? NSCompositeAttributeDescription,
      let second = second as? NSCompositeAttributeDescription
    {
      return first.elements.count == second.elements.count
        && zip(first.elements, second.elements).allSatisfy { equal($0, $1) }
    }
    return true
  }

  private static func equal(
    _ first: [NSFetchIndexDescription], _ second: [NSFetchIndexDescription]
  ) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { equal($0, $1) }
  }

  static func equal(_ first: NSFetchIndexDescription, _ second: NSFetchIndexDescription) -> Bool {
    first === second
      || first.name == second.name
        && first.partialIndexPredicate == second.partialIndexPredicate
        && first.elements.count == second.elements.count
        && zip(first.elements, second.elements).allSatisfy { equal($0, $1) }
  }

  static func equal(
    _ first: NSFetchIndexElementDescription, _ second: NSFetchIndexElementDescription
  ) -> Bool {
    first === second
      || first.propertyName == second.propertyName && first.isAscending == second.isAscending
        && first.collationType == second.collationType
        && (first.property as? NSExpressionDescription)?.expression
          == (second.property as? NSExpressionDescription)?.expression
  }

  private static func equal(
    _ first: NSFetchRequest<any NSFetchRequestResult>?,
    _ second: NSFetchRequest<any NSFetchRequestResult>?
  ) -> Bool {
    guard let first, let second else { return (first == nil) == (second == nil) }
    return first.entityName == second.entityName && first.predicate == second.predicate
      && first.sortDescriptors == second.sortDescriptors && first.fetchLimit == second.fetchLimit
      && first.fetchOffset == second.fetchOffset && first.resultType == second.resultType
      && FetchRequestFlags(first) == FetchRequestFlags(second)
  }

  private static func equal(_ first: [AnyHashable: Any]?, _ second: [AnyHashable: Any]?) -> Bool {
    (first ?? [:]) as NSDictionary == (second ?? [:]) as NSDictionary
  }

  private static func equal(_ first: Any?, _ second: Any?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first as AnyHashable, let second as AnyHashable): first == second
    case (let first as NSObject, let second as NSObject): first.isEqual(second)
    default: false
    }
  }
}
