/// The canonical text form of an expression.
extension ExpressionNode: CustomStringConvertible {
  package var description: String {
    switch self {
    case .constant(let value): value.description
    case .evaluatedObject: "SELF"
    case .variable(let name): "$\(name)"
    case .keyPath(let keys): keyText(keys, isFirst: true)
    case .path(let base, let keys): "\(base.asBase).\(keyText(keys, isFirst: false))"
    case .function(let call): call.description
    case .aggregate(let members):
      "{\(members.map(\.description).joined(separator: ", "))}"
    case .set(let operation, let left, let right):
      "\(left.asOperand(of: 1, isRight: false)) \(operation.rawValue) "
        + right.asOperand(of: 1, isRight: true)
    case .subquery(let collection, let variable, let condition):
      "SUBQUERY(\(collection), $\(variable), \(condition))"
    case .conditional(let condition, let then, let otherwise):
      "TERNARY(\(condition), \(then), \(otherwise))"
    case .assignment(let name, let value): "$\(name) := \(value)"
    case .indexSymbol(let symbol): symbol.rawValue
    case .anyKey: "ANYKEY"
    case .block(let block): block.label
    }
  }

  private func keyText(_ keys: [String], isFirst: Bool) -> String {
    var texts = keys
    if isFirst, let first = keys.first, ReservedWord(first) != nil { texts[0] = "#\(first)" }
    return texts.joined(separator: ".")
  }

  /// In front of a dot or bracket.
  var asBase: String {
    switch self {
    case .function(let call) where call.infix != nil: "(\(self))"
    case .set, .assignment: "(\(self))"
    case .constant(let value) where value.number != nil: "(\(self))"
    default: description
    }
  }

  /// Between brackets, where FIRST and its like are keys only behind the escape.
  var asIndex: String {
    if case .keyPath(let keys) = self, keys.count == 1,
      IndexSymbol(rawValue: keys[0].uppercased()) != nil
    {
      return "#\(keys[0])"
    }
    return description
  }

  /// Beside an infix operator.
  func asOperand(of precedence: Int, isRight: Bool) -> String {
    let own: Int
    switch self {
    case .function(let call):
      guard let infix = call.infix else { return description }
      own = infix.precedence
    case .set: own = 1
    case .assignment: own = 0
    default: return description
    }
    // The power groups to the right, everything else to the left.
    let groups = precedence == 8 ? isRight : !isRight
    return own > precedence || (own == precedence && groups) ? description : "(\(self))"
  }
}

extension FunctionCall: CustomStringConvertible {
  /// The operators that have a sign in Apple's text form, with the precedence of the parser.
  private static let signs: [String: (sign: String, precedence: Int)] = [
    "bitwiseOr:with:": ("|", 2), "bitwiseXor:with:": ("^", 3), "bitwiseAnd:with:": ("&", 4),
    "leftshift:by:": ("<<", 5), "rightshift:by:": (">>", 5), "add:to:": ("+", 6),
    "from:subtract:": ("-", 6), "multiply:by:": ("*", 7), "divide:by:": ("/", 7),
    "raise:toPower:": ("**", 8),
  ]

  /// The sign and precedence if the call is written as an operator.
  var infix: (sign: String, precedence: Int)? {
    arguments.count == 2 && operand == nil ? Self.signs[name] : nil
  }

  package var description: String {
    if let infix {
      let left = arguments[0].arithmeticText(of: infix.precedence, isRight: false)
      let right = arguments[1].arithmeticText(of: infix.precedence, isRight: true)
      return "\(left) \(infix.sign) \(right)"
    }
    if name == "objectFrom:withIndex:", arguments.count == 2, operand == nil {
      return "\(arguments[0].asBase)[\(arguments[1].asIndex)]"
    }
    let list = arguments.map(\.description).joined(separator: ", ")
    if name == "castObject:toType:", arguments.count == 2, operand == nil { return "CAST(\(list))" }
    guard let operand else { return "\(name)(\(list))" }
    if name == "valueForKey:", case .variable? = arguments.first, arguments.count == 1 {
      return "\(operand.asBase).\(list)"
    }
    // The blank in front of the comma is Apple's.
    let rest = arguments.isEmpty ? "" : " , \(list)"
    return "FUNCTION(\(operand), \(PredicateValue.string(name))\(rest))"
  }
}

extension ExpressionNode {
  /// An operand of arithmetic: a whole double keeps its fraction, since integers divide otherwise.
  fileprivate func arithmeticText(of precedence: Int, isRight: Bool) -> String {
    if case .constant(.double(let value)) = self, value == value.rounded(), abs(value) < 1e15 {
      return "\(value)"
    }
    return asOperand(of: precedence, isRight: isRight)
  }
}
