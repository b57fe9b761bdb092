extension PredicateParser {
  /// `a OR b OR c`: one flat compound (B005).
  mutating func parseOr() throws -> Part {
    let first = try parseAnd()
    guard word == .or || token == .sign(.or) else { return first }
    var parts = [try predicate(first)]
    var highest = height
    while word == .or || token == .sign(.or) {
      try advance()
      parts.append(try required { try $0.parseAnd() })
      highest = max(highest, height)
    }
    try rise(above: highest)
    return .predicate(.or(parts))
  }

  /// `a AND b AND c`, which binds tighter than OR (B004).
  private mutating func parseAnd() throws -> Part {
    let first = try parseNot()
    guard word == .and || token == .sign(.and) else { return first }
    var parts = [try predicate(first)]
    var highest = height
    while word == .and || token == .sign(.and) {
      try advance()
      parts.append(try required { try $0.parseNot() })
      highest = max(highest, height)
    }
    try rise(above: highest)
    return .predicate(.and(parts))
  }

  private mutating func parseNot() throws -> Part {
    guard word == .not || token == .sign(.not) else { return try parseComparison() }
    try advance()
    let part = try nested { try $0.required { try $0.parseNot() } }
    try rise(above: height)
    return .predicate(.not(part))
  }

  /// `[ANY] expression operator expression`, or whatever a parenthesis or word gives.
  private mutating func parseComparison() throws -> Part {
    let quantifier = word
    switch quantifier {
    case .any, .someOf, .all, .noneOf: return try parseQuantified(quantifier)
    case .truePredicate:
      try advance()
      return .predicate(.constant(true))
    case .falsePredicate:
      try advance()
      return .predicate(.constant(false))
    default: break
    }
    let place = start
    let left = try parseSum()
    guard let comparator = comparisonOperator else { return left }
    let comparison = try parseRight(
      of: try expression(left, at: place), comparator, modifier: .direct, from: place)
    return .predicate(.comparison(comparison))
  }

  private mutating func parseQuantified(_ quantifier: ReservedWord?) throws -> Part {
    let place = start
    try advance()
    let left = try parseExpression()
    guard let comparator = comparisonOperator else { throw wrong("a comparison operator") }
    let comparison = try parseRight(
      of: left, comparator, modifier: quantifier == .all ? .all : .any, from: place)
    let node = PredicateNode.comparison(comparison)
    if quantifier == .noneOf { try rise(above: height) }
    return .predicate(quantifier == .noneOf ? .not(node) : node)
  }

  private mutating func parseRight(
    of left: ExpressionNode, _ comparator: ComparisonOperator, modifier: ComparisonModifier,
    from place: Int
  ) throws -> Comparison {
    let leftHeight = height
    try advance()
    let options = try parseOptions()
    let right = try parseExpression()
    if comparisonOperator != nil {
      throw wrong("AND, OR or the end: a comparison has two sides")
    }
    try rise(above: max(leftHeight, height))
    let comparison = Comparison(left, comparator, right, modifier: modifier, options: options)
    note(.comparison(comparison), from: place)
    return comparison
  }

  /// `[cd]` behind an operator.
  private mutating func parseOptions() throws -> StringOptions {
    guard token == .sign(.leftBracket) else { return [] }
    try advance()
    guard case .word(let letters, _) = token else {
      throw wrong("one or more of the letters c d n l")
    }
    var options: StringOptions = []
    for letter in letters {
      switch letter {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "n", "N": options.insert(.normalized)
      case "l", "L": options.insert(.localeSensitive)
      default: throw wrong("the letters c d n l, not '\(letter)'")
      }
    }
    try advance()
    try expect(.rightBracket)
    return options
  }

  /// The comparison operator that the current token is, if any.
  private var comparisonOperator: ComparisonOperator? {
    switch token {
    case .sign(.equal): .equal
    case .sign(.notEqual): .notEqual
    case .sign(.less): .lessThan
    case .sign(.lessOrEqual): .lessThanOrEqual
    case .sign(.greater): .greaterThan
    case .sign(.greaterOrEqual): .greaterThanOrEqual
    default:
      switch word {
      case .isIn: .isIn
      case .like: .like
      case .matches: .matches
      case .contains: .contains
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      case .between: .between
      default: nil
      }
    }
  }
}
