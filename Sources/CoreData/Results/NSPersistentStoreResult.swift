public import Foundation

/// What came of a request that a context executed: a batch, a look at the history, an asynchronous
/// fetch.
open class NSPersistentStoreResult: NSObject, @unchecked Sendable {
  // @unchecked Sendable: subclasses are filled in once and then constant, or guard their state.
}

/// What is coming of a request that runs in the background.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult, @unchecked Sendable {
  // @unchecked Sendable: the error is set on the context's queue, where it is read.

  /// The context that executes the request.
  public final let managedObjectContext: NSManagedObjectContext

  /// Why there is no result; nil while the request runs, or when it went well. A request that was
  /// cancelled has `CocoaError.userCancelled`.
  public internal(set) final var operationError: (any Error)?

  /// Stops the statements that run for this request.
  final var interrupt: @Sendable () -> Void = {}

  /// How far the request is. Cancelling it cancels the request.
  public final let progress: Progress?

  init(context: NSManagedObjectContext, progress: Progress?) {
    managedObjectContext = context
    self.progress = progress
  }

  /// Gives the request up. Its completion block is still called, with an error.
  open func cancel() {
    progress?.cancel()
    interrupt()
  }
}
