import Foundation
import PredicateCore
import SQLiteDriver

extension SQLGenerator {
  /// A dictionary fetch while its clauses are collected.
  func dictionaryStatement(
    _ pieces: FetchPieces, _ entity: NSEntityDescription
  ) throws -> SQLStatement {
    var statement = try SQLStatement(self, pieces, entity)
    statement.isDistinct = pieces.returnsDistinctResults
    let groupNames = Set((pieces.propertiesToGroupBy ?? []).map(Self.name))
    for property in pieces.propertiesToFetch ?? Self.storedAttributes(entity, schema) {
      try statement.addColumn(property, groupNames: groupNames)
    }
    for property in pieces.propertiesToGroupBy ?? [] { try statement.addGroup(property) }
    if let predicate = pieces.havingPredicate {
      var env = statement.environment
      env.allowsAggregates = true
      env.isHaving = true
      statement.having = try statement.writer.condition(predicate.nodeInCompound, env)
    }
    var env = statement.environment
    env.allowsAggregates = true
    statement.environment = env
    try statement.addOrder(pieces.sortDescriptors ?? [])
    return statement
  }

  /// The attributes that a dictionary has when none are asked for (B032).
  private static func storedAttributes(
    _ entity: NSEntityDescription, _ schema: SQLSchema
  ) -> [Any] {
    let columns = schema.entities[entity.name ?? ""]?.columns ?? [:]
    return entity.attributes.filter { columns[$0.name] != nil }
  }

  /// The name under which a property appears.
  static func name(of property: Any) -> String {
    if let description = property as? NSPropertyDescription { return description.name }
    return "\(property)"
  }
}

extension SQLStatement {
  /// Adds a property to fetch: a description, an expression description, or a key path.
  mutating func addColumn(_ property: Any, groupNames: Set<String>) throws {
    let name = SQLGenerator.name(of: property)
    let operand = try operand(of: property)
    if !groupNames.isEmpty, !groupNames.contains(name), !operand.isAggregate {
      throw SQLGenerationError.notGrouped(name)
    }
    environment.outputs[name] = property is NSExpressionDescription ? operand : nil
    columns.append(operand.fragment)
    guard case .object(_, let entityName) = operand.kind else {
      if case .opaque = operand.kind, operand.attributeType == .binaryDataAttributeType {
        results.append(SQLResultColumn(name: name, value: .external))
        return
      }
      let declared = (property as? NSExpressionDescription)?.expressionResultType
      let type = declared == .undefinedAttributeType ? nil : declared
      results.append(
        SQLResultColumn(
          name: name,
          value: .attribute(type ?? operand.attributeType ?? operand.kind.attributeType)))
      return
    }
    let companion =
      operand.entityKey
      ?? (operand.isPrimaryKey && !operand.isAggregate ? operand.scope?.column("Z_ENT") : nil)
    if let companion {
      columns.append(companion)
      results.append(SQLResultColumn(name: name, value: .objectWithEntity(entityName: entityName)))
    } else {
      results.append(SQLResultColumn(name: name, value: .object(entityName: entityName)))
    }
  }

  /// Adds a property to group by.
  mutating func addGroup(_ property: Any) throws {
    groups.append(try operand(of: property).fragment)
  }

  private func operand(of property: Any) throws -> SQLOperand {
    var env = environment
    env.allowsAggregates = true
    switch property {
    case let description as NSExpressionDescription:
      guard let expression = description.expression else {
        throw SQLGenerationError.unsupported(description.name, why: "it has no expression")
      }
      return try writer.operand(expression.node, env)
    case let description as NSPropertyDescription:
      return try writer.operand(.keyPath([description.name]), env)
    case let keyPath as String:
      return try writer.operand(ExpressionNode.parsedKeyPath(keyPath), env)
    case let expression as NSExpression:
      return try writer.operand(expression.node, env)
    default:
      throw SQLGenerationError.unsupported(
        "\(property)", why: "a property to fetch is a property description or a key path")
    }
  }
}
