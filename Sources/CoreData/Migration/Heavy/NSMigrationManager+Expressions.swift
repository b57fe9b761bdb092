import Foundation
package import PredicateCore

/// What the expressions of mapping models ask of `$manager`.
extension NSMigrationManager: KeyPathResolving, MethodAnswering {
  /// The value of a key, such as `$manager.sourceContext`.
  package final func predicateValue(forKey key: String) throws -> PredicateValue {
    switch key {
    case "self": .object(PredicateObject(self as AnyObject))
    case "sourceContext": .object(PredicateObject(sourceContext as AnyObject))
    case "destinationContext": .object(PredicateObject(destinationContext as AnyObject))
    case "sourceModel": .object(PredicateObject(sourceModel as AnyObject))
    case "destinationModel": .object(PredicateObject(destinationModel as AnyObject))
    case "mappingModel": .object(PredicateObject(mappingModel as AnyObject))
    case "currentEntityMapping": .object(PredicateObject(currentEntityMapping))
    case "migrationProgress": .double(Double(migrationProgress))
    case "userInfo": PredicateValue(userInfo.map { $0 as NSDictionary })
    default: throw PredicateEvaluationError.unknownKey(key, object: "NSMigrationManager")
    }
  }

  /// The value of a method, by the name that mapping models use.
  ///
  /// An object or collection that is nil in an expression means no objects, not all of them.
  package final func answer(
    _ method: String, _ arguments: [PredicateValue]
  ) throws -> PredicateValue {
    switch (method, arguments.count) {
    case ("destinationInstancesForEntityMappingNamed:sourceInstances:", 2),
      ("destinationInstancesForEntityMappingName:sourceInstances:", 2):
      let name = try text(arguments[0], method)
      let sources = try objects(arguments[1], method)
      return Self.value(destinationInstances(forEntityMappingName: name, sourceInstances: sources))
    case ("sourceInstancesForEntityMappingNamed:destinationInstances:", 2):
      let name = try text(arguments[0], method)
      let destinations = try objects(arguments[1], method)
      return Self.value(
        sourceInstances(forEntityMappingName: name, destinationInstances: destinations))
    case ("destinationInstancesForSourceRelationshipNamed:sourceInstances:", 2):
      // The relationship's name only says where the objects come from.
      return Self.value(try objects(arguments[1], method).flatMap(destinationInstances(of:)))
    case ("fetchRequestForSourceEntityNamed:predicateString:", 2):
      return try .object(
        PredicateObject(
          fetchRequest(text(arguments[0], method), text(arguments[1], method)) as AnyObject))
    case ("destinationEntityForEntityMapping:", 1), ("sourceEntityForEntityMapping:", 1):
      guard case .object(let object) = arguments[0],
        let mapping = object.reference as? NSEntityMapping
      else { throw PredicateEvaluationError.badArgument(method, found: "\(arguments[0])") }
      let entity =
        method.hasPrefix("source") ? sourceEntity(for: mapping) : destinationEntity(for: mapping)
      return entity.map { .object(PredicateObject($0 as AnyObject)) } ?? .null
    default:
      throw PredicateEvaluationError.unknownFunction(method)
    }
  }

  /// The objects that were made of a source object by whatever mapping.
  private final func destinationInstances(of source: NSManagedObject) -> [NSManagedObject] {
    (usedMapping?.entityMappings ?? []).flatMap {
      destinationInstances(forEntityMappingName: $0.name, sourceInstances: [source])
    }
  }

  /// All objects of just the entity itself: every sub-entity has a mapping of its own.
  private final func fetchRequest(
    _ entity: String, _ predicate: String
  ) throws -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.includesSubentities = false
    if predicate.uppercased() != "TRUEPREDICATE" {
      request.predicate = try NSPredicate.parse(predicate)
    }
    return request
  }

  private final func text(_ value: PredicateValue, _ method: String) throws -> String {
    guard case .string(let text) = value else {
      throw PredicateEvaluationError.badArgument(method, found: "\(value)")
    }
    return text
  }

  private final func objects(
    _ value: PredicateValue, _ method: String
  ) throws -> [NSManagedObject] {
    if value.isNull { return [] }
    let found = try (value.members ?? [value]).filter { !$0.isNull }.map {
      guard case .object(let object) = $0, let found = object.reference as? NSManagedObject else {
        throw PredicateEvaluationError.badArgument(method, found: "\(value)")
      }
      return found
    }
    // What has no order of its own comes by key, so that it is the same each time.
    if case .set = value { return found.sorted { $0.pk < $1.pk } }
    return found
  }

  private static func value(_ objects: [NSManagedObject]) -> PredicateValue {
    .array(objects.map { .object(PredicateObject($0)) })
  }
}

extension NSEntityMigrationPolicy: MethodAnswering {
  /// The value of a method that an expression calls on `$entityPolicy`.
  package final func answer(
    _ method: String, _ arguments: [PredicateValue]
  ) throws -> PredicateValue {
    PredicateValue(try value(ofMethod: method, arguments: arguments.map(\.boxed)))
  }
}

extension NSEntityMapping: KeyPathResolving {
  /// The value of a key of `$entityMapping`.
  package final func predicateValue(forKey key: String) throws -> PredicateValue {
    switch key {
    case "name": PredicateValue(name)
    case "sourceEntityName": PredicateValue(sourceEntityName)
    case "destinationEntityName": PredicateValue(destinationEntityName)
    case "entityMigrationPolicyClassName": PredicateValue(entityMigrationPolicyClassName)
    case "mappingType": .int(Int64(mappingType.rawValue))
    case "userInfo": PredicateValue(userInfo.map { $0 as NSDictionary })
    default: throw PredicateEvaluationError.unknownKey(key, object: "NSEntityMapping")
    }
  }
}

extension NSPropertyMapping: KeyPathResolving {
  /// The value of a key of `$propertyMapping`.
  package final func predicateValue(forKey key: String) throws -> PredicateValue {
    switch key {
    case "name": PredicateValue(name)
    case "userInfo": PredicateValue(userInfo.map { $0 as NSDictionary })
    default: throw PredicateEvaluationError.unknownKey(key, object: "NSPropertyMapping")
    }
  }
}
