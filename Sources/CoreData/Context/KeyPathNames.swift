import Foundation
import PredicateCore
import Synchronization

/// The names of Swift key paths of managed objects.
///
/// Without the Objective-C runtime a key path does not know the names in it. They are found by
/// trial: of an object of the class, in a context of its own without a store, one property after
/// the other is changed; the one that changes what the key path reads is the one meant. What was found
/// is remembered.
struct KeyPathNames {
  private static let deepest = 4

  /// What the key path reads from the object at its root, as something to compare.
  private let read: () -> String

  private let context: NSManagedObjectContext

  /// The dotted names of a key path; nil if it is not made of attributes and to-one relationships
  /// of a class whose entity is known.
  static func text<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> String? {
    guard let objectClass = Root.self as? NSManagedObject.Type,
      let entity = ObjectClasses.entity(of: objectClass), !entity.isAbstract
    else { return nil }
    let key = Known.Key(path: keyPath, layout: ObjectIdentifier(EntityLayout.of(entity)))
    if let name = known.withLock({ $0.names[key] }) { return name }
    guard let name = find(keyPath, objectClass, entity) else { return nil }
    let entry = Known(names: [key: name])
    known.withLock { $0.names.merge(entry.names) { first, _ in first } }
    return name
  }

  /// The names found so far.
  private struct Known: @unchecked Sendable {
    // @unchecked Sendable: guarded by the lock; a key path is constant.
    struct Key: Hashable {
      let path: AnyKeyPath
      /// The layout of the root's entity, which lives for ever.
      let layout: ObjectIdentifier
    }

    var names: [Key: String] = [:]
  }

  private static let known = Mutex(Known())

  private static func find<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, _ objectClass: NSManagedObject.Type,
    _ entity: NSEntityDescription
  ) -> String? {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: entity.managedObjectModel)
    let root = context.sample(entity, objectClass)
    guard let object = root as? Root else { return nil }
    fill(root)
    let names = KeyPathNames(read: { shown(object[keyPath: keyPath]) }, context: context)
    return names.search(root, depth: 1)?.joined(separator: ".")
  }

  private func search(_ object: NSManagedObject, depth: Int) -> [String]? {
    for attribute in object.entity.attributes {
      guard let pair = Self.samples(attribute.attributeType) else { continue }
      let before = read()
      object.setOwnValue(pair.other, forKey: attribute.name)
      let after = read()
      object.setOwnValue(pair.usual, forKey: attribute.name)
      if after != before { return [attribute.name] }
    }
    guard depth < Self.deepest else { return nil }
    for relationship in object.entity.relationships where !relationship.isToMany {
      guard let entity = Self.concrete(relationship.destinationEntity) else { continue }
      let before = read()
      let destination = context.sample(entity, EntityLayout.of(entity).objectClass)
      Self.fill(destination)
      object.setOwnValue(destination, forKey: relationship.name)
      if read() != before {
        return [relationship.name] + (search(destination, depth: depth + 1) ?? [])
      }
      object.setOwnValue(nil, forKey: relationship.name)
    }
    return nil
  }

  /// The entity itself, or the first descendant that can have objects.
  private static func concrete(_ entity: NSEntityDescription?) -> NSEntityDescription? {
    guard let entity, entity.isAbstract else { return entity }
    for child in entity.subentities {
      if let found = concrete(child) { return found }
    }
    return nil
  }

  /// Gives every attribute a value, so that properties that are no optionals can be read.
  private static func fill(_ object: NSManagedObject) {
    for attribute in object.entity.attributes {
      if let pair = samples(attribute.attributeType) {
        object.setOwnValue(pair.usual, forKey: attribute.name)
      }
    }
  }

  /// Two different values of a type; nil for types without any that fits surely.
  private static func samples(_ type: NSAttributeType) -> (usual: Any, other: Any)? {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: (1, 2)
    case .decimalAttributeType: (NSDecimalNumber(value: 1), NSDecimalNumber(value: 2))
    case .doubleAttributeType, .floatAttributeType: (1.5, 2.5)
    case .stringAttributeType: ("1", "2")
    case .booleanAttributeType: (false, true)
    case .dateAttributeType:
      (Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2))
    case .binaryDataAttributeType: (Data([1]), Data([2, 2]))
    case .UUIDAttributeType: (UUID(), UUID())
    case .URIAttributeType: (URL(fileURLWithPath: "/1"), URL(fileURLWithPath: "/2"))
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      nil
    }
  }

  /// A value as something to compare; an object by its identity, whatever it holds.
  private static func shown(_ value: Any) -> String {
    if let object = value as? NSManagedObject { return "\(ObjectIdentifier(object))" }
    return "\(PredicateValue(value))"
  }
}

extension NSManagedObjectContext {
  /// An object to try things with: it is not told that it was inserted, which would run code of the
  /// program for a mere question.
  fileprivate final func sample(
    _ entity: NSEntityDescription, _ objectClass: NSManagedObject.Type
  ) -> NSManagedObject {
    let object = objectClass.init(entity: entity, insertInto: nil)
    adopt(new: object, awakes: false)
    return object
  }
}
