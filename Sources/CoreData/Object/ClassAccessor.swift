import Foundation
import Synchronization

/// A property that a class of managed objects supplies itself, so that key-value coding reads and sets
/// it through the class.
///
/// On a Mac the Objective-C runtime finds accessors by their names. Here the build-tool plugin lists
/// them. Not part of Apple's API: the underscore says that it is for generated code.
public struct _ManagedAccessor: @unchecked Sendable {
  // @unchecked Sendable: constant; the blocks are called where the object is used.

  let name: String
  let path: AnyKeyPath
  /// Whether a class has the property.
  let isOf: (NSManagedObject.Type) -> Bool
  let read: (NSManagedObject) -> Any?
  /// Sets the property; false for a value that its type cannot take. Nil where it cannot be set.
  let write: ((NSManagedObject, Any?) -> Bool)?

  /// A property that can be read.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - path: the property.
  public init<Owner: NSManagedObject, Value>(_ name: String, _ path: KeyPath<Owner, Value>) {
    self.name = name
    self.path = path
    isOf = { $0 is Owner.Type }
    read = { object in (object as? Owner).flatMap { AccessorValue.boxed($0[keyPath: path]) } }
    write = nil
  }

  /// A property that can be read and set.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - path: the property.
  public init<Owner: NSManagedObject, Value>(
    _ name: String, _ path: ReferenceWritableKeyPath<Owner, Value>
  ) {
    self.name = name
    self.path = path
    isOf = { $0 is Owner.Type }
    read = { object in (object as? Owner).flatMap { AccessorValue.boxed($0[keyPath: path]) } }
    write = { object, value in
      guard let object = object as? Owner, let value: Value = AccessorValue.typed(value) else {
        return false
      }
      object[keyPath: path] = value
      return true
    }
  }
}

/// The properties that generated code has listed, by class and name.
enum ClassAccessors {
  private struct Tables: @unchecked Sendable {
    // @unchecked Sendable: guarded by the lock.
    /// Lists not looked at yet: making one takes time, and most programs ask for none.
    var waiting: [() -> [_ManagedAccessor]] = []
    var all: [_ManagedAccessor] = []
    var byClass: [ObjectIdentifier: [String: _ManagedAccessor]] = [:]
  }

  private static let tables = Mutex(Tables())

  /// - Parameter list: makes a list. It is the main actor's only where the target's declarations are
  ///   that unless they say otherwise; making it touches no object.
  static func register(_ list: @escaping @MainActor () -> [_ManagedAccessor]) {
    let plain = unsafeBitCast(list, to: (() -> [_ManagedAccessor]).self)
    let waiting = Tables(waiting: [plain])
    tables.withLock {
      $0.waiting += waiting.waiting
      $0.byClass = [:]
    }
  }

  /// The name of a property that a class supplies itself, by its key path.
  static func name(of path: AnyKeyPath, _ objectClass: NSManagedObject.Type) -> String? {
    of(objectClass).values.first { $0.path == path }?.name
  }

  /// The properties that a class supplies itself, inherited ones among them.
  static func of(_ objectClass: NSManagedObject.Type) -> [String: _ManagedAccessor] {
    tables.withLock { tables in
      if let known = tables.byClass[ObjectIdentifier(objectClass)] { return known }
      for list in tables.waiting { tables.all += list() }
      tables.waiting = []
      let own = tables.all.filter { $0.isOf(objectClass) }
      let found = Dictionary(own.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
      tables.byClass[ObjectIdentifier(objectClass)] = found
      return found
    }
  }
}

/// Values on their way between a typed property and key-value coding.
private enum AccessorValue {
  /// The value as key-value coding gives it: numbers as `NSNumber`, sets as `NSSet`, nil as nil.
  static func boxed(_ value: Any) -> Any? {
    guard let value = SlotValue.unwrapped(value) else { return nil }
    if type(of: value) == Decimal.self, let decimal = value as? Decimal {
      return NSDecimalNumber(decimal: decimal)
    }
    switch value {
    case is String, is Date, is Data, is URL, is UUID: return value
    case let number as NSNumber: return number
    case let set as NSSet: return set
    default: return value
    }
  }

  /// The value as a property takes it; nil if it cannot.
  static func typed<Value>(_ value: Any?) -> Value? {
    guard let value = SlotValue.unwrapped(value) else { return (Any?.none as Any) as? Value }
    if let fitting = value as? Value { return fitting }
    guard let number = value as? NSNumber else { return nil }
    return number as? Value
  }
}
