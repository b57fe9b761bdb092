import Foundation

/// What is about to be, or was, done to a property, as far as the one who does it knows.
enum KeyedChange {
  /// The property is set; observers read the values themselves.
  case setting
  /// The object gets other values from its store, this property perhaps among them.
  case restoring
  /// Members come, at places where there is an order.
  case insertion(AnyObject, IndexSet?)
  /// Members go.
  case removal(AnyObject, IndexSet?)
  /// Members take the places of others.
  case replacement(old: AnyObject, new: AnyObject, IndexSet?)

  /// One member comes, or goes, by a property's kind of collection.
  static func insertion(_ member: NSManagedObject, at index: Int?) -> KeyedChange {
    index.map { .insertion([member] as NSArray, IndexSet(integer: $0)) }
      ?? .insertion(NSSet(object: member), nil)
  }

  static func removal(_ member: NSManagedObject, at index: Int?) -> KeyedChange {
    index.map { .removal([member] as NSArray, IndexSet(integer: $0)) }
      ?? .removal(NSSet(object: member), nil)
  }

  /// Members of an order that stand elsewhere afterwards.
  static func reordering(_ old: [NSManagedObject], _ new: [NSManagedObject]) -> KeyedChange {
    guard old.count == new.count else { return .setting }
    let places = IndexSet(old.indices.filter { old[$0] !== new[$0] })
    return .replacement(
      old: places.map { old[$0] } as NSArray, new: places.map { new[$0] } as NSArray, places)
  }

  /// What a custom accessor says that it does to a set.
  static func mutation(
    _ kind: NSKeyValueSetMutationKind, _ given: Set<AnyHashable>, members: [NSManagedObject]
  ) -> KeyedChange {
    let present = Set(members.map { $0 as AnyHashable })
    switch kind {
    case .union: return .insertion(set(given.subtracting(present)), nil)
    case .minus: return .removal(set(given.intersection(present)), nil)
    case .intersect: return .removal(set(present.subtracting(given)), nil)
    case .set:
      return .replacement(
        old: set(present.subtracting(given)), new: set(given.subtracting(present)), nil)
    }
  }

  private static func set(_ members: Set<AnyHashable>) -> NSSet {
    NSSet(array: members.map(\.base))
  }

  /// Whether the value as a whole is another one.
  var isSetting: Bool {
    switch self {
    case .setting, .restoring: true
    case .insertion, .removal, .replacement: false
    }
  }
}
