import CoreData

/// Follows a predicate as it is typed, to know what may come next.
struct PredicatePosition {
  /// What is wanted where the cursor stands.
  enum Wanted {
    /// A key path, a quantifier, a value: the beginning of a comparison.
    case operand
    /// A key path through a to-many relationship: ANY, ALL or NONE stands before it.
    case members
    /// An operator for what stands on its left: a property, or anything else.
    case comparison(NSPropertyDescription?)
    /// What a property is compared with.
    case value(NSPropertyDescription?)
    /// A text: the operator before it looks into one.
    case text
    /// A list of values, or of a least and a greatest one.
    case list
    /// AND, OR, or the end.
    case connective
    /// Nothing that could be listed: within brackets of options, the name of a variable.
    case nothing
  }

  private(set) var wanted = Wanted.operand
  /// How many brackets are open.
  private(set) var depth = 0
  /// The bracket depths at which a SUBQUERY was opened, with how many commas it has had.
  private var subqueries: [(depth: Int, commas: Int)] = []
  private let resolve: (String) -> NSPropertyDescription?

  /// - Parameter resolve: the property at the end of a key path.
  init(resolve: @escaping (String) -> NSPropertyDescription?) {
    self.resolve = resolve
  }

  /// Whether the next clause of the command could begin here.
  var isComplete: Bool {
    guard depth == 0 else { return false }
    switch wanted {
    case .connective, .comparison: return true
    default: return false
    }
  }

  mutating func take(_ token: Token, path: String) {
    if isInOptions, token.kind != .symbol("]") { return }
    switch token.kind {
    case .word(let word): take(word: word, path)
    case .variable, .operation: takeOperand(path)
    case .number, .string, .uri: takeOperand("")
    case .symbol(let symbol): take(symbol: symbol)
    case .invalid, .end: break
    }
  }

  private mutating func take(word: String, _ path: String) {
    switch word.uppercased() {
    case "AND", "OR": wanted = .operand
    case "NOT": break
    case "ANY", "SOME", "ALL", "NONE": if case .operand = wanted { wanted = .members }
    case "SUBQUERY": subqueries.append((depth + 1, 0))
    case "TRUEPREDICATE", "FALSEPREDICATE": wanted = .connective
    case let upper where PredicateOperators.words.contains(upper):
      guard case .comparison = wanted else { break }
      wanted = ["IN", "BETWEEN"].contains(upper) ? .list : .text
    default: takeOperand(path)
    }
  }

  private mutating func takeOperand(_ path: String) {
    switch wanted {
    case .operand, .members: wanted = .comparison(resolve(path))
    case .value, .text, .list: wanted = depth > 0 && isInList ? wanted : .connective
    case .comparison, .connective: wanted = .comparison(resolve(path))
    case .nothing: break
    }
  }

  private var isInList: Bool { listDepth > 0 }
  private var listDepth = 0
  /// Whether the letters of `[cd]` are being typed.
  private var isInOptions = false

  private mutating func take(symbol: String) {
    switch symbol {
    case "(": depth += 1
    case "{":
      depth += 1
      listDepth += 1
    case ")", "}": close(symbol)
    case ",": comma()
    case "[": if case .text = wanted { isInOptions = true }
    case "]": isInOptions = false
    case "+", "-", "*", "/": wanted = .operand
    case "=", "==", "!", "<", ">":
      if case .comparison(let property) = wanted { wanted = .value(property) }
    case "&", "|": wanted = .operand
    default: break
    }
  }

  private mutating func close(_ symbol: String) {
    if symbol == "}" { listDepth = max(0, listDepth - 1) }
    let wasSubquery = subqueries.last?.depth == depth
    if wasSubquery { subqueries.removeLast() }
    depth = max(0, depth - 1)
    wanted = wasSubquery ? .comparison(nil) : .connective
  }

  private mutating func comma() {
    guard let last = subqueries.indices.last, subqueries[last].depth == depth else { return }
    subqueries[last].commas += 1
    wanted = subqueries[last].commas == 1 ? .nothing : .operand
  }
}

/// The operators of predicates, those that suit a property's type.
enum PredicateOperators {
  static let words: Set<String> = [
    "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES", "IN", "BETWEEN",
  ]

  private static let equality = [
    Completion("==", "is"), Completion("!=", "is not"),
  ]
  private static let order = [
    Completion("<", "less"), Completion("<=", "at most"), Completion(">", "greater"),
    Completion(">=", "at least"), Completion("BETWEEN", "{least, greatest}"),
  ]
  private static let membership = [Completion("IN", "one of {…}")]
  private static let text = [
    Completion("BEGINSWITH", "[c] ignores case, [d] accents"),
    Completion("ENDSWITH", "[c] ignores case, [d] accents"),
    Completion("CONTAINS", "[c] ignores case, [d] accents"),
    Completion("LIKE", "* any text, ? any character"),
    Completion("MATCHES", "a regular expression"),
  ]

  static func completions(for property: NSPropertyDescription?) -> [Completion] {
    if property is NSRelationshipDescription { return equality + membership }
    switch (property as? NSAttributeDescription)?.attributeType {
    case .stringAttributeType: return equality + membership + text + order
    case .booleanAttributeType, .binaryDataAttributeType, .transformableAttributeType:
      return equality
    case .UUIDAttributeType, .URIAttributeType: return equality + membership
    default: return equality + order + membership
    }
  }
}
