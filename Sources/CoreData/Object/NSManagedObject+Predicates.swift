import Foundation
package import PredicateCore

extension NSManagedObject: KeyPathResolving {
  /// The value of a key for a predicate or a sort descriptor.
  package final func predicateValue(forKey key: String) throws -> PredicateValue {
    guard let property = layout.property(named: key) else { return try builtInValue(key) }
    if flags.contains(.hasOwnAccessors), let found = throughClass(property) {
      return PredicateValue(found)
    }
    switch property.kind {
    case .toOne:
      return toOne(property).map { .object(PredicateObject($0)) } ?? .null
    case .toMany:
      return .set(toManyMembers(property).map { .object(PredicateObject($0)) })
    case .orderedToMany:
      return .array(toManyMembers(property).map { .object(PredicateObject($0)) })
    case .fetched:
      return .array(fetchedObjects(property).map { .object(PredicateObject($0)) })
    default:
      return slotValue(property.slot).predicateValue
    }
  }

  private final func builtInValue(_ key: String) throws -> PredicateValue {
    switch key {
    case "self", "objectID": return .object(PredicateObject(self))
    case "entity": return .object(PredicateObject(entity))
    default:
      do { return PredicateValue(try get(key)) } catch {
        throw PredicateEvaluationError.unknownKey(key, object: layout.name)
      }
    }
  }

  /// Whether the other object is this one, or its id.
  package final func isPredicateEqual(to other: AnyObject) -> Bool {
    if other === self { return true }
    if let id = other as? NSManagedObjectID { return id == objectID }
    return false
  }
}

extension NSManagedObject: ObjectIdentifying {
  /// Entity and primary key, nil while the object is unsaved.
  package final var predicateObjectKey: PredicateObjectKey? {
    pk > 0 ? PredicateObjectKey(entityName: layout.name, primaryKey: pk) : nil
  }
}

extension NSManagedObjectID: ObjectIdentifying {
  /// Entity and primary key, nil while the id is temporary.
  package final var predicateObjectKey: PredicateObjectKey? {
    isTemporaryID ? nil : PredicateObjectKey(entityName: layout.name, primaryKey: key.pk)
  }
}

extension SlotValue {
  /// The value as predicates see it. To-ones are resolved by their object.
  package var predicateValue: PredicateValue {
    switch self {
    case .unset, .null, .object: .null
    case .int(let value): .int(value)
    case .bool(let value): .bool(value)
    case .double(let value): .double(value)
    case .float(let value): .double(Double(value))
    case .date(let value): .date(Date(timeIntervalSinceReferenceDate: value))
    case .decimal(let box): .decimal(box.value)
    case .string(let value): .string(value)
    case .data(let value): .data(value)
    case .uuid(let box): .uuid(box.value)
    case .uri(let value): .url(value)
    case .transformable(let box): PredicateValue(box.value)
    }
  }
}
