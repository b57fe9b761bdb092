import Foundation

/// One observation of a key path: puts the dictionaries together that observers are given.
final class KeyPathObservation {
  typealias Deliver = (NSManagedObject, [NSKeyValueChangeKey: Any]) -> Void

  private weak var root: NSManagedObject?
  private let options: NSKeyValueObservingOptions
  private let read: (NSManagedObject) -> Any?
  private let deliver: Deliver
  private var watcher: PathWatcher?
  /// How many changes are under way on the path: one that comes of another is part of it.
  private var depth = 0
  private var old: Any?

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - root: the object at the root of the path.
  ///   - keys: the path.
  ///   - options: what to tell.
  ///   - read: reads the value at the end of the path.
  ///   - deliver: told of each change.
  init(
    _ root: NSManagedObject, _ keys: [String], _ options: NSKeyValueObservingOptions,
    read: @escaping (NSManagedObject) -> Any?, deliver: @escaping Deliver
  ) {
    self.root = root
    self.options = options
    self.read = read
    self.deliver = deliver
    watcher = PathWatcher(
      root, keys, willChange: { [weak self] in self?.willChange($0) },
      didChange: { [weak self] in self?.didChange($0) })
    if options.contains(.initial) {
      var change: [NSKeyValueChangeKey: Any] = [.kindKey: Self.number(.setting)]
      if options.contains(.new) { change[.newKey] = value(of: root) }
      deliver(root, change)
    }
  }

  /// Ends.
  func end() {
    let ended = watcher
    watcher = nil
    ended?.end()
  }

  private func willChange(_ kind: KeyedChange) {
    depth += 1
    guard depth == 1, let root else { return }
    if options.contains(.old), kind.isSetting { old = value(of: root) }
    guard options.contains(.prior) else { return }
    var change = description(of: kind, root, isPrior: true)
    change[.notificationIsPriorKey] = NSNumber(value: true)
    deliver(root, change)
  }

  private func didChange(_ kind: KeyedChange) {
    // Whoever is added while a change is under way hears of its end alone.
    guard depth > 0 else { return }
    depth -= 1
    guard depth == 0, watcher != nil, let root else { return }
    let change = description(of: kind, root, isPrior: false)
    old = nil
    if case .restoring = kind, !options.contains(.prior), Self.isIdle(change) { return }
    deliver(root, change)
  }

  /// Whether old and new value are known and equal.
  private static func isIdle(_ change: [NSKeyValueChangeKey: Any]) -> Bool {
    guard let old = change[.oldKey] as? AnyHashable, let new = change[.newKey] as? AnyHashable
    else { return false }
    return old == new
  }

  /// What the options ask for.
  private func description(
    of kind: KeyedChange, _ root: NSManagedObject, isPrior: Bool
  ) -> [NSKeyValueChangeKey: Any] {
    var change: [NSKeyValueChangeKey: Any] = [:]
    func put(_ kind: NSKeyValueChange, old: Any?, new: Any?, _ indexes: IndexSet?) {
      change[.kindKey] = Self.number(kind)
      if options.contains(.old), let old { change[.oldKey] = old }
      if options.contains(.new), !isPrior, let new { change[.newKey] = new }
      if let indexes { change[.indexesKey] = indexes }
    }
    switch kind {
    case .setting, .restoring:
      let new = options.contains(.new) && !isPrior ? value(of: root) : nil
      put(.setting, old: old, new: new, nil)
    case .insertion(let members, let indexes): put(.insertion, old: nil, new: members, indexes)
    case .removal(let members, let indexes): put(.removal, old: members, new: nil, indexes)
    case .replacement(let old, let new, let indexes):
      put(.replacement, old: old, new: new, indexes)
    }
    return change
  }

  private func value(of root: NSManagedObject) -> Any { read(root) ?? NSNull() }

  private static func number(_ kind: NSKeyValueChange) -> NSNumber {
    NSNumber(value: kind.rawValue)
  }
}
