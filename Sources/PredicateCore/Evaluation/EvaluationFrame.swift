/// What an evaluation works on: the object and the variables.
package struct EvaluationFrame {
  package let object: PredicateValue
  package let bindings: EvaluationBindings

  package init(_ object: PredicateValue, bindings: [String: PredicateValue] = [:]) {
    self.object = object
    self.bindings = EvaluationBindings(bindings)
  }

  /// A frame without variables for code that assigns none; it costs no allocation.
  fileprivate init(withoutVariables object: PredicateValue) {
    self.object = object
    bindings = EvaluationBindings.none
  }

  /// The frame of a subquery: one more variable, the others as they are now.
  func binding(_ name: String, to value: PredicateValue) -> EvaluationFrame {
    var values = bindings.values
    values[name] = value
    return EvaluationFrame(object, bindings: values)
  }
}

/// The variables of one evaluation; an assignment changes them.
package final class EvaluationBindings {
  package var values: [String: PredicateValue]

  init(_ values: [String: PredicateValue]) { self.values = values }

  /// No variables. It is never written to: only assignments write, and an expression with an
  /// assignment gets bindings of its own.
  nonisolated(unsafe) fileprivate static let none = EvaluationBindings([:])
}

/// A predicate made ready to be asked many times.
package struct CompiledPredicate: Sendable {
  let test: PredicateCompiler.Test
  private let assigns: Bool

  /// Compiles a tree: constants are folded, patterns prepared, key paths split once.
  package init(_ node: PredicateNode) {
    test = PredicateCompiler.compile(node)
    var assigns = false
    _ = node.rewriting { part in
      if case .assignment = part { assigns = true }
      return part
    }
    self.assigns = assigns
  }

  /// Whether the object fulfils the predicate.
  /// - Throws: `PredicateEvaluationError`, or what the object throws for a key.
  package func matches(
    _ object: PredicateValue, bindings: [String: PredicateValue] = [:]
  ) throws -> Bool {
    if bindings.isEmpty, !assigns { return try test(EvaluationFrame(withoutVariables: object)) }
    return try test(EvaluationFrame(object, bindings: bindings))
  }
}

/// An expression made ready to be evaluated many times.
package struct CompiledExpression: Sendable {
  let value: PredicateCompiler.Value

  package init(_ node: ExpressionNode) { value = PredicateCompiler.compile(node) }

  /// The value for an object.
  /// - Throws: `PredicateEvaluationError`, or what the object throws for a key.
  package func value(
    for object: PredicateValue, bindings: [String: PredicateValue] = [:]
  ) throws -> PredicateValue {
    try value(EvaluationFrame(object, bindings: bindings))
  }
}
