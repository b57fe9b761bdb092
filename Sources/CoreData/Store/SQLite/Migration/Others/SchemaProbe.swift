import SQLiteDriver

/// A database in memory with a store's tables and without rows, to see on it whether statements of
/// others work and how they read once tables and columns have other names.
final class SchemaProbe {
  private let connection: SQLiteConnection
  /// What the triggers of Apple's stores call.
  private let reports = TriggerReports()
  private var column = ("a", "b")

  /// A database with whatever the statements make; those that cannot be carried out here are left out.
  init(_ statements: [String]) throws {
    connection = try SQLiteConnection.inMemory()
    try connection.registerPredicateFunctions()
    try reports.register(with: connection)
    try connection.execute("CREATE TABLE corebook_probe (a)")
    for statement in statements { _ = attempt { try connection.execute(statement) } }
  }

  /// Makes an index, a trigger, a view or a table.
  ///
  /// - Returns: why it does not work; nil if it does. It is not made then.
  func make(_ sql: String) -> String? {
    attempt {
      try connection.execute(sql)
      // SQLite looks into every view and trigger when it renames a column: into those that were made
      // just now as well, whose bodies it has not read so far.
      let (old, new) = column
      try connection.execute("ALTER TABLE corebook_probe RENAME COLUMN \(old) TO \(new)")
      column = (new, old)
    }
  }

  /// Gives tables and columns new names, wherever they are used.
  ///
  /// - Returns: why that cannot be done; nil if it was. Something may be renamed already then.
  func rename(_ renames: SchemaRenames) -> String? {
    for statement in renames.statements() {
      if let reason = attempt({ try connection.execute(statement) }) { return reason }
    }
    return nil
  }

  /// How the statement that made something reads by now.
  func statement(_ type: String, _ name: String) -> String? {
    try? connection.text(
      "SELECT sql FROM sqlite_master WHERE type = ? AND name = ?", [.text(type), .text(name)])
  }

  /// Does something and takes it back if it fails. A function or an order of texts that only the
  /// application knows is taken to be there.
  private func attempt(_ body: () throws -> Void) -> String? {
    var message = ""
    for _ in 0..<64 {
      do {
        try connection.transaction { try body() }
        return nil
      } catch {
        message = (error as? SQLiteError)?.message ?? "\(error)"
        guard let name = Self.stranger(in: message), known.insert(name).inserted else { break }
        // A name that neither can have is met again, and then the message is the answer.
        try? connection.registerFunction(name, argumentCount: -1) { _ in .null }
        try? connection.registerCollation(name) { $0.count - $1.count }
      }
    }
    return message
  }

  private var known: Set<String> = []

  private static func stranger(in message: String) -> String? {
    for words in ["no such function: ", "no such collation sequence: "] {
      if let place = message.range(of: words) { return String(message[place.upperBound...]) }
    }
    return nil
  }
}
