import Dispatch
import Foundation
import Synchronization

/// An asynchronous fetch on its way: prepared on the context's queue, read in the background,
/// finished on the context's queue.
final class AsynchronousFetchJob<ResultType>: @unchecked Sendable {
  // @unchecked Sendable: one step runs at a time, each handing on to the next; cancelling touches
  // the control alone, which is locked.
  let result: NSAsynchronousFetchResult<ResultType>
  private let context: NSManagedObjectContext
  private let pieces: FetchPieces
  private let prepared: PreparedFetch
  private let control: FetchControl
  private var found: Result<PreparedFetch.Found?, any Error> = .success(nil)

  init(_ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext) throws
  {
    self.context = context
    pieces = request.fetchRequest.pieces
    prepared = try PreparedFetch(
      context, pieces, ResultType.self as? NSManagedObject.Type,
      keysOnly: pieces.resultType == .managedObjectIDResultType)
    let progress = Progress(totalUnitCount: Int64(max(request.estimatedResultCount, 1)))
    progress.isCancellable = true
    let control = FetchControl(progress)
    self.control = control
    result = NSAsynchronousFetchResult(request, context: context, progress: progress)
    progress.cancellationHandler = { [weak control] in control?.interrupt() }
    result.interrupt = { control.interrupt() }
  }

  func start() {
    DispatchQueue.global().async {
      self.read()
      self.context.perform { self.finish() }
    }
  }

  /// Reads rows or keys; other results are made when the fetch is finished.
  private func read() {
    let type = pieces.resultType
    guard type == .managedObjectResultType || type == .managedObjectIDResultType else { return }
    let progress = result.progress
    found = Result {
      try control.reading(context.persistentStoreCoordinator, prepared.layout) { count in
        guard let progress else { return }
        progress.totalUnitCount = max(progress.totalUnitCount, Int64(count) + 1)
        progress.completedUnitCount = Int64(count)
      } body: {
        try prepared.read()
      }
    }
  }

  private func finish() {
    do {
      if control.isCancelled { throw RequestError.cancelled }
      result.finalResult = try results().compactMap { $0 as? ResultType }
    } catch {
      result.operationError = bridgedError(control.isCancelled ? RequestError.cancelled : error)
    }
    if let progress = result.progress, !progress.isCancelled {
      let count = Int64(max(result.finalResult?.count ?? 0, 1))
      progress.totalUnitCount = count
      progress.completedUnitCount = count
    }
    result.fetchRequest.completionBlock?(result)
  }

  private func results() throws -> [Any] {
    guard let found = try found.get() else {
      return try context.results(of: pieces, resultClass: ResultType.self)
    }
    if pieces.resultType == .managedObjectIDResultType { return try prepared.finishIDs(found) }
    return try prepared.finish(found)
  }
}

/// Stops a fetch that runs in the background.
///
/// Whether the fetch is cancelled, the progress alone says: Foundation calls its cancellation
/// handler later, on another queue, when the fetch may long have ended, and a program may set a
/// handler of its own.
private final class FetchControl: @unchecked Sendable {
  // @unchecked Sendable: `Progress` is made to be cancelled and asked from any thread.
  private let progress: Progress
  /// What stops the statements that run, while they do.
  private let interrupters = Mutex<[@Sendable () -> Void]>([])

  init(_ progress: Progress) { self.progress = progress }

  var isCancelled: Bool { progress.isCancelled }

  /// A statement is interrupted only while it is this fetch's: others use the same connection.
  func interrupt() {
    interrupters.withLock { running in for interrupter in running { interrupter() } }
  }

  /// Runs the reading part of a fetch, so that it can be cancelled and says how many rows it has.
  func reading<T>(
    _ coordinator: NSPersistentStoreCoordinator?, _ layout: EntityLayout,
    _ progress: @escaping (Int) -> Void, body: () throws -> T
  ) throws -> T {
    guard let coordinator else { throw ContextError.noCoordinator }
    return try coordinator.locked {
      let engines = coordinator.stores(for: layout).compactMap {
        $0.store.engine as? any InterruptibleEngine
      }
      interrupters.withLock { $0 = engines.map(\.interrupter) }
      defer { interrupters.withLock { $0 = [] } }
      if isCancelled { throw RequestError.cancelled }
      for engine in engines {
        engine.rowsRead = { [self] count in
          progress(count)
          return !isCancelled
        }
      }
      defer { for engine in engines { engine.rowsRead = nil } }
      return try body()
    }
  }
}
