/// Turns trees into closures.
package enum PredicateCompiler {
  package typealias Test = @Sendable (EvaluationFrame) throws -> Bool
  package typealias Value = @Sendable (EvaluationFrame) throws -> PredicateValue

  package static func compile(_ node: PredicateNode) -> Test {
    switch node {
    case .constant(let value):
      return { _ in value }
    case .comparison(let comparison):
      return compile(comparison)
    case .and(let parts):
      let tests = parts.map { compile($0) }
      return { frame in
        for test in tests where try !test(frame) { return false }
        return true
      }
    case .or(let parts):
      let tests = parts.map { compile($0) }
      return { frame in
        for test in tests where try test(frame) { return true }
        return false
      }
    case .not(let part):
      let test = compile(part)
      return { frame in try !test(frame) }
    case .block(let block):
      return { frame in try block.body(frame.object, frame.bindings.values) }
    }
  }

  package static func compile(_ node: ExpressionNode) -> Value {
    switch node {
    case .constant(let value): return { _ in value }
    case .evaluatedObject: return { frame in frame.object }
    case .variable(let name): return compile(variable: name)
    case .keyPath(let keys): return compile(keyPath: keys)
    case .path(let base, let keys):
      let start = compile(base)
      let path = KeyPathWalker(keys)
      return { frame in try path.walk(from: try start(frame)) }
    case .function(let call): return compile(call)
    case .aggregate(let members):
      let values = members.map { compile($0) }
      return { frame in .array(try values.map { try $0(frame) }) }
    case .set(let operation, let left, let right): return compile(operation, left, right)
    case .subquery(let collection, let variable, let condition):
      return compileSubquery(collection, variable, condition)
    case .conditional(let condition, let then, let otherwise):
      let test = compile(condition)
      let first = compile(then)
      let second = compile(otherwise)
      return { frame in try test(frame) ? try first(frame) : try second(frame) }
    case .assignment(let name, let expression):
      let value = compile(expression)
      return { frame in
        let result = try value(frame)
        frame.bindings.values[name] = result
        return result
      }
    case .indexSymbol(let symbol): return { _ in .string(symbol.rawValue) }
    case .anyKey: return { frame in .array(try KeyPathWalker.attributes(of: frame.object)) }
    case .block(let block):
      let arguments = block.arguments.map { compile($0) }
      return { frame in
        try block.body(
          frame.object, try arguments.map { try $0(frame) }, frame.bindings.values)
      }
    }
  }

  /// A path from the evaluated object; one key of an object that answers for itself is the
  /// common case.
  private static func compile(keyPath keys: [String]) -> Value {
    let path = KeyPathWalker(keys)
    guard keys.count == 1, let key = keys.first, !key.hasPrefix("@"), key.lowercased() != "self"
    else { return { frame in try path.walk(from: frame.object) } }
    return { frame in
      if case .object(let object) = frame.object, let resolver = object.resolver {
        return try resolver.predicateValue(forKey: key)
      }
      return try path.walk(from: frame.object)
    }
  }

  private static func compile(variable name: String) -> Value {
    { frame in
      guard let value = frame.bindings.values[name] else {
        throw PredicateEvaluationError.unboundVariable(name)
      }
      return value
    }
  }

  private static func compileSubquery(
    _ collection: ExpressionNode, _ variable: String, _ condition: PredicateNode
  ) -> Value {
    let source = compile(collection)
    let test = compile(condition)
    return { frame in
      let value = try source(frame)
      if value.isNull { return .null }
      guard let members = value.members else {
        throw PredicateEvaluationError.notCollection("SUBQUERY", found: "\(value)")
      }
      let found = try members.filter { try test(frame.binding(variable, to: $0)) }
      if case .set = value { return .set(found) }
      return .array(found)
    }
  }

  private static func compile(
    _ operation: SetOperation, _ left: ExpressionNode, _ right: ExpressionNode
  ) -> Value {
    let first = compile(left)
    let second = compile(right)
    return { frame in
      let a = try members(try first(frame), of: operation)
      let b = try members(try second(frame), of: operation)
      let other = Set(b)
      switch operation {
      case .union: return .set((a + b).uniqued)
      case .intersect: return .set(a.filter(other.contains).uniqued)
      case .minus: return .set(a.filter { !other.contains($0) }.uniqued)
      }
    }
  }

  private static func members(
    _ value: PredicateValue, of operation: SetOperation
  ) throws -> [PredicateValue] {
    if value.isNull { return [] }
    guard let members = value.members else {
      throw PredicateEvaluationError.notCollection(operation.rawValue, found: "\(value)")
    }
    return members
  }
}

extension [PredicateValue] {
  /// The members without repetitions, each at its first place.
  package var uniqued: [PredicateValue] {
    var seen = Set<PredicateValue>()
    return filter { seen.insert($0).inserted }
  }
}
