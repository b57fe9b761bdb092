import PredicateCore

/// The expression variable for the migration manager, `$manager`.
public let NSMigrationManagerKey = "manager"
/// The expression variable for the source object, `$source`.
public let NSMigrationSourceObjectKey = "source"
/// The expression variable for the destination object, `$destination`.
public let NSMigrationDestinationObjectKey = "destination"
/// The expression variable for the entity mapping, `$entityMapping`.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The expression variable for the property mapping, `$propertyMapping`.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The expression variable for the migration policy, `$entityPolicy`.
public let NSMigrationEntityPolicyKey = "entityPolicy"

/// An expression of a mapping, made ready to be evaluated for many objects.
enum MigrationExpression {
  /// `$source.key`: the value of the source object as it is.
  case sourceKey(String)
  case compiled(CompiledExpression)

  init(_ expression: NSExpression) {
    if case .path(.variable(NSMigrationSourceObjectKey), let keys) = expression.node,
      keys.count == 1, !keys[0].hasPrefix("@")
    {
      self = .sourceKey(keys[0])
    } else {
      self = .compiled(CompiledExpression(expression.node))
    }
  }
}

/// The expressions of a mapping model, each compiled once.
final class MigrationExpressions {
  private var known: [ObjectIdentifier: (owner: NSPropertyMapping, MigrationExpression?)] = [:]

  /// The expression of a property mapping, nil if it has none.
  func expression(of mapping: NSPropertyMapping) -> MigrationExpression? {
    if let entry = known[ObjectIdentifier(mapping)] { return entry.1 }
    let made = mapping.valueExpression.map { MigrationExpression($0) }
    known[ObjectIdentifier(mapping)] = (mapping, made)
    return made
  }
}

/// What the variables of a mapping's expressions stand for, for one object.
struct MigrationBindings {
  private let mapping: NSEntityMapping
  private let source: NSManagedObject?
  private var values: [String: PredicateValue]

  init(_ step: InstanceCreation, source: NSManagedObject, destination: NSManagedObject) {
    self.init(step.manager, step.mapping, step.policy, source, destination)
  }

  init(_ step: RelationshipCreation, source: NSManagedObject?, destination: NSManagedObject) {
    self.init(step.manager, step.mapping, step.policy, source, destination)
  }

  init(
    _ manager: NSMigrationManager, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy?,
    _ source: NSManagedObject?, _ destination: NSManagedObject?
  ) {
    self.mapping = mapping
    self.source = source
    values = [
      NSMigrationManagerKey: .object(PredicateObject(manager)),
      NSMigrationSourceObjectKey: source.map { .object(PredicateObject($0)) } ?? .null,
      NSMigrationDestinationObjectKey: destination.map { .object(PredicateObject($0)) } ?? .null,
      NSMigrationEntityMappingKey: .object(PredicateObject(mapping)),
      NSMigrationEntityPolicyKey: policy.map { .object(PredicateObject($0)) } ?? .null,
    ]
  }

  /// The value of a property's expression.
  ///
  /// - Throws: `HeavyMigrationError.expressionFailed`.
  func value(of property: NSPropertyMapping, _ expression: MigrationExpression) throws -> Any? {
    do {
      switch expression {
      case .sourceKey(let key): return try source?.get(key)
      case .compiled(let compiled):
        var bindings = values
        bindings[NSMigrationPropertyMappingKey] = .object(PredicateObject(property))
        return try compiled.value(for: .null, bindings: bindings).boxed
      }
    } catch {
      throw HeavyMigrationError.expressionFailed(
        mapping: mapping.name, property: property.name ?? "",
        expression: property.valueExpression.map { "\($0)" } ?? "", error)
    }
  }

  /// The value of an expression of the mapping itself.
  func value(of expression: NSExpression) throws -> Any? {
    try CompiledExpression(expression.node).value(for: .null, bindings: values).boxed
  }
}
