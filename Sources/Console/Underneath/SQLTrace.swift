import CoreData
import Inspector
import SQLiteDriver

/// `.sqldebug`: the statements the store runs, as they finish.
///
/// 1: the statement, how many rows it gave, how long it took; 2: the bound values in place; 3: the
/// plan below it.
extension Session {
  func setSQLDebug(_ level: Int) {
    settings.sqlDebugLevel = level
    traceSQL()
  }

  /// Listens to the statements of the open store: they are counted, shown if that is wanted, and
  /// ended by Ctrl-C. Called again whenever a store is opened.
  func traceSQL() {
    guard let store = sqliteStore else { return }
    store.connection.setProgressHandler(every: 10_000) { [weak self] in
      self?.isInterrupted() ?? false
    }
    let level = settings.sqlDebugLevel
    store.connection.setProfileHook { [weak self, meter = stack?.meter] event in
      meter?.note(event)
      guard level > 0 else { return }
      let sql = level > 1 ? event.expandedSQL : event.sql
      self?.report(sql, event, level)
    }
  }

  private func report(_ sql: String, _ event: SQLiteProfileEvent, _ level: Int) {
    let rows = event.isQuery ? "\(event.rowCount) row\(event.rowCount == 1 ? "" : "s"), " : ""
    let seconds = Double(event.nanoseconds) / 1e9
    sink(.event("sql: \(sql)  -- \(rows)\(Self.secondsText(seconds)) s"))
    // A statement without a plan, such as a pragma, shows without.
    guard level > 2, event.isQuery, let plan = try? plan(of: sql) else { return }
    for line in plan { sink(.event("plan: \(line)")) }
  }

  static func secondsText(_ seconds: Double) -> String {
    let millionths = Int((seconds * 1_000_000).rounded())
    let digits = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// How SQLite will go about a statement: the steps, deeper ones indented.
  func plan(of sql: String) throws -> [String] {
    var depths: [Int64: Int] = [:]
    var lines: [String] = []
    let database = try database()
    try database.run("EXPLAIN QUERY PLAN " + sql, begin: { _ in }) { row in
      let depth = depths[row.integer(1)].map { $0 + 1 } ?? 0
      depths[row.integer(0)] = depth
      let text = String(decoding: row.bytes(3), as: UTF8.self)
      lines.append(String(repeating: "  ", count: depth) + text)
    }
    return lines
  }
}
