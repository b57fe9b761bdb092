import Foundation

/// Watches every object along a key path, and what their values depend on: told before and after
/// each change on the way.
///
/// The objects are not held: each holds its observers.
final class PathWatcher {
  /// Told of a change; with what is known of it where it is the last key's own.
  typealias Report = (KeyedChange) -> Void

  private let keys: [String]
  private let willChange: Report
  private let didChange: Report
  private var steps: [Step] = []
  private var isActive = true

  /// One object on the way.
  private final class Step {
    weak var object: NSManagedObject?
    var observer: PropertyObserver?
    var dependencies: [PathWatcher] = []
    /// How many changes have begun and not ended.
    var pending = 0

    init(_ object: NSManagedObject) { self.object = object }
  }

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - root: the first object.
  ///   - keys: the path from it.
  ///   - seen: keys of the root that are being looked at already. What they depend on is not looked
  ///     at again, so that keys that depend on each other do no harm.
  init(
    _ root: NSManagedObject, _ keys: [String], seen: Set<String> = [],
    willChange: @escaping Report, didChange: @escaping Report
  ) {
    self.keys = keys
    self.willChange = willChange
    self.didChange = didChange
    attach(root, seen: seen)
  }

  /// Ends.
  func end() {
    isActive = false
    detach(from: 0)
  }

  private func attach(_ object: NSManagedObject, seen: Set<String>) {
    let step = Step(object)
    let index = steps.count
    let observer = PropertyObserver(
      key: keys[index],
      willChange: { [weak self, weak step] change in
        guard let self, let step, isActive else { return }
        step.pending += 1
        willChange(index == keys.count - 1 ? change : .setting)
        detach(from: index + 1)
      },
      didChange: { [weak self, weak step] change in
        guard let self, let step, isActive, step.pending > 0 else { return }
        step.pending -= 1
        attachRest(behind: index)
        didChange(index == keys.count - 1 ? change : .setting)
      })
    step.observer = observer
    object.addObserver(observer)
    steps.append(step)
    step.dependencies = dependencies(of: keys[index], object, seen)
    attachRest(behind: index)
  }

  /// Goes on behind a key. One that has no object, or that a sub-entity's object does not have, ends
  /// the path.
  private func attachRest(behind index: Int) {
    guard index + 1 < keys.count, steps.count == index + 1, let object = steps[index].object,
      let next = (try? object.get(keys[index])) as? NSManagedObject
    else { return }
    attach(next, seen: [])
  }

  private func dependencies(
    of key: String, _ object: NSManagedObject, _ seen: Set<String>
  ) -> [PathWatcher] {
    let paths = type(of: object).keyPathsForValuesAffectingValue(forKey: key)
    guard !paths.isEmpty, !seen.contains(key) else { return [] }
    return paths.sorted().map { path in
      PathWatcher(
        object, object.keys(in: path), seen: seen.union([key]),
        willChange: { [weak self] _ in self?.report(willHappen: true) },
        didChange: { [weak self] _ in self?.report(willHappen: false) })
    }
  }

  private func report(willHappen: Bool) {
    guard isActive else { return }
    if willHappen { willChange(.setting) } else { didChange(.setting) }
  }

  private func detach(from index: Int) {
    while steps.count > index {
      let step = steps.removeLast()
      if let observer = step.observer { step.object?.removeObserver(observer) }
      for dependency in step.dependencies { dependency.end() }
      // What began there is not heard to end any more.
      for _ in 0..<step.pending { didChange(.setting) }
    }
  }
}

/// One observer of one key of one object.
final class PropertyObserver {
  let key: String
  let willChange: PathWatcher.Report
  let didChange: PathWatcher.Report
  /// Whether the object still has it: one that was removed while others were told is told no more.
  var isRegistered = false

  init(
    key: String, willChange: @escaping PathWatcher.Report, didChange: @escaping PathWatcher.Report
  ) {
    self.key = key
    self.willChange = willChange
    self.didChange = didChange
  }
}
