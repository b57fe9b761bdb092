import Foundation

/// The results of a fetched results controller, whatever its type: objects, sections, and the watch
/// on the context.
final class FetchedResults {
  let context: NSManagedObjectContext
  let sectionNameKeyPath: String?
  let cacheName: String?
  private(set) var objects: [NSManagedObject]?
  private(set) var sections: [ResultSection]?
  private var pieces = FetchPieces()
  private var cache: SectionCache?
  /// Whether the sections were known from the cache.
  var isFromCache = false
  /// What the request said when the cache's name was first used for it.
  var fingerprintUsed: String?
  private(set) weak var delegate: (any NSFetchedResultsControllerDelegate)?
  /// The controller that the delegate is told by. It holds the results, not they it.
  private weak var controller: NSFetchedResultsController<any NSFetchRequestResult>?
  private var observations: [any NSObjectProtocol] = []

  init(_ context: NSManagedObjectContext, sectionNameKeyPath: String?, cacheName: String?) {
    self.context = context
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
  }

  deinit { stopWatching() }

  func setDelegate(
    _ delegate: (any NSFetchedResultsControllerDelegate)?,
    controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    self.delegate = delegate
    self.controller = controller
    stopWatching()
    cache?.isTracked = delegate != nil
    guard delegate != nil else { return }
    let watch = Watch(self)
    let center = NotificationCenter.default
    observations.append(
      center.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { watch.results?.contextChanged($0.userInfo ?? [:]) })
    guard cacheName != nil else { return }
    observations.append(
      center.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { _ in watch.results?.cache?.follow() })
  }

  private func stopWatching() {
    for observation in observations { NotificationCenter.default.removeObserver(observation) }
    observations = []
  }

  func fetch(_ pieces: FetchPieces) throws {
    try checkCache(pieces)
    let request = try PreparedFetch(context, pieces, nil)
    // Unsaved work is no part of what a cache keeps, be it in other objects that name the sections.
    cache =
      context.hasChanges
      ? nil
      : cacheName.flatMap {
        SectionCache($0, context, request, sectionNameKeyPath: sectionNameKeyPath)
      }
    cache?.isTracked = delegate != nil
    isFromCache = false
    let (found, divided) = try cache.map { try divide(request, with: $0) } ?? divide(request)
    self.pieces = pieces
    objects = found
    sections = divided
  }

  func object(at path: IndexPath) -> NSManagedObject? {
    guard path.count == 2, let sections, sections.indices.contains(path.section),
      sections[path.section].members.indices.contains(path.row)
    else { return nil }
    return sections[path.section].members[path.row]
  }

  func indexPath(_ object: NSManagedObject) -> IndexPath? {
    for (index, section) in (sections ?? []).enumerated() {
      if let row = section.members.firstIndex(where: { $0 === object }) {
        return IndexPath(row: row, section: index)
      }
    }
    return nil
  }

  // MARK: Following the context

  private func contextChanged(_ info: [AnyHashable: Any]) {
    guard let old = objects else { return }
    if info[NSInvalidatedAllObjectsKey] != nil {
      objects = []
      sections = []
      return
    }
    func set(_ key: String) -> Set<NSManagedObject> { info[key] as? Set<NSManagedObject> ?? [] }
    let touched = set(NSInsertedObjectsKey).union(set(NSUpdatedObjectsKey))
      .union(set(NSRefreshedObjectsKey)).union(set(NSDeletedObjectsKey))
    let present = Set(old)
    let changed = touched.filter { present.contains($0) || isWanted($0) }
    guard !changed.isEmpty else { return }
    let kept = old.filter { !changed.contains($0) || isWanted($0) }
    let added = changed.filter { !present.contains($0) }.sorted { abs($0.pk) < abs($1.pk) }
    guard let new = try? PendingOverlay.ordered(kept + added, pieces) else { return }
    publish(old, new, changed)
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
  private func knownNames(besides changed: Set<NSManagedObject>) -> [ObjectIdentifier: String] {
    guard pieces.fetchBatchSize > 0, sectionNameKeyPath != nil else { return [:] }
    var names: [ObjectIdentifier: String] = [:]
    for section in sections ?? [] {
      for member in section.members where !changed.contains(member) {
        names[ObjectIdentifier(member)] = section.name
      }
    }
    return names
  }

  private func publish(
    _ old: [NSManagedObject], _ new: [NSManagedObject], _ changed: Set<NSManagedObject>
  ) {
    let before = sections ?? []
    let names = knownNames(besides: changed)
    let after = ResultSection.divide(new, sectionNameKeyPath) { names[ObjectIdentifier(new[$0])] }
    let changes = ResultChanges(before, after, changed)
    guard let delegate, let controller else { return }
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
    if let difference = ResultDifference.ids(from: old, to: new) {
      delegate.controller(controller, didChangeContentWith: difference)
    }
    delegate.controller(
      controller,
      didChangeContentWith: NSDiffableDataSourceSnapshotReference(
        sections: after.map { ($0.name, $0.members.map(\.objectID)) }))
    delegate.controllerDidChangeContent(controller)
  }
}

/// A reference that does not keep the results alive.
///
/// `@unchecked Sendable`: the notification is posted on the context's queue, where the results are
/// used.
private final class Watch: @unchecked Sendable {
  weak var results: FetchedResults?
  init(_ results: FetchedResults) { self.results = results }
}
