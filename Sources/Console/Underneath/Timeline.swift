import CoreData

/// The undo groups and saves of a context as points, and what each changed.
final class Timeline {
  /// What an object was at a point: its values, or nil where it did not exist.
  typealias State = [String: TimelineValue]?

  /// A group of the undo stack.
  struct Group {
    let name: String
    /// The objects it changed, as they were behind it.
    var states: [ObjectIdentifier: State] = [:]
  }

  /// One point of the line.
  struct Point {
    let name: String
    let isSave: Bool
    /// How many groups are done there.
    let depth: Int
  }

  /// Groups that were undone, and left behind when something else was done.
  struct Branch {
    /// The group they followed, by its depth and name; depth nil where that was left behind as well.
    var depth: Int?
    let base: String
    let names: [String]
  }

  let context: NSManagedObjectContext
  private(set) var branches: [Branch] = []
  private(set) var groups: [Group] = []
  private var saves: [Int] = []
  /// The objects as they were before the first group that changed them.
  private var firstStates: [ObjectIdentifier: State] = [:]
  /// Keeps the objects, whose identity is the key above.
  private(set) var objects: [ObjectIdentifier: NSManagedObject] = [:]
  private var touched: [NSManagedObject] = []
  private(set) var depth = 0
  private var token: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    self.context = context
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { [touches] in touches.add($0) }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  private let touches = TouchedObjects()

  // MARK: - Following

  /// Brings the line up to date at the end of a command.
  func follow() {
    guard let manager = context.undoManager else { return }
    let done = manager.undoActionNames
    let undone = manager.redoActionNames
    let changed = touches.take()
    if done.count == depth + 1, undone.isEmpty {
      leaveBehind()
      groups.removeSubrange(min(depth, groups.count)...)
      saves.removeAll { $0 > depth }
      groups.append(Group(name: done[depth], states: states(of: changed)))
    } else if done.count + undone.count != groups.count {
      groups = (done + undone.reversed()).map { Group(name: $0) }
      saves = []
      firstStates = [:]
      branches = []
    }
    depth = done.count
  }

  /// What is undone can no longer be redone: it becomes a branch.
  private func leaveBehind() {
    guard depth < groups.count else { return }
    for index in branches.indices where branches[index].depth.map({ $0 > depth }) ?? false {
      branches[index].depth = nil
    }
    let base = depth == 0 ? "the beginning" : groups[depth - 1].name
    branches.append(Branch(depth: depth, base: base, names: groups[depth...].map(\.name)))
  }

  func noteSave() { saves.append(depth) }

  private func states(of changed: [NSManagedObject]) -> [ObjectIdentifier: State] {
    var states: [ObjectIdentifier: State] = [:]
    for object in changed {
      let key = ObjectIdentifier(object)
      let isNew = object.isInserted || object.pk < 0
      if firstStates[key] == nil {
        objects[key] = object
        firstStates[key] = .some(isNew ? nil : TimelineValue.committed(object))
      } else if !isNew, !object.isDeleted {
        complete(key, with: TimelineValue.committed(object))
      }
      states[key] = .some(
        object.isDeleted || object.managedObjectContext == nil ? nil : current(object))
    }
    return states
  }

  /// The values of an object; a relationship that is a fault now is as it was last known.
  private func current(_ object: NSManagedObject) -> [String: TimelineValue] {
    var values = TimelineValue.current(object)
    guard let known = state(of: object, at: groups.count) else { return values }
    for relationship in EntityProperties.of(object.entity).toManies
    where !object.isInserted && !object.isLoaded(relationship) {
      values[relationship.name] = known[relationship.name]
    }
    return values
  }

  /// Enters what was not loaded when earlier states were taken; it had not been changed by then.
  private func complete(_ key: ObjectIdentifier, with stored: [String: TimelineValue]) {
    firstStates[key] = firstStates[key].map { $0?.merging(stored) { old, _ in old } }
    for index in groups.indices {
      guard let state = groups[index].states[key] else { continue }
      groups[index].states[key] = .some(state?.merging(stored) { old, _ in old })
    }
  }

  // MARK: - Asking

  /// The points, the first where the store was opened.
  var points: [Point] {
    var points = [Point(name: "the beginning", isSave: false, depth: 0)]
    for depth in 0...groups.count {
      if depth > 0 {
        points.append(Point(name: groups[depth - 1].name, isSave: false, depth: depth))
      }
      for _ in saves.filter({ $0 == depth }) {
        points.append(Point(name: "save", isSave: true, depth: depth))
      }
    }
    return points
  }

  /// The point where the context is now: the last one of its depth.
  var position: Int { points.lastIndex { $0.depth == depth } ?? 0 }

  /// The point that an abandoned branch left from; nil where that is abandoned too.
  func index(of branch: Branch) -> Int? {
    branch.depth.flatMap { depth in points.firstIndex { $0.depth == depth && !$0.isSave } }
  }

  /// The objects that differ between two points: what each was and is.
  func differences(
    from first: Int, to second: Int
  ) -> [(object: NSManagedObject, old: State, new: State)] {
    let ordered = ObjectOrder.byID(Array(objects.values))
    return ordered.compactMap { object in
      let old = state(of: object, at: first)
      let new = state(of: object, at: second)
      return old == new ? nil : (object, old, new)
    }
  }

  private func state(of object: NSManagedObject, at depth: Int) -> State {
    let key = ObjectIdentifier(object)
    for group in groups.prefix(depth).reversed() {
      if let state = group.states[key] { return state }
    }
    return firstStates[key] ?? nil
  }
}

/// The objects that a context said to have changed.
///
/// `@unchecked Sendable` because the notification comes on the context's own queue, on which the
/// console runs.
private final class TouchedObjects: @unchecked Sendable {
  private var objects: [NSManagedObject] = []

  func add(_ notification: Notification) {
    for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
      guard let set = notification.userInfo?[key] as? Set<NSManagedObject> else { continue }
      objects += set
    }
  }

  func take() -> [NSManagedObject] {
    defer { objects = [] }
    var seen: Set<ObjectIdentifier> = []
    return objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}

extension NSManagedObject {
  /// Whether a relationship can be looked at without reading it: to-manies of unsaved objects count
  /// as read once something was put into them.
  func isLoaded(_ relationship: NSRelationshipDescription) -> Bool {
    guard relationship.isToMany else { return !isFault }
    return isInserted
      ? changedValues()[relationship.name] != nil
      : !hasFault(forRelationshipNamed: relationship.name)
  }
}
