import CoreData

/// Completes the clauses of `fetch`, `count`, `delete`, `batch` and `controller`, key paths within
/// them, and predicates by the type of what is compared.
struct FetchCompletion {
  private let session: Session
  private let subject: CommandSubject
  private let word: String
  private var clause = ""
  private var used: Set<String> = []
  private var predicate: PredicatePosition?
  /// How many keys or items the clause has had since its last comma.
  private var items = 0
  private var last = ""

  /// - Parameters:
  ///   - text: the command up to the word that is typed.
  ///   - word: what there is of the word.
  init(session: Session, text: String, word: String) {
    self.session = session
    self.word = word
    subject = CommandSubject(text, in: session)
    walk(text)
  }

  // MARK: - Following

  private mutating func walk(_ text: String) {
    let lexer = Lexer(text)
    var position = 0
    var isBehindEntity = false
    while true {
      let token = lexer.token(at: position)
      if token.kind == .end { return }
      let (path, end) = Self.path(lexer, token)
      position = max(end, position + 1)
      if isBehindEntity {
        take(token, path)
      } else if token.kind == .word(subject.entity?.name ?? "") {
        isBehindEntity = true
      }
    }
  }

  /// `team.players.@count` as one, from its first token on.
  private static func path(_ lexer: Lexer, _ first: Token) -> (text: String, end: Int) {
    var end = first.span.end
    switch first.kind {
    case .word, .variable, .operation: break
    default: return ("", end)
    }
    while lexer.scalar(end) == "." {
      let next = lexer.token(at: end + 1)
      guard next.span.start == end + 1 else { break }
      end = next.span.end
    }
    return (lexer.text(first.span.start, end), end)
  }

  private mutating func take(_ token: Token, _ path: String) {
    if case .word(let text) = token.kind, clauses.contains(where: { $0.first == text }),
      predicate?.isComplete ?? true
    {
      begin(text)
    } else if predicate != nil {
      predicate?.take(token, path: path)
    } else {
      items = token.kind == .symbol(",") ? 0 : items + 1
    }
    if case .word(let text) = token.kind { last = text }
  }

  private mutating func begin(_ name: String) {
    clause = name
    used.insert(name)
    items = 0
    let (session, subject) = (session, subject)
    predicate =
      ["where", "having"].contains(name)
      ? PredicatePosition { path in Self.property(path, subject, session) } : nil
  }

  private static func property(
    _ path: String, _ subject: CommandSubject, _ session: Session
  ) -> NSPropertyDescription? {
    var keys = path.split(separator: ".").map(String.init)[...]
    var entity = subject.entity
    if let first = keys.first, first.hasPrefix("$") {
      entity = subject.scope(of: first) ?? session.completionObject(first)?.entity
      keys = keys.dropFirst()
    }
    var property: NSPropertyDescription?
    for key in keys {
      if key.hasPrefix("@") { return nil }
      property = entity.flatMap { PredicateKeys.property(key, of: $0) }
      entity = (property as? NSRelationshipDescription)?.destinationEntity
    }
    return property
  }

  // MARK: - Offering

  /// The clauses of the command, by their first words.
  private var clauses: [[String]] {
    switch subject.verb {
    case "fetch":
      [
        ["where"], ["order", "by"], ["limit"], ["offset"], ["select"], ["distinct"],
        ["group", "by"], ["having"], ["only"], ["prefetch"], ["batch"], ["as"],
      ]
    case "controller": [["where"], ["order", "by"], ["sections"], ["cache"], ["as"]]
    case "batch": [["set"], ["where"]]
    default: [["where"]]
    }
  }

  private var nextClauses: [Completion] {
    clauses.filter { !used.contains($0[0]) && ($0[0] != "having" || used.contains("group")) }
      .map { Completion($0.joined(separator: " "), "clause") }
  }

  private var keys: [Completion] {
    subject.entity.map { Session.completions(of: $0, tail: "") } ?? []
  }

  private var relationships: [Completion] {
    let names = Set(
      subject.entity.map { EntityProperties.of($0).relationships.map(\.name) } ?? [])
    return keys.filter { names.contains($0.text) }
  }

  /// What may come next.
  var found: [Completion] {
    if let predicate { return found(in: predicate) }
    switch clause {
    case "order", "group":
      if items == 0 { return [Completion("by")] }
      if items == 1 || last == "by" { return keys }
      return
        (clause == "order" && !["asc", "desc"].contains(last)
        ? [Completion("asc", "upwards"), Completion("desc", "downwards")] : []) + nextClauses
    case "select": return items == 0 ? keys + Self.functions : nextClauses
    case "prefetch": return items == 0 ? relationships : nextClauses
    case "set", "sections": return items == 0 ? keys : nextClauses
    case "limit", "offset", "batch", "cache", "as": return items == 0 ? [] : nextClauses
    default: return nextClauses
    }
  }

  private func found(in predicate: PredicatePosition) -> [Completion] {
    switch predicate.wanted {
    case .operand:
      return keys + Self.quantifiers + subject.variableCompletions + session.variableCompletions()
    case .members: return relationships.isEmpty ? keys : relationships
    case .comparison(let property): return PredicateOperators.completions(for: property)
    case .value(let property): return values(for: property)
    case .text: return [Self.quote] + named
    case .list: return [Completion("{", "a list, closed by }", endsWord: false)] + named
    case .connective: return ends
    case .nothing: return []
    }
  }

  private var ends: [Completion] {
    [Completion("AND", "both"), Completion("OR", "either")] + nextClauses
  }

  private func values(for property: NSPropertyDescription?) -> [Completion] {
    let null = Completion("nil", "no value")
    if let relationship = property as? NSRelationshipDescription {
      return session.objectCompletions(of: relationship.destinationEntity)
        .map { Completion("$" + $0.text, $0.gloss) } + [null]
    }
    let isFlag =
      (property as? NSAttributeDescription)?.attributeType == .booleanAttributeType
    let flags = isFlag ? [Completion("true"), Completion("false")] : []
    let isText = (property as? NSAttributeDescription)?.attributeType == .stringAttributeType
    return flags + (isText ? [Self.quote] : []) + named + [null]
  }

  /// What has a name and may be a value.
  private var named: [Completion] {
    session.valueCompletions().map { Completion("$" + $0.text, $0.gloss) }
      + (word.hasPrefix("$") ? session.variableCompletions() : []) + subject.variableCompletions
  }

  private static let quote = Completion("\"", "a text, closed by \"", endsWord: false)

  private static let quantifiers = [
    Completion("ANY", "of several"), Completion("ALL", "of several"),
    Completion("NONE", "of several"), Completion("NOT", "the contrary"),
    Completion("SUBQUERY(", "of one member several things", endsWord: false),
    Completion("TRUEPREDICATE", "always"), Completion("FALSEPREDICATE", "never"),
  ]

  private static let functions = Parser.selectFunctions.keys.map {
    Completion("\($0)(", "function", endsWord: false)
  }
}
