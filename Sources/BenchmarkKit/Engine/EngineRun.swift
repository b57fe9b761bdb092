package import CoreData

/// One measurement of the engine, in a process of its own: opens the store, does the work between
/// two looks at the clock, and keeps alive what was fetched.
///
/// Every context has an undo manager, so that what is measured is the full engine.
package struct EngineRun {
  let playerCount: Int
  let storeURL: URL
  let files: LeagueFiles
  /// Called just before the clock starts, with the open stack; for those who count.
  package var willMeasure: ((BenchStack) -> Void)?
  /// Called just after the clock has stopped.
  package var didMeasure: ((FigureKind) -> Void)?

  package init(playerCount: Int, database: String, folder: String) {
    self.playerCount = playerCount
    storeURL = URL(fileURLWithPath: database)
    files = LeagueFiles(
      folder: URL(fileURLWithPath: folder, isDirectory: true), playerCount: playerCount)
  }

  /// Runs a workload.
  package func run(_ workload: Workload) throws -> [Figure] {
    switch workload {
    case .w1: [try insertAll()]
    case .w1heard: [try insertAllHeard()]
    case .w2: [try fetchAll()]
    case .w2b: [try fetchAllReadEverything()]
    case .w2kvc: [try fetchAllByKey()]
    case .w3: [try fetchSorted()]
    case .w4: [try walkTeams(prefetching: false)]
    case .w4b: [try walkTeams(prefetching: true)]
    case .w5: [try updateTenth()]
    case .w6: [try deleteTeams()]
    case .w7: try changeAndUndo()
    case .w8: [try countSome()]
    case .w9: try lookUp()
    case .w10: [try groupTeams()]
    case .start: [try readOne()]
    }
  }

  /// Starts the clock.
  func start(_ stack: BenchStack) -> Clock {
    willMeasure?(stack)
    return Clock()
  }

  /// Stops the clock.
  func stop(_ clock: Clock, _ kind: FigureKind, rows: Int) -> Figure {
    let figure = clock.stop(kind, rows: rows)
    didMeasure?(kind)
    return figure
  }

  /// Opens the store. The stack stays alive until the process ends, which is not timed: else the
  /// context would go with its last use, inside the timed region.
  func openStack() throws -> BenchStack {
    let stack = try BenchStack(storeURL)
    _ = Unmanaged.passRetained(stack)
    return stack
  }
}

/// A coordinator with its store, and a context with undo.
package final class BenchStack {
  package let coordinator: NSPersistentStoreCoordinator
  package let context: NSManagedObjectContext
  private let store: NSPersistentStore

  init(_ url: URL) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: LeagueModel.make())
    store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = UndoManager()
  }

  /// Closes the file, so that others can look at it.
  func close() throws { try coordinator.remove(store) }
}
