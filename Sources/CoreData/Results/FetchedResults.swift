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
  private var fingerprintUsed: String?
  private weak var delegate: (any NSFetchedResultsControllerDelegate)?
  /// The controller that the delegate is told by. It holds the results, not they it.
  private weak var controller: NSFetchedResultsController<any NSFetchRequestResult>?
  private var observation: (any NSObjectProtocol)?

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
    self.controller = delegate == nil ? nil : controller
    stopWatching()
    guard delegate != nil else { return }
    let watch = Watch(self)
    observation = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { watch.results?.contextChanged($0.userInfo ?? [:]) }
  }

  private func stopWatching() {
    if let observation { NotificationCenter.default.removeObserver(observation) }
    observation = nil
  }

  func fetch(_ pieces: FetchPieces) throws {
    try checkCache(pieces)
    let found = try context.fetchObjects(pieces, as: nil)
    let names = storedNames(pieces, count: found.count)
    let divided = ResultSection.divide(found, sectionNameKeyPath) { names?[$0] }
    try Self.checkOrder(divided)
    self.pieces = pieces
    objects = found
    sections = divided
  }

  /// The section names of a fetch by batches, in the results' order, asked for with one statement, so
  /// that no batch is read for them; nil where the store cannot tell.
  private func storedNames(_ pieces: FetchPieces, count: Int) -> [String]? {
    guard pieces.fetchBatchSize > 0, let sectionNameKeyPath, context.parentContext == nil,
      let layout = try? context.layout(for: pieces),
      !PendingOverlay(context, layout, pieces).isNeeded
    else { return nil }
    var pieces = pieces
    pieces.resultType = .dictionaryResultType
    pieces.propertiesToFetch = [sectionNameKeyPath]
    pieces.relationshipKeyPathsForPrefetching = nil
    guard let rows = try? context.dictionaries(pieces), rows.count == count else { return nil }
    return rows.map { ResultSection.text($0[sectionNameKeyPath]) }
  }

  /// A request that was changed under a cache's name is refused, unless the cache was deleted.
  private func checkCache(_ pieces: FetchPieces) throws {
    guard let cacheName else { return }
    let fingerprint = SectionCaches.fingerprint(pieces, sectionNameKeyPath)
    if let used = fingerprintUsed, used != fingerprint, SectionCaches.shared.holds(cacheName) {
      throw RequestError.cacheMismatch(cacheName)
    }
    fingerprintUsed = fingerprint
    SectionCaches.shared.add(cacheName)
  }

  /// Objects of one section have to stand together.
  private static func checkOrder(_ sections: [ResultSection]) throws {
    var seen: Set<String> = []
    var index = 0
    for section in sections {
      guard seen.insert(section.name).inserted else {
        throw RequestError.sectionsOutOfOrder(name: section.name, index: index)
      }
      index += section.members.count
    }
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
        controller, didChange: change.section, atSectionIndex: change.index, for: change.type)
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

/// One section of results.
struct ResultSection: NSFetchedResultsSectionInfo {
  let name: String
  let members: [NSManagedObject]

  var indexTitle: String? { name.first.map { String($0).uppercased() } }
  var numberOfObjects: Int { members.count }
  var objects: [Any]? { members }

  /// Divides sorted objects where the value of the key path changes. Without a key path there is one
  /// section, even if it is empty.
  /// - Parameter known: the name of the section of the object at a place, if it need not be read.
  static func divide(
    _ objects: [NSManagedObject], _ keyPath: String?, known: (Int) -> String?
  ) -> [ResultSection] {
    guard let keyPath else { return [ResultSection(name: "", members: objects)] }
    var sections: [(name: String, members: [NSManagedObject])] = []
    for (place, object) in objects.enumerated() {
      let name = known(place) ?? text(object.value(forKeyPath: keyPath))
      if sections.last?.name == name {
        sections[sections.count - 1].members.append(object)
      } else {
        sections.append((name, [object]))
      }
    }
    return sections.map { ResultSection(name: $0.name, members: $0.members) }
  }

  static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let text as String: text
    case let number as NSNumber: number.stringValue
    case let object as NSManagedObject: object.shortName
    case let id as NSManagedObjectID: id.shortName
    case let other?: "\(other)"
    }
  }
}
