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
  private let control = FetchControl()
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
    result = NSAsynchronousFetchResult(request, context: context, progress: progress)
    progress.cancellationHandler = { [control] in control.cancel() }
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
private final class FetchControl: Sendable {
  private struct State {
    var isCancelled = false
    /// What stops the statements that run, while they do.
    var interrupters: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// A statement is interrupted only while it is this fetch's: others use the same connection.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for interrupter in state.interrupters { interrupter() }
    }
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
      try state.withLock { state in
        if state.isCancelled { throw RequestError.cancelled }
        state.interrupters = engines.map(\.interrupter)
      }
      for engine in engines {
        engine.rowsRead = { [self] count in
          progress(count)
          return !isCancelled
        }
      }
      defer {
        for engine in engines { engine.rowsRead = nil }
        state.withLock { $0.interrupters = [] }
      }
      return try body()
    }
  }
}
