import PredicateCore

extension PredicateCluster where Self: NSPredicate {
  /// The predicate of a text in Apple's format language: a comparison, compound or plain one.
  ///
  /// A text that is not a predicate is misuse: "Unable to parse the format string …" (B006).
  /// - Parameters:
  ///   - format: the text.
  ///   - args: what takes the place of `%@` (values), `%K` (key paths), `%d` and so on (B002).
  public init(format predicateFormat: String, _ args: Any?...) {
    self = Self.made(predicateFormat, args)
  }

  /// The predicate of a text, its arguments given as an array.
  /// - Parameters:
  ///   - predicateFormat: the text.
  ///   - argumentArray: what takes the place of `%@`, `%K` and so on.
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = Self.made(predicateFormat, arguments ?? [])
  }

  private static func made(_ format: String, _ arguments: [Any?]) -> Self {
    do {
      let predicate = try NSPredicate.parse(format, arguments: arguments)
      if let same = predicate as? Self { return same }
      misuse("\"\(format)\" is a \(type(of: predicate)), not a \(Self.self)")
    } catch {
      misuse("\(error)")
    }
  }
}

extension NSPredicate {
  /// The predicate of a text, throwing where `init(format:)` would stop the program.
  /// - Throws: `PredicateSyntaxError`.
  package static func parse(_ text: String, arguments: [Any?] = []) throws -> NSPredicate {
    make(
      try PredicateParser.predicate(text, arguments: arguments.map { FormatArgument(any: $0) }))
  }
}

extension ExpressionCluster where Self: NSExpression {
  /// The expression of a text in Apple's format language.
  /// - Parameters:
  ///   - expressionFormat: the text.
  ///   - args: what takes the place of `%@`, `%K` and so on.
  public init(format expressionFormat: String, _ args: Any?...) {
    self = Self.made(expressionFormat, args)
  }

  /// The expression of a text, its arguments given as an array.
  /// - Parameters:
  ///   - expressionFormat: the text.
  ///   - argumentArray: what takes the place of `%@`, `%K` and so on.
  public init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self = Self.made(expressionFormat, arguments)
  }

  private static func made(_ format: String, _ arguments: [Any?]) -> Self {
    do {
      let expression = try NSExpression.parse(format, arguments: arguments)
      if let same = expression as? Self { return same }
      misuse("\"\(format)\" is a plain expression, not a \(Self.self)")
    } catch {
      misuse("\(error)")
    }
  }
}

extension NSExpression {
  /// The expression of a text, throwing where `init(format:)` would stop the program.
  /// - Throws: `PredicateSyntaxError`.
  package static func parse(_ text: String, arguments: [Any?] = []) throws -> NSExpression {
    NSExpression(
      node: try PredicateParser.expression(
        text, arguments: arguments.map { FormatArgument(any: $0) }))
  }
}

extension FormatArgument {
  /// An argument as the application gave it: expressions and predicates become part of the tree.
  fileprivate init(any: Any?) {
    switch any {
    case let expression as NSExpression: self = .expression(expression.node)
    case let predicate as NSPredicate: self = .predicate(predicate.nodeInCompound)
    default: self = .value(PredicateValue(any))
    }
  }
}
