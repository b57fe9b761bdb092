/// The prepared statements a connection keeps, by their text.
///
/// A statement in use is never handed out twice: a second request for its text while the
/// first is still stepping gets a statement of its own.
struct StatementCache {
  private var statements: [String: SQLiteStatement] = [:]
  private var clock = 0

  /// How many statements are kept; the least recently used quarter goes when it is exceeded.
  var capacity = 512

  var count: Int { statements.count }

  mutating func idleStatement(_ sql: String) -> SQLiteStatement? {
    guard let statement = statements[sql], !statement.isInUse,
      // Swift takes two spellings of an accented letter for equal; SQL does not.
      statement.sql.utf8.count == sql.utf8.count, statement.sql.utf8.elementsEqual(sql.utf8)
    else { return nil }
    clock += 1
    statement.lastUse = clock
    return statement
  }

  mutating func insert(_ statement: SQLiteStatement) {
    guard statements[statement.sql] == nil else { return }
    clock += 1
    statement.lastUse = clock
    statements[statement.sql] = statement
    if statements.count > capacity { evict() }
  }

  mutating func removeAll() {
    statements.removeAll()
  }

  private mutating func evict() {
    let oldest = statements.values.filter { !$0.isInUse }.sorted { $0.lastUse < $1.lastUse }
    for statement in oldest.prefix(max(1, capacity / 4)) {
      statements[statement.sql] = nil
    }
  }
}
