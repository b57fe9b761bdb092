import Foundation
import PredicateCore
import SQLiteDriver

extension SQLWriter {
  /// Operators that SQLite has itself.
  private static let infix: [String: String] = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
    "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
  ]

  /// The aggregates by the names of their functions.
  private static let aggregates: [String: SQLAggregate] = [
    "sum:": .sum, "count:": .count, "average:": .average, "min:": .minimum, "max:": .maximum,
    "median:": .median, "stddev:": .deviation,
  ]

  /// A call of a built-in function.
  func function(_ call: FunctionCall, _ env: SQLEnvironment) throws -> SQLOperand {
    if let operand = call.operand { return try method(call, of: operand, env) }
    if let function = Self.aggregates[call.name], call.arguments.count == 1 {
      return try aggregate(function, call, env)
    }
    if call.name == "noindex:", let argument = call.arguments.first {
      return try operand(argument, env)
    }
    if call.name == "now", call.arguments.isEmpty {
      return SQLOperand(.bound(.real(Date().timeIntervalSinceReferenceDate)), .date)
    }
    if call.name == "castObject:toType:" { return try cast(call, env) }
    let arguments = try call.arguments.map { try operand($0, env) }
    var result = try apply(call, arguments)
    result.isAggregate = arguments.contains(where: \.isAggregate)
    return result
  }

  private func method(
    _ call: FunctionCall, of base: ExpressionNode, _ env: SQLEnvironment
  ) throws -> SQLOperand {
    switch (call.name, call.arguments.first) {
    case ("valueForKeyPath:", .constant(.string(let text))),
      ("valueForKey:", .constant(.string(let text))):
      return try operand(.path(base, text.split(separator: ".").map(String.init)), env)
    case ("valueForKeyPath:", .keyPath(let keys)), ("valueForKey:", .keyPath(let keys)):
      return try operand(.path(base, keys), env)
    default:
      return try function(FunctionCall(call.name, [base] + call.arguments), env)
    }
  }

  // MARK: Aggregates

  /// An aggregate: of a to-many path a scalar subquery, of a single value an aggregate of the
  /// rows, where these are allowed.
  private func aggregate(
    _ function: SQLAggregate, _ call: FunctionCall, _ env: SQLEnvironment
  ) throws -> SQLOperand {
    var inner = env
    inner.allowsAggregates = false
    if function == .median || function == .deviation {
      try deviate("\(call)", "Apple's SQLite store does not know \(call.name)")
    }
    var argument = call.arguments[0]
    var isDistinct = false
    if case .function(let distinct) = argument, distinct.name == "distinct:",
      distinct.arguments.count == 1
    {
      (argument, isDistinct) = (distinct.arguments[0], true)
    }
    switch try side(argument, inner) {
    case .collection(let collection): return try aggregate(function, of: collection)
    case .operand(let value) where env.allowsAggregates:
      if env.isHaving {
        try deviate(
          "\(call)",
          "Apple's SQLite store refuses aggregates in havingPredicate: give the column a name and "
            + "write it as a variable, $name")
      }
      // There are as many rows as keys of theirs, for a key is never missing; that of another row
      // may be.
      if function == .count, value.isPrimaryKey, value.scope?.alias == env.root.alias {
        return aggregated(SQLOperand("COUNT(*)", .integer))
      }
      return try rowAggregate(function, value, isDistinct, call)
    case .constant(let value) where env.allowsAggregates && function == .count:
      let counted: SQLFragment = value.isNull ? "NULL" : "*"
      return aggregated(SQLOperand("COUNT(\(counted))", .integer))
    case .operand, .constant, .list:
      throw unsupported(
        .function(call), "an aggregate of rows belongs into propertiesToFetch or havingPredicate")
    }
  }

  private func rowAggregate(
    _ function: SQLAggregate, _ value: SQLOperand, _ isDistinct: Bool, _ call: FunctionCall
  ) throws -> SQLOperand {
    if let why = function.refusal(of: value.kind) { throw unsupported(.function(call), why) }
    let distinct = isDistinct ? "DISTINCT " : ""
    let name = function.name(for: value.kind)
    let computed: SQLFragment = "\(raw: name)(\(raw: distinct)\(value.fragment))"
    // The sum of nothing is 0 (observed: Apple's store writes SQLite's total), its average is none.
    var result = SQLOperand(
      function == .sum ? "COALESCE(\(computed), 0)" : computed, function.kind(of: value.kind))
    if function == .minimum || function == .maximum { result.attributeType = value.attributeType }
    return aggregated(result)
  }

  private func aggregated(_ operand: SQLOperand) -> SQLOperand {
    var result = operand
    result.isAggregate = true
    return result
  }

  // MARK: Arithmetic and texts

  private func apply(_ call: FunctionCall, _ arguments: [SQLOperand]) throws -> SQLOperand {
    let node = ExpressionNode.function(call)
    guard let entry = PredicateFunction.table[call.name],
      entry.arity == nil || entry.arity == arguments.count
    else { throw unsupported(node, "there is no such function") }
    for argument in arguments {
      if case .opaque(let why) = argument.kind { throw unsupported(node, why) }
    }
    if Self.collectionFunctions.contains(call.name) {
      throw unsupported(node, "it works on collections in memory only")
    }
    let kind = try resultKind(call, arguments)
    if kind != .decimal, let sign = Self.infix[call.name] {
      return SQLOperand(infix(sign, arguments, kind), kind)
    }
    if call.name == "modulus:by:", arguments.allSatisfy({ $0.kind == .integer }) {
      return SQLOperand("(\(arguments[0].fragment) % \(arguments[1].fragment))", kind)
    }
    if call.name == "onesComplement:" { return SQLOperand("(~\(arguments[0].fragment))", kind) }
    let list = ([SQLFragment.bound(.text(call.name))] + arguments.map(\.fragment)).joined(", ")
    let name: SQLFunctionName =
      call.name.hasPrefix("random") ? .callOnce : kind == .decimal ? .callDecimal : .call
    return SQLOperand("\(raw: name.rawValue)(\(list))", kind)
  }

  private static let collectionFunctions: Set<String> = [
    "mode:", "distinct:", "objectFrom:withIndex:", "sum:", "count:", "average:", "min:",
    "max:", "median:", "stddev:",
  ]

  /// Whole decimals and dates are stored as integers, which SQLite would divide as such.
  private func infix(
    _ sign: String, _ arguments: [SQLOperand], _ kind: SQLKind
  ) -> SQLFragment {
    let left = arguments[0]
    let needsReal = sign == "/" && kind != .integer && left.kind != .real
    let first: SQLFragment = needsReal ? "CAST(\(left.fragment) AS REAL)" : left.fragment
    return "(\(first) \(raw: sign) \(arguments[1].fragment))"
  }

  private func resultKind(_ call: FunctionCall, _ arguments: [SQLOperand]) throws -> SQLKind {
    let node = ExpressionNode.function(call)
    let kinds = arguments.map(\.kind)
    switch call.name {
    case "add:to:" where kinds.contains(.date) && kinds.contains(where: \.isNumber): return .date
    case "from:subtract:" where kinds == [.date, .date]: return .real
    case "from:subtract:" where kinds[0] == .date && kinds[1].isNumber: return .date
    case "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
      "raise:toPower:", "abs:":
      guard kinds.allSatisfy(\.isNumber) else { throw unsupported(node, "it needs numbers") }
      if kinds.contains(.decimal) { return .decimal }
      return kinds.contains(.real) ? .real : .integer
    case "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:",
      "rightshift:by:", "onesComplement:", "random:":
      guard kinds.allSatisfy(\.isNumber) else { throw unsupported(node, "it needs numbers") }
      return .integer
    case "length:":
      guard kinds == [.string] else { throw unsupported(node, "it needs a text") }
      return .integer
    case "uppercase:", "lowercase:", "canonical:":
      guard kinds == [.string] else { throw unsupported(node, "it needs a text") }
      return .string
    default:
      guard kinds.allSatisfy(\.isNumber) else { throw unsupported(node, "it needs numbers") }
      return .real
    }
  }

  /// `CAST(expression, "type")`. Dates and numbers are stored alike.
  private func cast(_ call: FunctionCall, _ env: SQLEnvironment) throws -> SQLOperand {
    let node = ExpressionNode.function(call)
    guard call.arguments.count == 2, case .constant(.string(let type)) = call.arguments[1] else {
      throw unsupported(node, "the type must be a constant")
    }
    let value = try operand(call.arguments[0], env)
    switch (type, value.kind) {
    case ("NSNumber", .date): return SQLOperand(value.fragment, .real)
    case ("NSDate", .date), ("NSString", .string): return value
    case ("NSDate", let kind) where kind.isNumber: return SQLOperand(value.fragment, .date)
    case ("NSNumber", let kind) where kind.isNumber: return value
    case ("NSDecimalNumber", let kind) where kind.isNumber:
      return SQLOperand(value.fragment, .decimal)
    case ("NSNumber", .string), ("NSString", .integer):
      let list: SQLFragment = "\(bind: .text(call.name)), \(value.fragment), \(bind: .text(type))"
      return SQLOperand(
        "\(raw: SQLFunctionName.call.rawValue)(\(list))", type == "NSString" ? .string : .real)
    default: throw unsupported(node, "such a value has no \(type)")
    }
  }
}
