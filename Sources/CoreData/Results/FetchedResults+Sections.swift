import Foundation

/// Dividing the results into sections.
extension FetchedResults {
  typealias Divided = (objects: [NSManagedObject], sections: [ResultSection])

  /// Fetches and divides, without a cache.
  func divide(_ request: PreparedFetch) throws -> Divided {
    let found = try request.finish(request.read())
    let names = storedNames(request.pieces, count: found.count)
    let divided = ResultSection.divide(found, sectionNameKeyPath) { names?[$0] }
    try ResultSection.checkOrder(divided)
    return (found, divided)
  }

  /// Fetches and divides as the cache says, if it still says the truth; if it does not, the cache is
  /// written anew. A fetch that asks for keys alone is answered by the cache, without the store.
  func divide(_ request: PreparedFetch, with cache: SectionCache) throws -> Divided {
    if let known = cache.load() {
      let found = try request.finish(
        request.readsKeys ? .keys(cache.keys(known.keys)) : request.read())
      // Somebody may have written between the look at the cache and the fetch.
      if found.elementsEqual(known.keys, by: { $0.pk == $1.pk }) {
        let names = known.names
        let divided = ResultSection.divide(found, sectionNameKeyPath) { names[$0] }
        try ResultSection.checkOrder(divided)
        isFromCache = true
        return (found, divided)
      }
    }
    return try divide(request, filling: cache)
  }

  private func divide(_ request: PreparedFetch, filling cache: SectionCache) throws -> Divided {
    // Names that the program computes are computed from objects: old ones may tell what was.
    let isTrue = cache.canAsk || !context.hasReadObjects
    let state = isTrue ? cache.begin() : nil
    let asked = try cache.ask()
    let found = try request.finish(
      request.readsKeys
        ? asked.map { .keys(cache.keys($0.keys)) } ?? request.read() : request.read())
    let keys = found.map { ObjectKey(entity: $0.layout.number, pk: $0.pk) }
    // Within one family of entities primary keys are enough.
    let isSame = asked.map { $0.keys.elementsEqual(keys) { $0.pk == $1.pk } } ?? false
    let names = isSame ? asked?.names : nil
    let divided = ResultSection.divide(found, sectionNameKeyPath) { names?[$0] }
    try ResultSection.checkOrder(divided)
    if names != nil || !cache.canAsk {
      let sections = divided.map {
        SectionInformation.Section(name: $0.name, count: $0.members.count)
      }
      cache.write(asked?.keys ?? ContiguousArray(keys), sections, since: state)
    }
    return (found, divided)
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
  func checkCache(_ pieces: FetchPieces) throws {
    guard let cacheName else { return }
    let fingerprint = SectionCaches.fingerprint(pieces, sectionNameKeyPath)
    if let used = fingerprintUsed, used != fingerprint, SectionCaches.shared.holds(cacheName) {
      throw RequestError.cacheMismatch(cacheName)
    }
    fingerprintUsed = fingerprint
    SectionCaches.shared.add(cacheName)
  }
}

extension NSManagedObjectContext {
  /// Whether an object of the context has values that were read before now.
  fileprivate final var hasReadObjects: Bool {
    var isFound = false
    registry.forEach { isFound = isFound || !$0.isFault }
    return isFound
  }
}
