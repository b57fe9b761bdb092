/// Everything a fetch request says, without the type of its result.
package struct FetchPieces {
  package var entityName: String?
  package var entity: NSEntityDescription?
  package var predicate: NSPredicate?
  package var sortDescriptors: [NSSortDescriptor]?
  package var fetchLimit = 0
  package var fetchOffset = 0
  package var fetchBatchSize = 0
  package var resultType = NSFetchRequestResultType.managedObjectResultType
  package var includesSubentities = true
  package var includesPendingChanges = true
  package var includesPropertyValues = true
  package var returnsObjectsAsFaults = true
  package var shouldRefreshRefetchedObjects = false
  package var returnsDistinctResults = false
  package var relationshipKeyPathsForPrefetching: [String]?
  package var propertiesToFetch: [Any]?
  package var propertiesToGroupBy: [Any]?
  package var havingPredicate: NSPredicate?
  /// The stores that are asked; nil for all that hold the entity.
  package var affectedStores: [NSPersistentStore]?

  package init() {}

  /// What offset and limit leave of a list; a negative one cuts nothing.
  func cut<Element>(_ list: [Element]) -> [Element] {
    if fetchOffset <= 0 && fetchLimit <= 0 { return list }
    let rest = list.dropFirst(max(0, fetchOffset))
    return Array(fetchLimit > 0 ? rest.prefix(fetchLimit) : rest)
  }
}

/// A fetch request of any result type: `request as? any AnyFetchRequest`.
package protocol AnyFetchRequest: NSPersistentStoreRequest {
  var pieces: FetchPieces { get set }
}
