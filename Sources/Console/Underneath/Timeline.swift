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

  let context: NSManagedObjectContext
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
      groups.removeSubrange(min(depth, groups.count)...)
      saves.removeAll { $0 > depth }
      groups.append(Group(name: done[depth], states: states(of: changed)))
    } else if done.count + undone.count != groups.count {
      groups = (done + undone.reversed()).map { Group(name: $0) }
      saves = []
      firstStates = [:]
    }
    depth = done.count
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

/// A value as it was at a point; empty relationships are left out, objects are kept as such, since their names change with a save.
enum TimelineValue: Equatable {
  case text(String)
  case objects([NSManagedObject])
  /// The members of an unordered relationship, by identity.
  case members([NSManagedObject])

  static func == (left: TimelineValue, right: TimelineValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left == right
    case (.objects(let left), .objects(let right)), (.members(let left), .members(let right)):
      left.map(ObjectIdentifier.init) == right.map(ObjectIdentifier.init)
    default: false
    }
  }

  /// As it is printed.
  var shown: String {
    switch self {
    case .text(let text): text
    case .objects(let objects):
      objects.isEmpty ? "empty" : objects.map(\.shortName).joined(separator: ", ")
    case .members(let objects):
      ObjectOrder.byID(objects).map(\.shortName).joined(separator: ", ")
    }
  }

  static func current(_ object: NSManagedObject) -> [String: TimelineValue] {
    values(object) { try? object.get($0) }
  }

  static func committed(_ object: NSManagedObject) -> [String: TimelineValue] {
    let stored = object.committedValues(forKeys: names(object).map(\.name))
    return values(object) { stored[$0] }
  }

  /// The properties to look at: relationships that are faults stay so.
  private static func names(_ object: NSManagedObject) -> [NSPropertyDescription] {
    object.entity.properties.filter { property in
      if property is NSFetchedPropertyDescription { return false }
      guard let relationship = property as? NSRelationshipDescription else { return true }
      return object.isLoaded(relationship)
    }
  }

  private static func values(
    _ object: NSManagedObject, _ read: (String) -> Any?
  ) -> [String: TimelineValue] {
    var values: [String: TimelineValue] = [:]
    for property in names(object) {
      let value = read(property.name)
      switch value {
      case let set as NSOrderedSet where set.count == 0: continue
      case let set as NSSet where set.count == 0: continue
      case let set as NSOrderedSet:
        values[property.name] = .objects(set.array.compactMap { $0 as? NSManagedObject })
      case let set as NSSet:
        values[property.name] = .members(
          set.allObjects.compactMap { $0 as? NSManagedObject }
            .sorted { ObjectIdentifier($0) < ObjectIdentifier($1) })
      case let partner as NSManagedObject: values[property.name] = .objects([partner])
      default:
        values[property.name] = .text(ValueText.text(value, property as? NSAttributeDescription))
      }
    }
    return values
  }
}
