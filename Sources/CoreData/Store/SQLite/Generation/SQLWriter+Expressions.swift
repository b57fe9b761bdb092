import Foundation
import PredicateCore
import SQLiteDriver

extension SQLWriter {
  /// An expression as one side of a comparison.
  func side(_ node: ExpressionNode, _ env: SQLEnvironment) throws -> SQLSide {
    if node.isConstant(env) { return .constant(try constant(node)) }
    switch node {
    case .constant(let value): return .constant(value)
    case .evaluatedObject: return .operand(env.root.object)
    case .variable(let name):
      guard let operand = env.variables[name] ?? env.outputs[name] else {
        throw SQLGenerationError.unboundVariable(name)
      }
      return .operand(operand)
    case .keyPath(let keys):
      if keys.count == 1, let output = env.outputs[keys[0]] {
        if env.isHaving {
          try deviate(
            keys[0],
            "Apple's SQLite store does not find computed columns in havingPredicate by name; it does "
              + "as variables, $\(keys[0])")
        }
        return .operand(output)
      }
      return try path(keys, from: env.root, env)
    case .path(let base, let keys): return try path(keys, from: base, env)
    case .subquery(let collection, let variable, let condition):
      return .collection(try subquery(collection, variable, condition, env))
    case .aggregate(let members): return .list(try members.map { try side($0, env) })
    case .function(let call): return .operand(try function(call, env))
    case .conditional(let test, let then, let otherwise):
      return .operand(try conditional(test, then, otherwise, env))
    case .set(let operation, _, _):
      throw unsupported(node, "\(operation.rawValue) of rows has no translation")
    case .assignment: throw unsupported(node, "an assignment has no translation")
    case .indexSymbol: throw unsupported(node, "an index has no translation")
    case .anyKey: throw unsupported(node, "ANYKEY has no translation")
    case .block: throw unsupported(node, "a block cannot run inside SQLite")
    }
  }

  /// An expression that must have one value.
  func operand(_ node: ExpressionNode, _ env: SQLEnvironment) throws -> SQLOperand {
    switch try side(node, env) {
    case .operand(let operand): return operand
    case .constant(let value):
      guard let kind = SQLKind(of: value, schema: schema),
        let bound = kind.binding(value, schema: schema)
      else {
        if value.isNull { return SQLOperand("NULL", .integer) }
        throw unsupported(node, "a collection stands for a value")
      }
      return SQLOperand(.bound(bound), kind)
    case .collection(let collection): throw SQLGenerationError.toManyNotAllowed(collection.label)
    case .list: throw unsupported(node, "a collection stands for a value")
    }
  }

  func unsupported(_ node: ExpressionNode, _ why: String) -> SQLGenerationError {
    .unsupported(node.brief, why: why)
  }

  private func constant(_ node: ExpressionNode) throws -> PredicateValue {
    do {
      return try CompiledExpression(node).value(for: .null)
    } catch PredicateEvaluationError.unboundVariable(let name) {
      throw SQLGenerationError.unboundVariable(name)
    } catch {
      throw unsupported(node, "\(error)")
    }
  }

  private func conditional(
    _ test: PredicateNode, _ then: ExpressionNode, _ otherwise: ExpressionNode,
    _ env: SQLEnvironment
  ) throws -> SQLOperand {
    let first = try operand(then, env)
    let second = try operand(otherwise, env)
    let kind = first.fragment.sql == "NULL" ? second.kind : first.kind
    var result = SQLOperand(
      "CASE WHEN \(try condition(test, env.asInMemory)) THEN \(first.fragment) ELSE \(second.fragment) END",
      kind)
    result.isAggregate = first.isAggregate || second.isAggregate
    return result
  }

  /// `SUBQUERY(collection, $variable, condition)`.
  func subquery(
    _ node: ExpressionNode, _ variable: String, _ test: PredicateNode, _ env: SQLEnvironment
  ) throws -> SQLCollection {
    guard case .collection(var collection) = try side(node, env) else {
      throw unsupported(node, "SUBQUERY needs a to-many relationship")
    }
    var inner = env
    inner.variables[variable] = collection.member
    collection.conditions.append(try condition(test, inner))
    return collection
  }
}

extension ExpressionNode {
  /// Whether the value is the same for every row: nothing in it names the row or a variable that
  /// stands for rows.
  func isConstant(_ env: SQLEnvironment) -> Bool {
    switch self {
    case .constant: return true
    case .evaluatedObject, .keyPath, .anyKey, .block, .assignment: return false
    case .variable(let name): return env.variables[name] == nil && env.outputs[name] == nil
    case .path(let base, _): return base.isConstant(env)
    case .indexSymbol: return true
    case .function(let call):
      return call.arguments.allSatisfy { $0.isConstant(env) }
        && call.operand?.isConstant(env) ?? true
    case .aggregate(let members): return members.allSatisfy { $0.isConstant(env) }
    case .set(_, let left, let right): return left.isConstant(env) && right.isConstant(env)
    case .subquery, .conditional: return false
    }
  }
}
