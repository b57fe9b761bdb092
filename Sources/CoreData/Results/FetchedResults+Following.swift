import Foundation

/// Following the context: what an event costs is a look at each object's address, and work for what
/// changed.
extension FetchedResults {
  func contextChanged(_ info: [AnyHashable: Any]) {
    guard let old = objects else { return }
    if info[NSInvalidatedAllObjectsKey] != nil {
      objects = []
      sections = []
      return
    }
    func set(_ key: String) -> Set<NSManagedObject> { info[key] as? Set<NSManagedObject> ?? [] }
    let touched = set(NSInsertedObjectsKey).union(set(NSUpdatedObjectsKey))
      .union(set(NSRefreshedObjectsKey)).union(set(NSDeletedObjectsKey))
    let change = Change(old: old, touched: touched, isWanted: isWanted)
    guard !change.changed.isEmpty, let new = try? order(old, change) else { return }
    publish(old, new, change)
  }

  /// What an event means for the results.
  struct Change {
    /// The objects that are among the results, or shall be.
    private(set) var changed: Set<ObjectIdentifier> = []
    /// Those of them that are among the results afterwards: first the known ones with their former
    /// places, then the new ones.
    private(set) var wanted: [(place: Int, object: NSManagedObject)] = []

    init(old: [NSManagedObject], touched: Set<NSManagedObject>, isWanted: (NSManagedObject) -> Bool)
    {
      var rest = Dictionary(uniqueKeysWithValues: touched.map { (ObjectIdentifier($0), $0) })
      for (place, object) in old.enumerated() {
        guard rest.removeValue(forKey: ObjectIdentifier(object)) != nil else { continue }
        changed.insert(ObjectIdentifier(object))
        if isWanted(object) { wanted.append((place, object)) }
      }
      let added = rest.values.filter(isWanted).sorted { abs($0.pk) < abs($1.pk) }
      for (number, object) in added.enumerated() {
        changed.insert(ObjectIdentifier(object))
        wanted.append((old.count + number, object))
      }
    }
  }

  /// The new order. Where only the objects' own values count, the others stay as they stand.
  private func order(_ old: [NSManagedObject], _ change: Change) throws -> [NSManagedObject] {
    guard keepsOrder else {
      let kept = old.filter { !change.changed.contains(ObjectIdentifier($0)) || isWanted($0) }
      let added = change.wanted.filter { $0.place >= old.count }.map(\.object)
      return try PendingOverlay.ordered(kept + added, pieces)
    }
    var rest: [(place: Int, object: NSManagedObject)] = []
    rest.reserveCapacity(old.count)
    for (place, object) in old.enumerated() where !change.changed.contains(ObjectIdentifier(object))
    {
      rest.append((place, object))
    }
    return try PendingOverlay.merged(change.wanted, into: rest, pieces.sortDescriptors ?? [])
  }

  /// Whether objects that did not change stand among each other as before: not where they are sorted by
  /// values of others.
  private var keepsOrder: Bool {
    (pieces.sortDescriptors ?? []).allSatisfy { $0.key.map { !$0.contains(".") } ?? false }
  }

  private func isWanted(_ object: NSManagedObject) -> Bool {
    guard object.context === context, !object.isDeleted,
      let layout = try? context.layout(for: pieces),
      pieces.includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
    else { return false }
    // An error was one of the fetch already.
    return (try? pieces.predicate?.finds(object) ?? true) ?? false
  }

  /// The section names of a fetch by batches that need not be read again, by objects.
  private func knownNames(besides changed: Set<ObjectIdentifier>) -> [ObjectIdentifier: String] {
    guard pieces.fetchBatchSize > 0, sectionNameKeyPath != nil else { return [:] }
    var names: [ObjectIdentifier: String] = [:]
    for section in sections ?? [] {
      for member in section.members where !changed.contains(ObjectIdentifier(member)) {
        names[ObjectIdentifier(member)] = section.name
      }
    }
    return names
  }

  private func publish(_ old: [NSManagedObject], _ new: [NSManagedObject], _ change: Change) {
    let before = sections ?? []
    let names = knownNames(besides: change.changed)
    let after = ResultSection.divide(new, sectionNameKeyPath) { names[ObjectIdentifier(new[$0])] }
    guard let delegate, let controller else { return }
    let changes = ResultChanges(before, after, change.changed)
    delegate.controllerWillChangeContent(controller)
    objects = new
    sections = after
    for change in changes.sections {
      delegate.controller(
        controller, didChange: controller.titled(change.section), atSectionIndex: change.index,
        for: change.type)
    }
    for change in changes.objects {
      delegate.controller(
        controller, didChange: change.object, at: change.old, for: change.type,
        newIndexPath: change.new)
    }
    let difference =
      keepsOrder
      ? ResultDifference.ids(from: old, to: new, changed: change.changed)
      : ResultDifference.ids(from: old, to: new)
    if let difference { delegate.controller(controller, didChangeContentWith: difference) }
    let changed = changes.objects.filter { $0.old != nil && $0.new != nil }.map(\.object.objectID)
    tell(delegate, controller, after, reloaded: changed)
    delegate.controllerDidChangeContent(controller)
  }

  /// Hands out a snapshot of the results as they are (observed: the first one comes from
  /// `performFetch()`).
  func tellFirst() {
    guard let delegate, let controller, let sections else { return }
    tell(delegate, controller, sections, reloaded: [])
  }

  /// A snapshot's identifiers are looked up when it is asked for them, or, where somebody keeps it,
  /// before the objects can change.
  private func tell(
    _ delegate: any NSFetchedResultsControllerDelegate,
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    _ sections: [ResultSection], reloaded: [NSManagedObjectID]
  ) {
    var snapshot = NSDiffableDataSourceSnapshotReference(of: sections, reloaded: reloaded)
    delegate.controller(controller, didChangeContentWith: snapshot)
    if !isKnownUniquelyReferenced(&snapshot) { snapshot.settle() }
  }
}
