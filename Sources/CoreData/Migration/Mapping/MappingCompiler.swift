import Foundation
import PredicateCore

/// Makes a mapping model of its source, as Apple's mapping model compiler does: names, types, version
/// hashes, and the expressions that the editor leaves to it (corpus 100 has a source and what Apple's
/// compiler made of it).
struct MappingCompiler {
  private let source: MappingSource
  private let origin: NSManagedObjectModel?
  private let target: NSManagedObjectModel?

  /// - Parameters:
  ///   - source: what the source says.
  ///   - origin: the source model, in place of the one kept in the source where that cannot be read.
  ///   - target: the destination model, likewise.
  init(
    _ source: MappingSource, origin: NSManagedObjectModel?, target: NSManagedObjectModel?
  ) {
    self.source = source
    self.origin = source.sourceModel ?? origin
    self.target = source.destinationModel ?? target
  }

  func model() -> NSMappingModel {
    let model = NSMappingModel()
    model.entityMappings = source.entities.map(mapping)
    return model
  }

  private func name(of entity: MappingSource.Entity) -> String {
    if let name = entity.name { return name }
    guard let from = entity.sourceName else { return entity.destinationName ?? "" }
    return entity.destinationName.map { "\(from)To\($0)" } ?? from
  }

  private func mapping(_ entity: MappingSource.Entity) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = name(of: entity)
    mapping.mappingType = Self.type(entity)
    mapping.sourceEntityName = entity.sourceName
    mapping.destinationEntityName = entity.destinationName
    mapping.sourceEntityVersionHash = entity.sourceName.flatMap {
      origin?.entitiesByName[$0]?.versionHash
    }
    mapping.destinationEntityVersionHash = entity.destinationName.flatMap {
      target?.entitiesByName[$0]?.versionHash
    }
    mapping.entityMigrationPolicyClassName = entity.policyClassName
    mapping.userInfo = entity.userInfo
    mapping.sourceExpression = sourceExpression(entity)
    mapping.attributeMappings = entity.attributes.map { property in
      made(property, property.expression ?? attribute(property.name, entity))
    }
    mapping.relationshipMappings = entity.relationships.map { property in
      made(property, property.expression ?? relationship(property, entity))
    }
    return mapping
  }

  private func made(
    _ property: MappingSource.Property, _ expression: NSExpression?
  ) -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = property.name
    mapping.valueExpression = expression
    return mapping
  }

  private static func type(_ entity: MappingSource.Entity) -> NSEntityMappingType {
    if entity.sourceName == nil { return .addEntityMappingType }
    if entity.destinationName == nil { return .removeEntityMappingType }
    if entity.policyClassName != nil { return .customEntityMappingType }
    return entity.attributes.contains { $0.expression != nil }
      ? .transformEntityMappingType : .copyEntityMappingType
  }

  private func sourceExpression(_ entity: MappingSource.Entity) -> NSExpression? {
    guard let name = entity.sourceName else { return nil }
    return NSFetchRequestExpression.expression(
      forFetch: NSExpression(
        node: .function(
          FunctionCall(
            "fetchRequestForSourceEntityNamed:predicateString:",
            [.constant(.string(name)), .constant(.string(entity.filter ?? "TRUEPREDICATE"))],
            operand: Self.manager))),
      context: NSExpression(node: .path(Self.manager, ["sourceContext"])), countOnly: false)
  }

  /// An attribute that the editor leaves alone is taken from the attribute of the same name.
  private func attribute(_ name: String, _ entity: MappingSource.Entity) -> NSExpression? {
    guard let from = entity.sourceName, let origin = origin?.entitiesByName[from],
      origin.attributesByName[name] != nil
    else { return nil }
    return NSExpression(node: .path(Self.source, [name]))
  }

  /// A relationship that the editor leaves alone is taken from the relationship of the same name; one
  /// for which a mapping was chosen from what that mapping made.
  private func relationship(
    _ property: MappingSource.Property, _ entity: MappingSource.Entity
  ) -> NSExpression? {
    if let mapping = property.mappingName {
      return lookup(mapping, path(property.keyPath ?? "$source"))
    }
    guard let from = entity.sourceName, let to = entity.destinationName,
      let old = origin?.entitiesByName[from]?.relationshipsByName[property.name]
    else { return nil }
    let new = target?.entitiesByName[to]?.relationshipsByName[property.name]
    let candidates = source.entities.filter { candidate in
      guard let from = candidate.sourceName.flatMap({ origin?.entitiesByName[$0] }),
        let to = candidate.destinationName.flatMap({ target?.entitiesByName[$0] }),
        let oldEnd = old.destinationEntity, let newEnd = new?.destinationEntity
      else { return false }
      return from.isKindOf(entity: oldEnd) && to.isKindOf(entity: newEnd)
    }
    let members = ExpressionNode.path(Self.source, [property.name])
    switch candidates.count {
    case 0: return nil
    case 1: return lookup(name(of: candidates[0]), members)
    default:
      return NSExpression(
        node: .function(
          FunctionCall(
            "destinationInstancesForSourceRelationshipNamed:sourceInstances:",
            [.constant(.string(property.name)), members], operand: Self.manager)))
    }
  }

  private func lookup(_ mapping: String, _ members: ExpressionNode) -> NSExpression {
    NSExpression(
      node: .function(
        FunctionCall(
          "destinationInstancesForEntityMappingNamed:sourceInstances:",
          [.constant(.string(mapping)), members], operand: Self.manager)))
  }

  private func path(_ text: String) -> ExpressionNode {
    let keys = text.split(separator: ".").map(String.init)
    guard keys.count > 1 else { return Self.source }
    return .path(Self.source, Array(keys.dropFirst()))
  }

  private static let manager = ExpressionNode.variable(NSMigrationManagerKey)
  private static let source = ExpressionNode.variable(NSMigrationSourceObjectKey)
}
