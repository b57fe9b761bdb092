public import Foundation

/// What is called when an asynchronous fetch has ended.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

/// A fetch whose rows are read in the background.
///
/// Apple's documentation: `NSAsynchronousFetchRequest`. `execute(_:)` returns at once with a result
/// that is filled in later, on the context's queue. The type parameter is not constrained, for the
/// reason given with ``NSFetchRequest``, and the completion block is of the request's own type.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest, @unchecked Sendable {
  // @unchecked Sendable: as its superclass.

  /// What is fetched.
  public final let fetchRequest: NSFetchRequest<ResultType>

  /// Called on the context's queue when the fetch has ended, well or not.
  public final let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  /// How many results are expected, for the progress; 0 if unknown.
  open var estimatedResultCount = 0

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - request: what is fetched.
  ///   - blk: called on the context's queue when the fetch has ended.
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    completionBlock = blk
    super.init()
  }

  /// A fetch.
  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// The stores that are asked.
  open override var affectedStores: [NSPersistentStore]? {
    get { fetchRequest.affectedStores }
    set { fetchRequest.affectedStores = newValue }
  }

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let fetch = NSFetchRequest<ResultType>()
    fetch.pieces = fetchRequest.pieces
    let copy = NSAsynchronousFetchRequest<ResultType>(
      fetchRequest: fetch, completionBlock: completionBlock)
    copy.estimatedResultCount = estimatedResultCount
    return copy
  }
}

/// What an asynchronous fetch gives, or will give.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult,
  @unchecked Sendable
{
  // @unchecked Sendable: filled in on the context's queue, where it is read.

  /// The request.
  public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>

  /// The results in the request's order; nil while the fetch runs, and if it failed.
  public internal(set) final var finalResult: [ResultType]?

  init(
    _ request: NSAsynchronousFetchRequest<ResultType>, context: NSManagedObjectContext,
    progress: Progress?
  ) {
    fetchRequest = request
    super.init(context: context, progress: progress)
  }
}

extension NSFetchRequest {
  /// Fetches in the context whose `perform` or `performAndWait` block is being run.
  ///
  /// - Returns: the results in the request's order.
  /// - Throws: an error outside of such a block, and what the store or the request has wrong.
  public final func execute() throws -> [ResultType] {
    try bridgingErrors {
      guard let context = NSManagedObjectContext.current else { throw RequestError.noBlock }
      return try context.results(of: pieces, resultClass: ResultType.self)
        .compactMap { $0 as? ResultType }
    }
  }
}

extension NSFetchRequest: ExecutableRequest {
  /// Fetches at once.
  package final func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult(
      NSAsynchronousFetchRequest(fetchRequest: self), context: context, progress: nil)
    result.finalResult = try context.results(of: pieces, resultClass: ResultType.self)
      .compactMap { $0 as? ResultType }
    return result
  }
}

extension NSAsynchronousFetchRequest: ExecutableRequest {
  /// Begins the fetch.
  package final func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    guard context.concurrencyType != .confinementConcurrencyType else {
      throw RequestError.noContextQueue
    }
    let job = try AsynchronousFetchJob(self, context)
    job.start()
    return job.result
  }
}
