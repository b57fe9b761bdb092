public import Foundation

/// Keeps an observation alive: it ends when the token is released or ``invalidate()`` is called.
public final class NSKeyValueObservation: NSObject {
  private var observation: KeyPathObservation?

  init(_ observation: KeyPathObservation) { self.observation = observation }

  deinit { invalidate() }

  /// Ends the observation. Doing so twice, or while being notified, does no harm.
  public func invalidate() {
    observation?.end()
    observation = nil
  }
}

/// One change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// Whether the property was set, or members of a to-many came, went or were replaced.
  public let kind: NSKeyValueChange
  /// The value after the change, if ``NSKeyValueObservingOptions/new`` was asked for. For an
  /// insertion or replacement, what came.
  public let newValue: Value?
  /// The value before the change, if ``NSKeyValueObservingOptions/old`` was asked for. For a removal
  /// or replacement, what went.
  public let oldValue: Value?
  /// The places in an ordered relationship.
  public let indexes: IndexSet?
  /// Whether the change is still to come.
  public let isPrior: Bool

  init(_ change: [NSKeyValueChangeKey: Any]) {
    let number = (change[.kindKey] as? NSNumber)?.uintValue ?? 0
    kind = NSKeyValueChange(rawValue: number) ?? .setting
    newValue = Self.value(change[.newKey])
    oldValue = Self.value(change[.oldKey])
    indexes = change[.indexesKey] as? IndexSet
    isPrior = change[.notificationIsPriorKey] != nil
  }

  /// The value under a key: `NSNull` there is a nil of an optional type.
  private static func value(_ boxed: Any?) -> Value? {
    guard let boxed else { return nil }
    if boxed is NSNull, let optional = Value.self as? any NilHaving.Type {
      return optional.nothing as? Value
    }
    return boxed as? Value
  }
}

/// An optional, whatever of.
private protocol NilHaving {
  static var nothing: Self { get }
}

extension Optional: NilHaving {
  fileprivate static var nothing: Self { .none }
}

/// Whoever is told of changes through ``NSManagedObject/addObserver(_:forKeyPath:options:context:)``.
///
/// On Apple's systems that is any `NSObject`, whose method it overrides; here managed objects and
/// contexts do so, and any other class says that it conforms.
public protocol KeyValueObserver: AnyObject {
  /// Called when a property changes.
  ///
  /// - Parameters:
  ///   - keyPath: the key path that is observed.
  ///   - object: the object it is observed on.
  ///   - change: what changed, as far as the options asked for it.
  ///   - context: what was given when the observer was added.
  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?)
}

extension NSManagedObjectContext: KeyValueObserver {}
extension NSManagedObject: KeyValueObserver {}
