/// A request that knows how it is carried out.
package protocol ExecutableRequest: NSPersistentStoreRequest {
  /// Carries the request out, on the context's queue.
  func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSManagedObjectContext {
  final func carryOut(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
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
