public import Foundation

/// Keeps the results of a fetch in sections, and tells its delegate how they change when the
/// context's objects do.
///
/// Apple's class of the same name. With a cache's name, what the sections are and which object stands
/// where is kept in a file, so that the next launch of the program need not compute it: a fetch by
/// batches asks the store nothing then, and a fetch of rows reads no object for the sections' names. The
/// file counts as long as it was made for the same entity, version of it, order, predicate, limits and
/// section key path, and the store holds what it held; otherwise it is written anew. It is written by
/// ``performFetch()``, and where a delegate follows changes also after saves (once a second at most) and
/// when the store is closed.
///
/// The files are in `$XDG_CACHE_HOME/PROGRAM/FetchedResults` or `~/.cache/PROGRAM/FetchedResults`; where
/// they cannot be written, everything works without them. Nothing is kept of unsaved work, of child
/// contexts, of pinned query generations, or of stores other than SQLite's.
///
/// Difference from Apple: there is a file for each name and store. Where the program computes the names of
/// sections and computes them otherwise in a new version, another cache name is needed, as on Apple.
open class NSFetchedResultsController<ResultType>: NSObject {
  let results: FetchedResults

  /// The request whose results are kept. Change it only with ``performFetch()`` following.
  public let fetchRequest: NSFetchRequest<ResultType>

  /// Creates a controller that has fetched nothing yet.
  ///
  /// - Parameters:
  ///   - fetchRequest: a request for objects, with at least one sort descriptor; the first one must
  ///     agree with the section key path. A request without order is a misuse.
  ///   - context: the context whose objects are watched.
  ///   - sectionNameKeyPath: the key path whose value divides the results; nil for one section.
  ///   - name: a name for the cache, of this question alone; nil for none.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    guard !(fetchRequest.pieces.sortDescriptors ?? []).isEmpty else {
      misuse(
        "An instance of NSFetchedResultsController requires a fetch request with sort descriptors.")
    }
    self.fetchRequest = fetchRequest
    results = FetchedResults(context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    super.init()
  }

  /// A controller of another type with the same results.
  init(sharing results: FetchedResults, _ pieces: FetchPieces) {
    self.results = results
    fetchRequest = NSFetchRequest<ResultType>()
    fetchRequest.pieces = pieces
    super.init()
  }

  /// Who is told of changes; not kept alive. Without a delegate the results are not kept up to date, as on
  /// Apple.
  open var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { results.delegate }
    set { results.setDelegate(newValue, controller: erased) }
  }

  /// The controller as delegates see it: the same one each time.
  private var erased: NSFetchedResultsController<any NSFetchRequestResult> {
    if let own = self as? NSFetchedResultsController<any NSFetchRequestResult> { return own }
    if let twin { return twin }
    let made = NSFetchedResultsController<any NSFetchRequestResult>(
      sharing: results, fetchRequest.pieces)
    twin = made
    return made
  }
  private var twin: NSFetchedResultsController<any NSFetchRequestResult>?

  /// Whether both are controllers of the same results: so that a delegate can tell which of its
  /// controllers it hears from.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? any ResultsSharing)?.results === results
  }

  /// By the results.
  open override var hash: Int { ObjectIdentifier(results).hashValue }

  /// Fetches, or fetches anew, and hands the delegate a snapshot of the results.
  ///
  /// - Throws: what the fetch has wrong; an error when objects of one section do not stand together,
  ///   or when the request was changed although the controller has a cache (Apple's class raises an
  ///   exception then).
  open func performFetch() throws {
    twin?.fetchRequest.pieces = fetchRequest.pieces
    try bridgingErrors { try results.fetch(fetchRequest.pieces) }
  }

  /// The context whose objects are watched.
  public var managedObjectContext: NSManagedObjectContext { results.context }

  /// The key path that divides the results.
  public var sectionNameKeyPath: String? { results.sectionNameKeyPath }

  /// The cache's name.
  public var cacheName: String? { results.cacheName }

  /// Whether the sections of the last fetch were known from the cache.
  package final var isFromCache: Bool { results.isFromCache }

  /// Deletes a cache's files, and lets controllers go on with a changed request.
  ///
  /// - Parameter name: the cache's name; nil for all caches of the program.
  open class func deleteCache(withName name: String?) { SectionCaches.shared.remove(name) }

  /// The results in order; nil before the first fetch.
  open var fetchedObjects: [ResultType]? { results.objects?.compactMap { $0 as? ResultType } }

  /// The sections; nil before the first fetch.
  open var sections: [any NSFetchedResultsSectionInfo]? { results.sections?.map(titled) }

  /// A section with the index title that this controller gives it.
  final func titled(_ section: ResultSection) -> any NSFetchedResultsSectionInfo {
    TitledSection(section: section) { [weak self] in self?.sectionIndexTitle(forSectionName: $0) }
  }

  /// The object at a place. A place that does not exist is a misuse.
  ///
  /// - Parameter indexPath: section and row.
  open func object(at indexPath: IndexPath) -> ResultType {
    guard let object = results.object(at: indexPath) as? ResultType else {
      misuse("There is no object at index path \(indexPath). Ask sections how many there are.")
    }
    return object
  }

  /// The place of an object, nil if it is not among the results.
  ///
  /// - Parameter object: an object.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap(results.indexPath)
  }

  /// The titles of the sections' index.
  open var sectionIndexTitles: [String] {
    (results.sections ?? []).compactMap { sectionIndexTitle(forSectionName: $0.name) }
  }

  /// What stands for a section in the index: the delegate's answer, or the first letter.
  ///
  /// - Parameter sectionName: the section's name.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    guard let delegate else { return sectionName.first.map { String($0).uppercased() } }
    return delegate.controller(erased, sectionIndexTitleForSectionName: sectionName)
  }

  /// The section that an index title leads to.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - sectionIndex: its place among the titles.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    // Sections may have no title, or one that others have, too.
    let titled = (results.sections ?? []).enumerated().compactMap { place, section in
      sectionIndexTitle(forSectionName: section.name).map { (place: place, title: $0) }
    }
    if titled.indices.contains(sectionIndex), titled[sectionIndex].title == title {
      return titled[sectionIndex].place
    }
    return titled.first { $0.title == title }?.place ?? sectionIndex
  }
}

/// A controller of any type.
private protocol ResultsSharing {
  var results: FetchedResults { get }
}

extension NSFetchedResultsController: ResultsSharing {}
