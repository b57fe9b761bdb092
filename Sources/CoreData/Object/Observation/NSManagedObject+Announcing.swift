import Foundation

/// Telling observers.
extension NSManagedObject {
  final func addObserver(_ observer: PropertyObserver) {
    observer.isRegistered = true
    madeExtra.observers.append(observer)
    flags.insert(.observed)
  }

  final func removeObserver(_ observer: PropertyObserver) {
    observer.isRegistered = false
    extra?.observers.removeAll { $0 === observer }
    if extra?.observers.isEmpty ?? true { flags.remove(.observed) }
  }

  /// Runs a change of a property, telling its observers before and after. A change within a change of
  /// the same property is part of that.
  final func announcing<Failure: Error>(
    _ key: String, _ described: @autoclosure () -> KeyedChange,
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard flags.contains(.observed), isObserved(key), beginAnnouncing(key) else {
      try body()
      return
    }
    let change = described()
    tell(key) { $0.willChange(change) }
    defer {
      endAnnouncing(key)
      tell(key) { $0.didChange(change) }
    }
    try body()
  }

  /// Runs what changes values behind the setters' back (rollback, refresh, merging), telling the
  /// observers; who asked for old and new value hears only of a difference.
  final func announcingRestoration(_ body: () -> Void) {
    guard flags.contains(.observed), !flags.contains(.fault), let extra else {
      body()
      return
    }
    let keys = Set(extra.observers.map(\.key)).sorted()
    for key in keys { noteWillChange(key, .restoring) }
    body()
    for key in keys.reversed() { noteDidChange(key) }
  }

  /// The beginning of a change that somebody else makes and will say the end of.
  final func noteWillChange(_ key: String, _ change: KeyedChange = .setting) {
    guard flags.contains(.observed), isObserved(key), beginAnnouncing(key) else { return }
    extra?.announced[key] = change
    tell(key) { $0.willChange(change) }
  }

  /// The end of it.
  final func noteDidChange(_ key: String) {
    guard flags.contains(.observed), let change = extra?.announced.removeValue(forKey: key) else {
      return
    }
    endAnnouncing(key)
    tell(key) { $0.didChange(change) }
  }

  private final func isObserved(_ key: String) -> Bool {
    extra?.observers.contains { $0.key == key } ?? false
  }

  private final func beginAnnouncing(_ key: String) -> Bool {
    extra?.changingKeys.insert(key).inserted ?? false
  }

  private final func endAnnouncing(_ key: String) { extra?.changingKeys.remove(key) }

  /// Whoever is told may add and remove observers, itself too.
  private final func tell(_ key: String, _ message: (PropertyObserver) -> Void) {
    for observer in extra?.observers ?? [] where observer.key == key && observer.isRegistered {
      message(observer)
    }
  }
}
