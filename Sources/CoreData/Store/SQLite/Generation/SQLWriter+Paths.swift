import Foundation
import PredicateCore

import SQLiteDriver
extension SQLWriter {
  /// A key path that starts at another expression.
  func path(
    _ keys: [String], from base: ExpressionNode, _ env: SQLEnvironment
  ) throws -> SQLSide {
    switch try side(base, env) {
    case .collection(let collection): return try extend(collection, keys[...], env)
    case .operand(let operand):
      if let scope = operand.scope { return try path(keys, from: scope, env) }
      if keys == ["length"], operand.kind == .string { return try length(operand) }
      throw SQLGenerationError.unsupported(
        "\(ExpressionNode.path(base, keys))", why: "it is no object")
    case .constant, .list:
      throw SQLGenerationError.unsupported(
        "\(ExpressionNode.path(base, keys))", why: "it is no relationship")
    }
  }

  /// A key path from an object: a column, a joined column, or the members of a to-many.
  func path(_ keys: [String], from start: SQLScope, _ env: SQLEnvironment) throws -> SQLSide {
    var scope = start
    for (index, key) in keys.enumerated() {
      let rest = keys[(index + 1)...]
      if key.lowercased() == "self" { continue }
      if key.hasPrefix("@") { throw operatorOfNothing(key, keys) }
      if key == "objectID", rest.isEmpty { return .operand(scope.object) }
      if key == "entity", scope.entity.propertiesByName[key] == nil,
        rest.isEmpty || rest.elementsEqual(["name"])
      {
        return .operand(SQLOperand(scope.column("Z_ENT"), .entity))
      }
      if let relationship = scope.entity.relationshipsByName[key] {
        if relationship.isToMany {
          let collection = try members(of: relationship, scope, label: keys, env)
          return try extend(collection, rest, env)
        }
        let column = try column(key, scope, keys, start)
        if rest.isEmpty || rest.elementsEqual(["objectID"]) || rest.elementsEqual(["self"]) {
          return .operand(try toOne(relationship, column, scope))
        }
        scope = try join(relationship, column, scope)
        continue
      }
      if let composite = scope.entity.attributesByName[key] as? NSCompositeAttributeDescription {
        return .operand(try element(Array(keys[index...]), composite, scope, keys, start))
      }
      let attribute = try attribute(key, scope, keys, start)
      if rest.isEmpty { return .operand(attribute) }
      if rest.elementsEqual(["length"]), attribute.kind == .string { return try length(attribute) }
      throw notFound(keys, start)
    }
    return .operand(scope.object)
  }

  private func length(_ operand: SQLOperand) throws -> SQLSide {
    try deviate("length", "Apple's SQLite store does not know the key length of a text")
    return .operand(
      SQLOperand(
        "\(raw: SQLFunctionName.call.rawValue)(\(bind: .text("length:")), \(operand.fragment))",
        .integer))
  }

  private func operatorOfNothing(_ key: String, _ keys: [String]) -> SQLGenerationError {
    .unsupported(
      keys.joined(separator: "."),
      why: CollectionOperator(key) == nil
        ? "there is no collection operator \(key)"
        : "\(key) needs a to-many relationship in front of it")
  }

  func notFound(_ keys: [String], _ scope: SQLScope) -> SQLGenerationError {
    .keyPathNotFound(keys.joined(separator: "."), entity: scope.layout.name)
  }

  func column(
    _ key: String, _ scope: SQLScope, _ keys: [String], _ start: SQLScope
  ) throws -> SQLColumn {
    guard let column = scope.layout.columns[key] else { throw notFound(keys, start) }
    return column
  }

  func attribute(
    _ key: String, _ scope: SQLScope, _ keys: [String], _ start: SQLScope
  ) throws -> SQLOperand {
    guard let attribute = scope.entity.attributesByName[key] else {
      throw notFound(keys, start)
    }
    let column = try column(key, scope, keys, start)
    var operand = SQLOperand(scope.column(column.name), SQLKind(attribute))
    operand.attributeType = attribute.attributeType
    return operand
  }

  /// An element of a composite attribute: a column of its own.
  private func element(
    _ path: [String], _ composite: NSCompositeAttributeDescription, _ scope: SQLScope,
    _ keys: [String], _ start: SQLScope
  ) throws -> SQLOperand {
    var found: NSAttributeDescription? = composite
    for key in path.dropFirst() {
      found = (found as? NSCompositeAttributeDescription)?.elements.first { $0.name == key }
    }
    guard let found else { throw notFound(keys, start) }
    guard !(found is NSCompositeAttributeDescription) else {
      throw SQLGenerationError.unsupported(
        keys.joined(separator: "."), why: "it is a composite attribute; ask for its elements")
    }
    let column = try column(path.joined(separator: "."), scope, keys, start)
    var operand = SQLOperand(scope.column(column.name), SQLKind(found))
    operand.attributeType = found.attributeType
    return operand
  }

  // MARK: To-one

  func destination(_ relationship: NSRelationshipDescription) throws -> NSEntityDescription {
    guard let entity = relationship.destinationEntity else {
      throw SQLGenerationError.unknownEntity(relationship.destinationName ?? "")
    }
    return entity
  }

  /// The object at the end of a to-one relationship, known by the column that holds its key.
  func toOne(
    _ relationship: NSRelationshipDescription, _ column: SQLColumn, _ scope: SQLScope
  ) throws -> SQLOperand {
    let name = try destination(relationship).name ?? ""
    guard let layout = schema.entities[name] else { throw SQLGenerationError.unknownEntity(name) }
    var operand = SQLOperand(
      scope.column(column.name), .object(root: layout.rootName, entity: name))
    operand.entityKey = column.entityKeyColumn.map { scope.column($0) }
    return operand
  }

  /// The table at the end of a to-one relationship. The join keeps rows without destination: all
  /// that lies beyond is then nil, as in memory.
  func join(
    _ relationship: NSRelationshipDescription, _ column: SQLColumn, _ scope: SQLScope
  ) throws -> SQLScope {
    let key = "\(scope.alias).\(relationship.name)"
    if let known = scope.select.joined[key] { return known }
    var joined = try self.scope(try destination(relationship), in: scope.select)
    joined.isOptional = true
    scope.select.from.append(
      SQLFragment(
        sql: " LEFT JOIN \(joined.layout.table) \(joined.alias) "
          + "ON \(joined.alias).Z_PK = \(scope.alias).\(column.name)"))
    scope.select.joined[key] = joined
    return joined
  }
}
