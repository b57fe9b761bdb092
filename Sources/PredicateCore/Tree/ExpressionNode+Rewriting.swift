/// Rewriting of trees from the leaves up.
extension PredicateNode {
  /// The tree with every expression replaced by what `rule` gives for it, parts first.
  package func rewriting(
    _ rule: (ExpressionNode) throws -> ExpressionNode
  ) rethrows -> PredicateNode {
    switch self {
    case .constant, .block: return self
    case .and(let parts): return .and(try parts.map { try $0.rewriting(rule) })
    case .or(let parts): return .or(try parts.map { try $0.rewriting(rule) })
    case .not(let part): return .not(try part.rewriting(rule))
    case .comparison(var comparison):
      comparison.left = try comparison.left.rewriting(rule)
      comparison.right = try comparison.right.rewriting(rule)
      return .comparison(comparison)
    }
  }
}

extension ExpressionNode {
  /// The tree with every expression replaced by what `rule` gives for it, parts first.
  package func rewriting(
    _ rule: (ExpressionNode) throws -> ExpressionNode
  ) rethrows -> ExpressionNode {
    switch self {
    case .constant, .evaluatedObject, .variable, .keyPath, .indexSymbol, .anyKey, .block:
      return try rule(self)
    case .path(let base, let keys):
      return try rule(.path(try base.rewriting(rule), keys))
    case .function(let call):
      let arguments = try call.arguments.map { try $0.rewriting(rule) }
      let operand = try call.operand.map { try $0.rewriting(rule) }
      return try rule(.function(FunctionCall(call.name, arguments, operand: operand)))
    case .aggregate(let members):
      return try rule(.aggregate(try members.map { try $0.rewriting(rule) }))
    case .set(let operation, let left, let right):
      return try rule(.set(operation, try left.rewriting(rule), try right.rewriting(rule)))
    case .subquery(let collection, let variable, let condition):
      // Inside, the variable is the subquery's own.
      let inner = try condition.rewriting { node in
        node == .variable(variable) ? node : try rule(node)
      }
      return try rule(
        .subquery(try collection.rewriting(rule), variable: variable, inner))
    case .conditional(let condition, let then, let otherwise):
      return try rule(
        .conditional(
          try condition.rewriting(rule), try then.rewriting(rule),
          try otherwise.rewriting(rule)))
    case .assignment(let name, let value):
      return try rule(.assignment(name, try value.rewriting(rule)))
    }
  }
}

extension PredicateNode {
  /// The tree with variables replaced by values; variables without one stay.
  package func substituting(_ values: [String: PredicateValue]) -> PredicateNode {
    rewriting { $0.substituted(values) }
  }

  /// A form in which trees that mean the same constants are equal: aggregates of constants are
  /// constants, as they are after printing and parsing.
  package var canonical: PredicateNode {
    switch self {
    case .and(let parts) where parts.isEmpty: return .constant(true)
    case .or(let parts) where parts.isEmpty: return .constant(false)
    default: return rewriting { $0.folded }
    }
  }
}

extension ExpressionNode {
  /// The tree with variables replaced by values; variables without one stay.
  package func substituting(_ values: [String: PredicateValue]) -> ExpressionNode {
    rewriting { $0.substituted(values) }
  }

  /// The expression with aggregates of constants made constants.
  package var canonical: ExpressionNode { rewriting { $0.folded } }

  fileprivate func substituted(_ values: [String: PredicateValue]) -> ExpressionNode {
    if case .variable(let name) = self, let value = values[name] { return .constant(value) }
    return self
  }

  fileprivate var folded: ExpressionNode {
    if case .constant(.set(let members)) = self { return .constant(.array(members)) }
    if case .path(.evaluatedObject, let keys) = self { return .keyPath(keys) }
    return constantValue.map { .constant($0) } ?? self
  }
}
