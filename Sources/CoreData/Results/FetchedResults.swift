import Foundation

/// The results of a fetched results controller, whatever its type: objects, sections, and the watch
/// on the context.
final class FetchedResults {
  let context: NSManagedObjectContext
  let sectionNameKeyPath: String?
  let cacheName: String?
  var objects: [NSManagedObject]?
  var sections: [ResultSection]?
  private(set) var pieces = FetchPieces()
  private var cache: SectionCache?
  /// Whether the sections were known from the cache.
  var isFromCache = false
  /// What the request said when the cache's name was first used for it.
  var fingerprintUsed: String?
  private(set) weak var delegate: (any NSFetchedResultsControllerDelegate)?
  /// The controller that the delegate is told by. It holds the results, not they it.
  private(set) weak var controller: NSFetchedResultsController<any NSFetchRequestResult>?
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
    tellFirst()
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
}

/// A reference that does not keep the results alive.
///
/// `@unchecked Sendable`: the notification is posted on the context's queue, where the results are
/// used.
private final class Watch: @unchecked Sendable {
  weak var results: FetchedResults?
  init(_ results: FetchedResults) { self.results = results }
}
