/// `fetch`, its clauses in any order, and the other commands that take some of them.
extension Parser {
  mutating func fetchOrTemplateCommand() throws(Problem) -> Command {
    if peek().kind == .word("template"), case .word = lexer.token(at: peek().span.end).kind {
      advance()
      return try templateCommand()
    }
    return .fetch(try fetchCommand())
  }

  private mutating func templateCommand() throws(Problem) -> Command {
    let name = try name("the template's name")
    var variables: [Assignment] = []
    while peek().kind != .end {
      variables.append(try assignment("VARIABLE=value"))
    }
    return .fetchTemplate(name: name, variables: variables)
  }

  /// Everything behind the word `fetch`.
  mutating func fetchCommand() throws(Problem) -> FetchCommand {
    var fetch = FetchCommand(entity: try name("the name of an entity"))
    var seen: Set<String> = []
    while peek().kind != .end {
      let token = peek()
      guard case .word(let word) = token.kind, Self.fetchClauses.contains(word) else {
        throw unknownClause(token, among: Self.fetchClauses)
      }
      guard seen.insert(word).inserted else {
        throw Problem("'\(word)' is given twice", at: token.span)
      }
      try clause(word, of: &fetch)
    }
    guard fetch.having == nil || !fetch.grouping.isEmpty else {
      throw Problem("'having' needs 'group by'", at: fetch.having?.span)
    }
    return fetch
  }

  static let fetchClauses = [
    "where", "order", "limit", "offset", "select", "distinct", "group", "having", "only",
    "prefetch", "batch", "as",
  ]

  private mutating func clause(_ word: String, of fetch: inout FetchCommand) throws(Problem) {
    if word != "as" { advance() }
    switch word {
    case "where": fetch.predicate = try predicate(after: "where")
    case "order": fetch.orderings = try orderings()
    case "limit": fetch.limit = try wholeNumber("the limit")
    case "offset": fetch.offset = try wholeNumber("the offset")
    case "select": fetch.items = try selectItems()
    case "distinct": fetch.isDistinct = true
    case "group": fetch.grouping = try keyPathsAfterBy()
    case "having": fetch.having = try predicate(after: "having")
    case "only": fetch.excludesSubentities = true
    case "prefetch": fetch.prefetching = try keyPaths("a relationship to prefetch")
    case "batch": fetch.batchSize = try wholeNumber("the batch size")
    default: fetch.name = try optionalName()
    }
  }

  func unknownClause(_ token: Token, among clauses: [String]) -> Problem {
    guard case .word(let word) = token.kind else { return unexpected("a clause of the command") }
    if clauses.contains("where"), startsComparison(behind: token) {
      return Problem(
        "there is no clause '\(word)' here; a predicate begins with 'where'", at: token.span)
    }
    return Problem.unknown(
      "there is no clause '\(word)' here", Spelled(word, at: token.span), among: clauses)
  }

  /// Whether an operator of predicates follows a word, or the path that begins with it.
  private func startsComparison(behind token: Token) -> Bool {
    var next = lexer.token(at: token.span.end)
    while next.kind == .symbol(".") {
      next = lexer.token(at: lexer.token(at: next.span.end).span.end)
    }
    switch next.kind {
    case .symbol(let symbol): return ["=", "==", "!", "<", ">"].contains(symbol)
    case .word(let word): return PredicateOperators.words.contains(word.uppercased())
    default: return false
    }
  }

  // MARK: - The parts of clauses

  mutating func predicate(after word: String) throws(Problem) -> PredicateText {
    let (predicate, end) = PredicateScanner.scan(lexer, at: position)
    guard !predicate.text.isEmpty else {
      throw Problem("a predicate must follow '\(word)'", at: predicate.span)
    }
    position = end
    return predicate
  }

  /// `where P`, if it comes next.
  mutating func optionalPredicate() throws(Problem) -> PredicateText? {
    guard take(word: "where") else {
      let token = peek()
      if case .word = token.kind, startsComparison(behind: token) {
        throw unknownClause(token, among: ["where"])
      }
      return nil
    }
    return try predicate(after: "where")
  }

  mutating func orderings() throws(Problem) -> [Ordering] {
    try expect(word: "by")
    var orderings: [Ordering] = []
    repeat {
      let key = try keyPath("a key to order by")
      let ascending = take(word: "asc") || !take(word: "desc")
      orderings.append(Ordering(keyPath: key, ascending: ascending))
    } while take(",")
    return orderings
  }

  private mutating func keyPathsAfterBy() throws(Problem) -> [Spelled] {
    try expect(word: "by")
    return try keyPaths("a key to group by")
  }

  private mutating func keyPaths(_ what: String) throws(Problem) -> [Spelled] {
    var keys: [Spelled] = []
    repeat {
      keys.append(try keyPath(what))
    } while take(",")
    return keys
  }

  private mutating func selectItems() throws(Problem) -> [SelectItem] {
    var items: [SelectItem] = []
    repeat {
      items.append(try selectItem())
    } while take(",")
    return items
  }

  private mutating func selectItem() throws(Problem) -> SelectItem {
    let token = peek()
    if case .word(let word) = token.kind, lexer.scalar(token.span.end) == "(" {
      guard let function = Self.selectFunctions[word.lowercased()] else {
        throw Problem.unknown(
          "there is no function '\(word)' for 'select'", Spelled(word, at: token.span),
          among: Self.selectFunctions.keys.sorted())
      }
      advance()
      try expect("(")
      let key = try keyPath("a key path in \(word)(…)")
      try expect(")")
      let spelled = Spelled(function, at: token.span)
      return SelectItem(keyPath: key, function: spelled, name: try optionalName())
    }
    let key = try keyPath("a key path to select")
    return SelectItem(keyPath: key, function: nil, name: try aliasBeforeComma())
  }

  /// `as NAME` behind a bare key path names the whole fetch, unless more items follow it.
  private mutating func aliasBeforeComma() throws(Problem) -> Spelled? {
    var ahead = self
    guard let name = try ahead.optionalName(), ahead.peek().kind == .symbol(",") else {
      return nil
    }
    self = ahead
    return name
  }

  /// The functions of `select`, as NSExpression names them.
  static let selectFunctions: [String: String] = [
    "count": "count", "sum": "sum", "average": "average", "avg": "average", "min": "min",
    "max": "max", "median": "median", "mode": "mode", "stddev": "stddev", "abs": "abs",
    "ceiling": "ceiling", "floor": "floor", "trunc": "trunc", "sqrt": "sqrt",
    "lowercase": "lowercase", "uppercase": "uppercase", "length": "length",
  ]
}
