import Inspector

/// Completes SQL: tables where a table is wanted, else the columns of the statement's tables first,
/// then the words of the language.
struct SQLCompletion {
  let session: Session

  func completions(of text: String) -> (prefix: String, found: [Completion]) {
    let prefix = Completer.lastWord(text) { $0.isLetter || $0.isNumber || $0 == "_" }
    let before = String(text.dropLast(prefix.count))
    // Nothing is completed where there is no file to look into.
    guard let database = try? session.database(), let tables = try? database.tables() else {
      return (prefix, [])
    }
    let words = before.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    if before.last == ".", let owner = words.last {
      let found = columns(of: Self.table(of: owner, words, tables), database)
      return (prefix, Completer.matching(prefix, found))
    }
    let tableCompletions = tables.map { Completion($0, "table") }
    if Self.wantsTable(before, words) {
      return (prefix, Completer.matching(prefix, tableCompletions))
    }
    let mentioned = tables.filter { table in words.contains { Self.same($0, table) } }
    let found = (mentioned.isEmpty ? tables : mentioned).flatMap { columns(of: $0, database) }
    let language = Self.language(prefix)
    return (prefix, Completer.matching(prefix, found + tableCompletions + language))
  }

  private func columns(of table: String?, _ database: ReadOnlyDatabase) -> [Completion] {
    guard let table else { return [] }
    // As above.
    let columns = (try? database.typedColumns(of: table)) ?? []
    return columns.map { Completion($0.name, "\($0.type) of \(table)") }
  }

  private static func same(_ one: String, _ other: String) -> Bool {
    one.lowercased() == other.lowercased()
  }

  /// The table of a name in front of a dot: itself, or what the statement calls so.
  private static func table(of name: String, _ words: [String], _ tables: [String]) -> String? {
    if let table = tables.first(where: { same($0, name) }) { return table }
    for (index, word) in words.enumerated() {
      guard let table = tables.first(where: { same($0, word) }) else { continue }
      var next = words.dropFirst(index + 1)
      if next.first.map({ same($0, "as") }) ?? false { next = next.dropFirst() }
      if let alias = next.first, same(alias, name) { return table }
    }
    return nil
  }

  /// Whether a table's name comes next: behind FROM and JOIN, and behind a comma in that list.
  private static func wantsTable(_ before: String, _ words: [String]) -> Bool {
    guard let last = words.last?.lowercased() else { return false }
    if ["from", "join", "into", "table_info"].contains(last) { return true }
    let isBehindComma = before.last { !$0.isWhitespace } == ","
    let clause = words.last { clauses.contains($0.lowercased()) }?.lowercased()
    return isBehindComma && (clause == "from" || clause == "join")
  }

  private static let clauses: Set<String> = [
    "select", "from", "join", "where", "on", "group", "order", "having", "limit", "values", "with",
  ]

  /// Keywords and functions, in the case that was begun.
  private static func language(_ prefix: String) -> [Completion] {
    let isUpper = prefix.first?.isUppercase ?? false
    let keywords = keywordNames.map { Completion(isUpper ? $0.uppercased() : $0, "SQL") }
    let functions = functionNames.map {
      Completion((isUpper ? $0.uppercased() : $0) + "(", "function", endsWord: false)
    }
    return keywords + functions
  }

  private static let keywordNames = [
    "all", "and", "as", "asc", "between", "by", "case", "cast", "collate", "cross", "desc",
    "distinct", "else", "end", "escape", "except", "exists", "from", "glob", "group", "having",
    "in",
    "inner", "intersect", "is", "join", "left", "like", "limit", "not", "null", "offset", "on",
    "or",
    "order", "outer", "over", "partition", "plan", "query", "recursive", "select", "then", "union",
    "using", "values", "when", "where", "with",
  ]
  private static let functionNames = [
    "abs", "avg", "coalesce", "count", "date", "datetime", "group_concat", "hex", "ifnull", "instr",
    "length", "lower", "max", "min", "nullif", "quote", "replace", "round", "strftime", "substr",
    "sum", "total", "trim", "typeof", "upper",
  ]
}
