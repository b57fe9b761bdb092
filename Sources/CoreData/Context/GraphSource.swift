import Foundation

/// Where a context gets rows from and sends its saves to: a coordinator, or a parent context.
package protocol GraphSource: AnyObject {
  /// The rows of a fetch, store by store, in the fetch's order within each.
  func fetchRows(_ plan: FetchPlan) throws -> [StoreRows]
  /// The keys of a fetch, store by store, in the fetch's order within each.
  func fetchKeys(_ plan: FetchPlan) throws -> [StoreKeys]
  /// How many rows a fetch would give.
  func count(_ plan: FetchPlan) throws -> Int
  /// Dictionary results, store by store.
  func fetchDictionaries(_ plan: FetchPlan) throws -> [ResultTable]
  /// The row of a key and what keeps it alive; nil if there is none.
  func row(_ layout: EntityLayout, pk: Int64, storeIndex: Int16) throws -> HeldRow?
  /// The rows at the other end of a to-many.
  func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64], storeIndex: Int16
  ) throws -> RelatedRows
}

/// Rows of one store.
package struct StoreRows {
  package let storeIndex: Int16
  package let batch: RowBatch
}

/// Keys of one store.
package struct StoreKeys {
  package let storeIndex: Int16
  package let keys: ContiguousArray<ObjectKey>
}

extension NSManagedObjectContext {
  /// The context's source, nil while it has neither coordinator nor parent.
  final var source: (any GraphSource)? {
    if let parentContext {
      adoptPermanentKeys()
      return ParentSource(parentContext)
    }
    // A save works on the newest state, whatever was read before.
    if let queryGenerationToken, !isSaving { return pinnedSource(queryGenerationToken) }
    return storeCoordinator
  }
}
