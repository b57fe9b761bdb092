/// A request that knows how it is carried out.
package protocol ExecutableRequest: NSPersistentStoreRequest {
  /// Carries the request out, on the context's queue.
  func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSManagedObjectContext {
  /// Carries out a request that goes to the stores: a batch insertion, update or deletion, a look at
  /// the history, an asynchronous or ordinary fetch.
  ///
  /// Batch requests go past the context: its objects stay as they are (case B077) until
  /// ``mergeChanges(fromRemoteContextSave:into:)`` tells it. A child context's batch request goes to
  /// the stores as well.
  ///
  /// - Parameter request: the request. A save is none of them: call ``save()``.
  /// - Returns: what came of it, of the class that belongs to the request's.
  /// - Throws: 134091 for a request that the stores do not support, or what the store has wrong.
  @discardableResult
  public final func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    var pieces = FetchPieces()
    pieces.predicate =
      (request as? NSBatchUpdateRequest)?.predicate
      ?? (request as? NSBatchDeleteRequest)?.fetchRequest.predicate
    return try pieces.bridgingErrors {
      guard let executable = request as? any ExecutableRequest else {
        throw ContextError.unsupportedRequest("\(type(of: request))")
      }
      return try executable.execute(in: self)
    }
  }

  /// What a request to the stores gives, for ``NSPersistentStoreCoordinator/execute(_:with:)``.
  final func answer(_ request: NSPersistentStoreRequest) throws -> Any {
    guard let fetch = request as? any AnyFetchRequest else { return try execute(request) }
    // The stores know nothing of what is not saved.
    var pieces = fetch.pieces
    pieces.includesPendingChanges = false
    return try bridgingErrors { try results(of: pieces, resultClass: NSManagedObject.self) }
  }

  /// Who changes a store through this context.
  final var origin: ChangeOrigin { ChangeOrigin(author: transactionAuthor, contextName: name) }

  /// The coordinator, or an error.
  final func requireCoordinator() throws -> NSPersistentStoreCoordinator {
    guard let persistentStoreCoordinator else { throw ContextError.noCoordinator }
    return persistentStoreCoordinator
  }
}
