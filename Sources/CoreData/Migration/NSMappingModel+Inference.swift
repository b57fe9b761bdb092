import PredicateCore

extension NSMappingModel {
  /// The mapping model that leads from one version of a model to another, inferred from what differs.
  ///
  /// Apple's documentation: `inferredMappingModel(forSourceModel:destinationModel:)` and the article
  /// “Migrating your data model automatically”; what can be inferred and what not is said by the same
  /// rules that a lightweight migration follows.
  ///
  /// - Parameters:
  ///   - sourceModel: the model of the data there are.
  ///   - destinationModel: the model they are to have.
  /// - Returns: a mapping for each entity of either model.
  /// - Throws: 134190 with the entity, the property and the reason where something cannot be inferred.
  public class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    try bridgingErrors {
      let difference = ModelDifference(from: sourceModel, to: destinationModel)
      if let refusal = difference.refusals.first { throw MigrationError.refused(refusal) }
      let model = NSMappingModel()
      model.isInferred = true
      model.entityMappings = difference.entities.map {
        InferredMapping(sourceModel, destinationModel).mapping($0)
      }
      return model
    }
  }
}

/// Writes the mapping of one entity from what differs about it.
private struct InferredMapping {
  private let sources: [String: NSEntityDescription]
  private let destinations: [String: NSEntityDescription]

  init(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) {
    sources = source.entitiesByName
    destinations = destination.entitiesByName
  }

  /// The names are those that show in logs of Apple's migrations.
  func mapping(_ difference: EntityDifference) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = difference.sourceName
    mapping.sourceEntityVersionHash = difference.sourceName.flatMap { sources[$0]?.versionHash }
    mapping.destinationEntityName = difference.destinationName
    mapping.destinationEntityVersionHash =
      difference.destinationName.flatMap { destinations[$0]?.versionHash }
    switch difference.kind {
    case .added:
      mapping.name = "IEM_Add_\(difference.name)"
      mapping.mappingType = .addEntityMappingType
    case .removed:
      mapping.name = "IEM_Remove_\(difference.name)"
      mapping.mappingType = .removeEntityMappingType
    case .copied:
      mapping.name = "IEM_Copy_\(difference.name)"
      mapping.mappingType = .copyEntityMappingType
    case .transformed:
      mapping.name = "IEM_Transform_\(difference.name)"
      mapping.mappingType = .transformEntityMappingType
    }
    guard difference.kind == .copied || difference.kind == .transformed else { return mapping }
    let lasting = difference.properties.filter { $0.destinationName != nil }
    mapping.attributeMappings = lasting.filter { !$0.isRelationship }.map(attribute)
    mapping.relationshipMappings = lasting.filter(\.isRelationship).map(relationship)
    return mapping
  }

  private func attribute(_ difference: PropertyDifference) -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = difference.destinationName
    mapping.valueExpression = difference.sourceName.map { NSExpression(node: Self.source($0)) }
    return mapping
  }

  private func relationship(_ difference: PropertyDifference) -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = difference.destinationName
    mapping.valueExpression = difference.sourceName.map { name in
      NSExpression(
        node: .function(
          FunctionCall(
            "destinationInstancesForSourceRelationshipNamed:sourceInstances:",
            [.constant(.string(name)), Self.source(name)],
            operand: .variable(NSMigrationManagerKey))))
    }
    return mapping
  }

  /// `$source.name`, made without a text: a name may be a word of the predicate language.
  private static func source(_ name: String) -> ExpressionNode {
    .path(.variable(NSMigrationSourceObjectKey), [name])
  }
}
