public import Foundation

/// Key-value coding over collections, as Foundation has it on Apple's systems and not on Linux: what is
/// asked of the collection is asked of its members. (Apple's Key-Value Coding guide, "Using Collection
/// Operators".) A key that a member does not have is a misuse.
extension NSArray {
  /// Each member's value for a key, in their order; `NSNull` for none.
  ///
  /// - Parameter key: a key, or `@count`.
  public func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  /// Each member's value at a key path, or what a collection operator makes of them:
  /// `value(forKeyPath: "@sum.salary")`.
  ///
  /// - Parameter keyPath: keys joined with full stops, the first of them an operator perhaps.
  public func value(forKeyPath keyPath: String) -> Any? {
    KeyedMembers(self).value(keyPath) { $0 as NSArray }
  }

  /// Sets a property of each member.
  ///
  /// - Parameters:
  ///   - value: the new value of all.
  ///   - key: the property.
  public func setValue(_ value: Any?, forKey key: String) {
    KeyedMembers(self).set(value, key)
  }
}

extension NSSet {
  /// The members' different values for a key; who has none is left out.
  ///
  /// - Parameter key: a key, or `@count`.
  public func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  /// The members' different values at a key path, or what a collection operator makes of them:
  /// `value(forKeyPath: "@avg.age")`.
  ///
  /// - Parameter keyPath: keys joined with full stops, the first of them an operator perhaps.
  public func value(forKeyPath keyPath: String) -> Any? {
    KeyedMembers(self).value(keyPath, nil)
  }

  /// Sets a property of each member.
  ///
  /// - Parameters:
  ///   - value: the new value of all.
  ///   - key: the property.
  public func setValue(_ value: Any?, forKey key: String) {
    KeyedMembers(self).set(value, key)
  }
}

extension NSOrderedSet {
  /// The members' different values for a key, in their order; `NSNull` for none.
  ///
  /// - Parameter key: a key, or `@count`.
  public func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  /// The members' different values at a key path, in their order, or what a collection operator makes
  /// of them.
  ///
  /// - Parameter keyPath: keys joined with full stops, the first of them an operator perhaps.
  public func value(forKeyPath keyPath: String) -> Any? {
    KeyedMembers(self).value(keyPath) { NSOrderedSet(array: $0) }
  }

  /// Sets a property of each member.
  ///
  /// - Parameters:
  ///   - value: the new value of all.
  ///   - key: the property.
  public func setValue(_ value: Any?, forKey key: String) {
    KeyedMembers(self).set(value, key)
  }
}

/// The members of a collection that is asked for a key.
private struct KeyedMembers {
  private let collection: Any
  private let members: [Any]

  init(_ array: NSArray) { (collection, members) = (array, Array(array)) }
  init(_ set: NSSet) { (collection, members) = (set, set.allObjects) }
  init(_ set: NSOrderedSet) { (collection, members) = (set, set.array) }

  /// - Parameter gather: makes a collection of one value of each member; nil where those that are none
  ///   are left out.
  func value(_ path: String, _ gather: (([Any]) -> Any)?) -> Any? {
    do throws(ObjectError) {
      var keys = path.split(separator: ".", omittingEmptySubsequences: false)[...]
      guard let first = keys.popFirst() else { return nil }
      guard let gather, !first.hasPrefix("@") else {
        return try KeyedCollection(collection)?.value(key: first, rest: keys)
      }
      var values: [Any] = []
      for member in members { values.append(try Self.value(of: member, path) ?? NSNull()) }
      return gather(values)
    } catch {
      misuse(error.explanation)
    }
  }

  private static func value(of member: Any, _ path: String) throws(ObjectError) -> Any? {
    if let object = member as? NSManagedObject { return try object.get(path: path) }
    var keys = path.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard let first = keys.popFirst() else { return nil }
    if let collection = KeyedCollection(member) {
      return try collection.value(key: first, rest: keys)
    }
    let value = try NSManagedObject.plain(member, String(first))
    guard let value, !keys.isEmpty else { return value }
    return try self.value(of: value, keys.joined(separator: "."))
  }

  func set(_ value: Any?, _ key: String) {
    for member in members {
      guard let object = member as? NSManagedObject else {
        misuse(
          ObjectError.undefinedKey(key, entity: String(describing: type(of: member))).explanation)
      }
      object.setValue(value, forKey: key)
    }
  }
}
