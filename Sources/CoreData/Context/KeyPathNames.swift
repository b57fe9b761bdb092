import Foundation
import PredicateCore
import Synchronization

/// The names of Swift key paths of managed objects.
///
/// Without the Objective-C runtime a key path does not know the names in it. They are found by
/// trial: of an object of the class, in a context of its own without a store, one property after
/// the other is changed; the one that changes what the key path reads is the one meant. What was found
/// is remembered. Where exactly the property is meant, what is read must be what was set, so that
/// nothing computed from the property is taken for it.
struct KeyPathNames {
  private static let deepest = 4

  /// What the key path reads from the object at its root, as something to compare.
  private let read: () -> String

  private let context: NSManagedObjectContext
  private let isExact: Bool

  /// The dotted names of a key path; nil if it is not made of attributes and to-one relationships
  /// of a class whose entity is known.
  ///
  /// - Parameters:
  ///   - keyPath: the key path.
  ///   - isExact: whether it must read just what the property has. To-many relationships and what a
  ///     class supplies itself (``ClassAccessors``) have names then, too.
  static func text<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, exactly isExact: Bool = false
  ) -> String? {
    // An enumeration made of a number may not have the numbers that are tried.
    guard let objectClass = Root.self as? NSManagedObject.Type,
      !isExact || !(Value.self is any RawRepresentable.Type)
    else { return nil }
    if isExact, let name = ClassAccessors.name(of: keyPath, objectClass) { return name }
    guard let entity = ObjectClasses.entity(of: objectClass), !entity.isAbstract || isExact,
      let entity = concrete(entity)
    else { return nil }
    let layout = EntityLayout.of(entity)
    let key = Known.Key(path: keyPath, layout: ObjectIdentifier(layout), isExact: isExact)
    if let name = known.withLock({ $0.names[key] }) { return name }
    let own = layout.objectClass
    let sampleClass = own is Root.Type ? own : objectClass
    guard let name = find(keyPath, sampleClass, entity, isExact) else { return nil }
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
      let isExact: Bool
    }

    var names: [Key: String] = [:]
  }

  private static let known = Mutex(Known())

  private static func find<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, _ objectClass: NSManagedObject.Type,
    _ entity: NSEntityDescription, _ isExact: Bool
  ) -> String? {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: entity.managedObjectModel)
    let root = context.sample(entity, objectClass)
    guard let object = root as? Root else { return nil }
    fill(root)
    let names = KeyPathNames(
      read: { shown(object[keyPath: keyPath]) }, context: context, isExact: isExact)
    return names.search(root, depth: 1)?.joined(separator: ".")
  }

  private func search(_ object: NSManagedObject, depth: Int) -> [String]? {
    for attribute in object.entity.attributes {
      guard let pair = Self.samples(attribute.attributeType) else { continue }
      let before = read()
      object.setOwnValue(pair.other, forKey: attribute.name)
      let after = read()
      let isRead =
        !isExact || after == Self.shown(of: object, attribute.name) && isPlain(object, attribute)
      object.setOwnValue(pair.usual, forKey: attribute.name)
      if after != before, isRead { return [attribute.name] }
    }
    if isExact, let name = toMany(object) { return [name] }
    guard depth < Self.deepest else { return nil }
    for relationship in object.entity.relationships where !relationship.isToMany {
      guard let entity = Self.concrete(relationship.destinationEntity) else { continue }
      let before = read()
      let destination = context.sample(entity, EntityLayout.of(entity).objectClass)
      Self.fill(destination)
      object.setOwnValue(destination, forKey: relationship.name)
      let after = read()
      if isExact, after == Self.shown(destination) { return [relationship.name] }
      if after != before {
        let rest = search(destination, depth: depth + 1)
        if rest != nil || !isExact { return [relationship.name] + (rest ?? []) }
      }
      object.setOwnValue(nil, forKey: relationship.name)
    }
    return nil
  }

  /// Whether the key path reads a value that is not changed by what programs compute from values of its
  /// type: capitals, absolute values, words.
  private func isPlain(_ object: NSManagedObject, _ attribute: NSAttributeDescription) -> Bool {
    let unusual: Any? =
      switch attribute.attributeType {
      case .stringAttributeType: " aB, c\u{E9} 1"
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: -1234
      case .decimalAttributeType: NSDecimalNumber(string: "-1234.5678")
      case .doubleAttributeType, .floatAttributeType: -1234.5
      default: nil
      }
    guard let unusual else { return true }
    object.setOwnValue(unusual, forKey: attribute.name)
    return read() == Self.shown(of: object, attribute.name)
  }

  /// The to-many relationship that the key path reads, if it does.
  private func toMany(_ object: NSManagedObject) -> String? {
    for relationship in object.entity.relationships where relationship.isToMany {
      guard let entity = Self.concrete(relationship.destinationEntity) else { continue }
      let before = read()
      let member = context.sample(entity, EntityLayout.of(entity).objectClass)
      object.setOwnValue(
        relationship.isOrdered ? NSOrderedSet(array: [member]) : NSSet(array: [member]),
        forKey: relationship.name)
      let after = read()
      let isRead = after == Self.shown(of: object, relationship.name)
      object.setOwnValue(nil, forKey: relationship.name)
      if after != before, isRead { return relationship.name }
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

  private static func shown(of object: NSManagedObject, _ name: String) -> String {
    shown(object.ownValue(forKey: name) as Any)
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
