import Foundation

/// What can be observed, as on Apple's systems.
public protocol _KeyValueCodingAndObserving {}

extension NSManagedObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSManagedObject {
  /// Observes a property, or one behind to-one relationships: `observe(\.department?.name)`.
  ///
  /// - Parameters:
  ///   - keyPath: attributes and relationships of the class, which must have been used with a
  ///     context; anything else is a misuse. A computed property counts as the stored one it shows.
  ///   - options: what to tell.
  ///   - changeHandler: called on the thread that makes the change, while it is made.
  /// - Returns: a token; the observation ends when it is released.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    ObjectClasses.learn(Self.self, entity: entity)
    guard let path = KeyPathNames.text(keyPath) else {
      misuse(
        "The key path \(keyPath) cannot be observed: it is not made of attributes and to-one "
          + "relationships. Name the property in a text, as in observe(\"players\").")
    }
    let observation = KeyPathObservation(
      self, keys(in: path), options,
      read: { object in (object as? Self).map { $0[keyPath: keyPath] } },
      deliver: { object, change in
        if let object = object as? Self { changeHandler(object, NSKeyValueObservedChange(change)) }
      })
    return NSKeyValueObservation(observation)
  }
}

extension NSManagedObject {
  /// Observes a property by name, or one behind to-one relationships: `observe("department.name")`.
  ///
  /// - Parameters:
  ///   - keyPath: keys joined with full stops. One that does not exist, or that leads on behind a
  ///     to-many relationship, is a misuse, as on Apple.
  ///   - options: what to tell.
  ///   - changeHandler: called on the thread that makes the change, while it is made.
  /// - Returns: a token; the observation ends when it is released.
  public final func observe(
    _ keyPath: String, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (NSManagedObject, NSKeyValueObservedChange<Any>) -> Void
  ) -> NSKeyValueObservation {
    do {
      return NSKeyValueObservation(
        try observation(keyPath, options) { changeHandler($0, NSKeyValueObservedChange($1)) })
    } catch {
      misuse(error.explanation)
    }
  }

  /// Tells an observer of changes until it is removed.
  ///
  /// - Parameters:
  ///   - observer: whom to tell; it is not held, and its end is the end of the observation.
  ///   - keyPath: as for ``observe(_:options:changeHandler:)``.
  ///   - options: what to tell.
  ///   - context: handed to the observer as it is.
  public final func addObserver(
    _ observer: any KeyValueObserver, forKeyPath keyPath: String,
    options: NSKeyValueObservingOptions = [], context: UnsafeMutableRawPointer?
  ) {
    do {
      let made = try observation(keyPath, options) { [weak observer] object, change in
        observer?.observeValue(
          forKeyPath: keyPath, of: object, change: change, context: context)
      }
      madeExtra.registrations.removeAll { $0.observer == nil }
      madeExtra.registrations.append(
        ObserverRegistration(
          observer: observer, keyPath: keyPath, context: context, observation: made))
    } catch {
      misuse(error.explanation)
    }
  }

  /// Ends an observer's last observation of a key path. One that does not observe it is a misuse, as
  /// on Apple.
  public final func removeObserver(
    _ observer: any KeyValueObserver, forKeyPath keyPath: String
  ) {
    remove(observer, keyPath) { _ in true }
  }

  /// Ends an observer's observation of a key path with a context.
  public final func removeObserver(
    _ observer: any KeyValueObserver, forKeyPath keyPath: String,
    context: UnsafeMutableRawPointer?
  ) {
    remove(observer, keyPath) { $0 == context }
  }

  private final func remove(
    _ observer: any KeyValueObserver, _ keyPath: String,
    _ isMeant: (UnsafeMutableRawPointer?) -> Bool
  ) {
    let index = extra?.registrations.lastIndex {
      $0.observer === observer && $0.keyPath == keyPath && isMeant($0.context)
    }
    guard let index, let removed = extra?.registrations.remove(at: index) else {
      misuse(
        "Cannot remove an observer <\(type(of: observer))> for the key path \"\(keyPath)\" from "
          + "\(shortName) because it is not registered as an observer.")
    }
    removed.observation.end()
  }

  /// Begins to observe; throws what is wrong with the key path.
  final func observation(
    _ keyPath: String, _ options: NSKeyValueObservingOptions,
    _ deliver: @escaping (NSManagedObject, [NSKeyValueChangeKey: Any]) -> Void
  ) throws(ObjectError) -> KeyPathObservation {
    let keys = keys(in: keyPath)
    try checkObservable(keys)
    // The path was looked at above; behind an object of a sub-entity it may lead to nothing.
    return KeyPathObservation(
      self, keys, options, read: { (try? $0.get(path: keyPath)) ?? nil }, deliver: deliver)
  }

  private final func checkObservable(_ keys: [String]) throws(ObjectError) {
    var layout: EntityLayout? = layout
    for (index, key) in keys.enumerated() {
      guard let here = layout else { return }
      guard let property = here.property(named: key) else {
        // A property of the program's own: it says itself when it changes.
        if index == 0 { _ = try get(key) }
        return
      }
      if property.kind.isToMany && index < keys.count - 1 {
        throw .unobservable(path: keys.joined(separator: "."), property: key, entity: here.name)
      }
      layout = property.kind == .toOne ? property.destination : nil
    }
  }

  /// The keys of a path; those that lead into a composite attribute are one with its own.
  final func keys(in path: String) -> [String] {
    var keys: [String] = []
    var layout: EntityLayout? = layout
    var rest = path.split(separator: ".", omittingEmptySubsequences: false)[...]
    while let first = rest.popFirst() {
      var key = String(first)
      while layout?.property(named: key)?.kind == .composite, let next = rest.popFirst() {
        key += "." + next
      }
      keys.append(key)
      layout = layout?.property(named: key)?.destination
    }
    return keys
  }
}

/// An observer that was added by ``NSManagedObject/addObserver(_:forKeyPath:options:context:)``.
struct ObserverRegistration {
  weak var observer: (any KeyValueObserver)?
  let keyPath: String
  let context: UnsafeMutableRawPointer?
  let observation: KeyPathObservation
}
