import Foundation

extension NSPersistentStoreCoordinator {
  /// Sends a request to the stores on a context's behalf: what a context does by itself for
  /// ``NSManagedObjectContext/fetch(_:)-(NSFetchRequest<T>)`` and ``NSManagedObjectContext/execute(_:)``.
  ///
  /// - Parameters:
  ///   - request: a fetch, which sees only what is saved, or one of the requests that
  ///     ``NSManagedObjectContext/execute(_:)`` takes.
  ///   - context: a context of this coordinator, whose objects a fetch gives.
  /// - Returns: an array for a fetch, else the result of the class that belongs to the request's.
  /// - Throws: 134091 for a context of another coordinator and for requests that the stores do not
  ///   support, or what the store has wrong.
  public final func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    guard context.persistentStoreCoordinator === self else {
      throw ContextError.unsupportedRequest("a request of another coordinator's context").bridged
    }
    return try context.answer(request)
  }
}
