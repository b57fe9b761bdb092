import PredicateCore

extension ModelArchiveReader {
  /// The predicate of an archived object.
  func predicate(of value: ModelArchive.Value) throws(ModelError) -> NSPredicate {
    NSPredicate.make(try predicateNode(value, depth: 0))
  }

  /// The expression of an archived object.
  func expression(of value: ModelArchive.Value) throws(ModelError) -> NSExpression {
    NSExpression(node: try expressionNode(value, depth: 0))
  }

  /// A property's validation predicates with their warnings (mom-survey).
  func validations(_ object: Int) -> [Validation] {
    let predicates = archive.elements(archive.field("NSValidationPredicates", of: object)) ?? []
    let warnings = archive.elements(archive.field("NSValidationWarnings", of: object)) ?? []
    var result: [Validation] = []
    for (place, value) in predicates.enumerated() {
      var warning = Validation.Warning.none
      if place < warnings.count {
        if let code = archive.integer(warnings[place]) {
          warning = .code(code)
        } else if let text = archive.string(warnings[place]) {
          warning = .text(text)
        }
      }
      // A condition of a class that nobody here has cannot be checked; the model opens without it.
      guard let predicate = try? predicate(of: value) else { continue }
      result.append(Validation(predicate: predicate, warning: warning))
    }
    return result
  }

  private static let maximumDepth = 160

  private func predicateNode(
    _ value: ModelArchive.Value, depth: Int
  ) throws(ModelError) -> PredicateNode {
    guard case .object(let object) = value else { throw damaged("a predicate is missing") }
    guard depth < Self.maximumDepth, work.spend() else {
      throw damaged("a predicate contains itself, or is too large")
    }
    switch archive.className(object) {
    case "NSComparisonPredicate": return .comparison(try comparison(object, depth: depth + 1))
    case "NSTruePredicate": return .constant(true)
    case "NSFalsePredicate": return .constant(false)
    case "NSCompoundPredicate":
      var parts: [PredicateNode] = []
      for part in archive.elements(archive.field("NSSubpredicates", of: object)) ?? [] {
        parts.append(try predicateNode(part, depth: depth + 1))
      }
      switch archive.integer(archive.field("NSCompoundPredicateType", of: object)) {
      case 0:
        guard parts.count == 1 else { throw damaged("a negation has \(parts.count) parts") }
        return .not(parts[0])
      case 1: return .and(parts)
      case 2: return .or(parts)
      default: throw damaged("a compound predicate is of an unknown type")
      }
    case let name: throw damaged("a predicate is of the unknown class “\(name ?? "?")”")
    }
  }

  private func comparison(_ object: Int, depth: Int) throws(ModelError) -> Comparison {
    guard case .object(let sign) = archive.field("NSPredicateOperator", of: object),
      let number = archive.integer(archive.field("NSOperatorType", of: sign)), number >= 0,
      let comparator = ComparisonOperator(rawValue: UInt(number)),
      let left = archive.field("NSLeftExpression", of: object),
      let right = archive.field("NSRightExpression", of: object)
    else { throw damaged("a comparison lacks its operator or a side") }
    let modifier = archive.integer(archive.field("NSModifier", of: sign)) ?? 0
    let options =
      archive.integer(archive.field("NSFlags", of: sign))
      ?? archive.integer(archive.field("NSOptions", of: sign)) ?? 0
    return Comparison(
      try expressionNode(left, depth: depth), comparator, try expressionNode(right, depth: depth),
      modifier: ComparisonModifier(rawValue: UInt(max(0, modifier))) ?? .direct,
      options: StringOptions(rawValue: UInt(max(0, options)) & 0x0F))
  }

  private func expressionNode(
    _ value: ModelArchive.Value, depth: Int
  ) throws(ModelError) -> ExpressionNode {
    guard case .object(let object) = value else { throw damaged("an expression is missing") }
    guard depth < Self.maximumDepth, work.spend() else {
      throw damaged("an expression contains itself, or is too large")
    }
    switch archive.className(object) {
    case "NSSelfExpression": return .evaluatedObject
    case "NSConstantValueExpression":
      return .constant(PredicateValue(archive.plain(archive.field("NSConstantValue", of: object))))
    case "NSVariableExpression": return .variable(text("NSVariable", object) ?? "")
    case "NSKeyPathSpecifierExpression": return .parsedKeyPath(text("NSKeyPath", object) ?? "")
    case "NSKeyPathExpression": return try keyPath(object, depth: depth + 1)
    case "NSFunctionExpression": return try function(object, depth: depth + 1)
    case "NSAggregateExpression":
      let items = archive.elements(archive.field("NSCollection", of: object)) ?? []
      return .aggregate(try nodes(items, depth: depth + 1))
    case let name: throw damaged("an expression is of the unknown class “\(name ?? "?")”")
    }
  }

  private func nodes(
    _ values: [ModelArchive.Value], depth: Int
  ) throws(ModelError) -> [ExpressionNode] {
    var result: [ExpressionNode] = []
    for value in values { result.append(try expressionNode(value, depth: depth)) }
    return result
  }

  /// `SELF.name` is written as a call of `valueForKeyPath:` with a key path specifier.
  private func keyPath(_ object: Int, depth: Int) throws(ModelError) -> ExpressionNode {
    let arguments = archive.elements(archive.field("NSArguments", of: object)) ?? []
    guard arguments.count == 1, case .object(let specifier) = arguments[0],
      let path = text("NSKeyPath", specifier)
    else { throw damaged("a key path is missing") }
    let operand = try expressionNode(archive.field("NSOperand", of: object) ?? .null, depth: depth)
    if operand == .evaluatedObject { return .parsedKeyPath(path) }
    return .path(operand, path.split(separator: ".").map(String.init))
  }

  private func function(_ object: Int, depth: Int) throws(ModelError) -> ExpressionNode {
    let arguments = archive.elements(archive.field("NSArguments", of: object)) ?? []
    let call = FunctionCall(
      text("NSSelectorName", object) ?? "", try nodes(arguments, depth: depth))
    // The operand of a built-in function is the class that has them all.
    if case .object(let operand) = archive.field("NSOperand", of: object),
      archive.className(operand) == "NSConstantValueExpression"
    {
      return .function(call)
    }
    let operand = try expressionNode(archive.field("NSOperand", of: object) ?? .null, depth: depth)
    return .function(FunctionCall(call.name, call.arguments, operand: operand))
  }
}
