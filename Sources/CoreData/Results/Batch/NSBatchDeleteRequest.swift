public import Foundation

/// Deletes rows in the store without making objects.
///
/// Apple's documentation: `NSBatchDeleteRequest`. The model's delete rules hold (case B078): rows go
/// along by cascade, references of rows that stay are emptied, and a deny, or a reference that must
/// not be empty, refuses the whole request. Contexts are not told.
///
/// Difference: the result counts and names the rows that went by cascade too, so that contexts can
/// be told of all of them.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, @unchecked Sendable {
  // @unchecked Sendable: as NSPersistentStoreRequest; set up by one owner before it is executed.

  private let request: NSFetchRequest<any NSFetchRequestResult>
  private let ids: [NSManagedObjectID]?

  /// What the result says; whether all went well, unless told otherwise (case B077).
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  /// Creates a request that deletes what a fetch finds in the store; its limit, offset and order
  /// count.
  ///
  /// - Parameter fetch: the fetch.
  public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    request = fetch
    ids = nil
    super.init()
  }

  /// Creates a request that deletes the rows of ids. Ids whose rows are gone are passed over.
  ///
  /// - Parameter objects: permanent ids.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    self.init(objects)
  }

  private init(_ objects: [NSManagedObjectID]) {
    request = NSFetchRequest<any NSFetchRequestResult>()
    request.pieces.entity = objects.first?.entity
    request.pieces.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [objects])
    ids = objects
    super.init()
  }

  /// A copy of the fetch that says what is deleted.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> {
    let copy = NSFetchRequest<any NSFetchRequestResult>()
    copy.pieces = request.pieces
    return copy
  }

  /// A batch deletion.
  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      ids.map { NSBatchDeleteRequest(objectIDs: $0) }
      ?? NSBatchDeleteRequest(fetchRequest: fetchRequest)
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}

/// What the result of a batch deletion says.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether all went well.
  case resultTypeStatusOnly = 0
  /// The ids of the deleted rows.
  case resultTypeObjectIDs = 1
  /// How many rows were deleted.
  case resultTypeCount = 2
}

/// What came of a batch deletion.
open class NSBatchDeleteResult: NSPersistentStoreResult, @unchecked Sendable {
  // @unchecked Sendable: constant.

  /// True, the ids, or the number of rows, as the result type says.
  public final let result: Any?

  /// What the result says.
  public final let resultType: NSBatchDeleteRequestResultType

  init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
    self.result = result
    self.resultType = resultType
  }
}

extension NSBatchDeleteRequest: ExecutableRequest {
  package final func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let coordinator = try context.requireCoordinator()
    var gone = BatchTally()
    if let ids {
      let groups = try Dictionary(grouping: ids) { id in
        if id.isTemporaryID { throw RequestError.temporaryID(id.shortName) }
        guard let store = id.persistentStore, store.persistentStoreCoordinator === coordinator
        else { throw RequestError.foreignObject(id.shortName) }
        return ObjectIdentifier(store)
      }
      for some in groups.values {
        guard let store = some.first?.persistentStore else { continue }
        gone.add(try delete(.keys(some.map(\.key)), store, context, coordinator))
      }
    } else {
      let layout = try context.layout(for: request.pieces)
      let plan = FetchPlan(layout: layout, pieces: request.pieces)
      for store in try coordinator.batchStores(for: layout, self) {
        gone.add(try delete(.fetch(plan), store, context, coordinator))
      }
    }
    switch resultType {
    case .resultTypeStatusOnly: return NSBatchDeleteResult(NSNumber(value: true), resultType)
    case .resultTypeObjectIDs: return NSBatchDeleteResult(gone.ids ?? [], resultType)
    case .resultTypeCount: return NSBatchDeleteResult(NSNumber(value: gone.count), resultType)
    }
  }

  private final func delete(
    _ selection: BatchDelete.Selection, _ store: NSPersistentStore,
    _ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator
  ) throws -> BatchTally {
    let batch = BatchDelete(selection: selection, origin: context.origin)
    return try coordinator.tally(self, on: store, in: context, \.deleted) { try $0.delete(batch) }
  }
}
