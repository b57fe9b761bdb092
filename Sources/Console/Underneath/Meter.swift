import CoreData
import SQLiteDriver

/// A fault that fired: an object's own row, or one of its to-many relationships.
struct FiredFault {
  let object: NSManagedObject
  /// nil for the object's own row.
  let relationship: String?
  /// The SELECT it cost; nil when the row cache or memory had the answer.
  let sql: String?
}

/// Counts what the open store and its contexts do, as long as the stack is open.
final class Meter {
  /// What can be counted.
  struct Counts: Equatable {
    var statements = 0
    var rows = 0
    var faults = 0
    /// Faults that cost no statement.
    var freeFaults = 0
    var saves = 0
    var traffic = SQLiteTraffic()
  }

  var counts = Counts()
  /// The counts when `.cost` was last asked.
  var baseline = Counts()
  /// Whether the texts of statements are wanted.
  var keepsTexts = false
  /// Told of each fault.
  var faultHandler: ((FiredFault) -> Void)?
  /// The SELECT that ran since the last fault, in full if ``keepsTexts``.
  private var lastQuery: String?

  /// A statement has finished.
  func note(_ event: SQLiteProfileEvent) {
    counts.statements += 1
    counts.rows += event.rowCount
    if event.isQuery { lastQuery = keepsTexts ? event.expandedSQL : "" }
  }

  /// A fault has fired.
  func note(_ object: NSManagedObject, _ relationship: String?) {
    counts.faults += 1
    if lastQuery == nil { counts.freeFaults += 1 }
    faultHandler?(FiredFault(object: object, relationship: relationship, sql: lastQuery))
    lastQuery = nil
  }

  /// Something else than a fault begins to read: its statements are not a fault's.
  func beginCommand() { lastQuery = nil }
}
