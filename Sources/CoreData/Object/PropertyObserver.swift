import Foundation

/// What an observer is told of one change: the stand-in for Apple's change dictionary.
public struct ManagedObjectChange {
  /// The key that was observed.
  public let key: String
  /// The value before, nil where there was none.
  public let oldValue: Any?
  /// The value after, nil where there is none. Not set in a prior notification.
  public let newValue: Any?
  /// Whether the change is about to happen rather than done.
  public let isPrior: Bool
}

/// Keeps an observation alive; it ends when the token is released or ``invalidate()`` is called.
public final class ManagedObjectObservation {
  private weak var object: NSManagedObject?
  private let observer: PropertyObserver

  init(_ object: NSManagedObject, _ observer: PropertyObserver) {
    self.object = object
    self.observer = observer
  }

  deinit { invalidate() }

  /// Ends the observation. Doing so twice does nothing.
  public func invalidate() {
    object?.removeObserver(observer)
    object = nil
  }
}

/// One observer of one key of one object.
final class PropertyObserver {
  let key: String
  let isPrior: Bool
  let handler: (NSManagedObject, ManagedObjectChange) -> Void

  init(
    key: String, isPrior: Bool, handler: @escaping (NSManagedObject, ManagedObjectChange) -> Void
  ) {
    self.key = key
    self.isPrior = isPrior
    self.handler = handler
  }
}

extension NSManagedObject {
  /// Observes a property: the closure is called after each change with the old and the new value.
  ///
  /// This stands in for key-value observing, which needs the Objective-C runtime.
  ///
  /// - Parameters:
  ///   - key: the property's name.
  ///   - prior: whether to call also before each change.
  ///   - handler: called on the thread that makes the change.
  /// - Returns: a token; the observation ends when it is released.
  public final func observe(
    _ key: String, prior: Bool = false,
    changeHandler handler: @escaping (NSManagedObject, ManagedObjectChange) -> Void
  ) -> ManagedObjectObservation {
    let observer = PropertyObserver(key: key, isPrior: prior, handler: handler)
    if extra == nil { extra = ObjectExtra() }
    extra?.observers.append(observer)
    flags.insert(.observed)
    return ManagedObjectObservation(self, observer)
  }

  final func removeObserver(_ observer: PropertyObserver) {
    extra?.observers.removeAll { $0 === observer }
    if extra?.observers.isEmpty ?? true { flags.remove(.observed) }
  }

  final func noteWillChange(_ key: String) {
    guard flags.contains(.observed), let extra,
      extra.observers.contains(where: { $0.key == key })
    else { return }
    let old = value(forKey: key)
    extra.announced[key] = .some(old)
    let change = ManagedObjectChange(key: key, oldValue: old, newValue: nil, isPrior: true)
    for observer in extra.observers where observer.key == key && observer.isPrior {
      observer.handler(self, change)
    }
  }

  final func noteDidChange(_ key: String) {
    guard flags.contains(.observed), let extra, let old = extra.announced.removeValue(forKey: key)
    else { return }
    let change = ManagedObjectChange(
      key: key, oldValue: old, newValue: value(forKey: key), isPrior: false)
    for observer in extra.observers where observer.key == key {
      observer.handler(self, change)
    }
  }
}
