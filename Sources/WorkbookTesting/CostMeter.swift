import CoreData
internal import SQLiteDriver
internal import Synchronization

/// What the exercises of this program have cost, through the grader's own stacks: counted while an
/// exercise runs, and not while the grader prepares or looks.
enum CostMeter {
  struct Counts: Sendable, Equatable {
    var statements = 0
    var rows = 0
    var faults = 0
    var saves = 0
  }

  private struct State {
    var counts = Counts()
    /// The statements before the exercise was called last.
    var earlier = 0
    var isCounting = false
    var observesSaves = false
  }

  private static let state = Mutex(State())

  static var counts: Counts { state.withLock { $0.counts } }

  /// The statements of the exercise's last call.
  static var lastStatements: Int { state.withLock { $0.counts.statements - $0.earlier } }

  /// Counts what `body` costs.
  static func measuring<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock {
      $0.isCounting = true
      $0.earlier = $0.counts.statements
    }
    defer { state.withLock { $0.isCounting = false } }
    return try body()
  }

  private static func note(_ change: (inout Counts) -> Void) {
    state.withLock { if $0.isCounting { change(&$0.counts) } }
  }

  /// Counts the statements of a coordinator's SQLite stores, and the saves of this program.
  static func watch(_ coordinator: NSPersistentStoreCoordinator) {
    for store in coordinator.persistentStores {
      (store.engine as? SQLiteStore)?.connection.setProfileHook { event in
        note {
          $0.statements += 1
          $0.rows += event.rowCount
        }
      }
    }
    let isFirst = state.withLock { state in
      defer { state.observesSaves = true }
      return !state.observesSaves
    }
    guard isFirst else { return }
    _ = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { _ in note { $0.saves += 1 } }
  }

  /// Counts the faults of a context.
  static func watch(_ context: NSManagedObjectContext) {
    context.faultHandler = { _, _ in note { $0.faults += 1 } }
  }
}
