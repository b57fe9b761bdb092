import Foundation
import PredicateCore

/// To-many relationships.
extension SQLWriter {
  /// The members of a to-many relationship of an object, as a SELECT of their own.
  ///
  /// - Parameter label: the whole key path that leads to them and further, for messages.
  func members(
    of relationship: NSRelationshipDescription, _ owner: SQLScope, label: [String],
    _ env: SQLEnvironment
  ) throws -> SQLCollection {
    let select = SQLSelect()
    let (scope, source, tie) = try tied(relationship, to: owner, in: select)
    select.from = source
    return SQLCollection(
      scope: scope, conditions: [tie], value: nil, isDistinct: !relationship.isOrdered,
      repeatsMembers: false, owning: owner.isOptional ? owner.column("Z_PK") : nil,
      label: label.joined(separator: "."))
  }

  /// The destination table of a to-many relationship, how it is read, and the condition that ties
  /// it to the owner.
  private func tied(
    _ relationship: NSRelationshipDescription, to owner: SQLScope, in select: SQLSelect
  ) throws -> (scope: SQLScope, source: SQLFragment, tie: SQLFragment) {
    guard let place = owner.layout.toMany[relationship.name] else {
      throw notFound([relationship.name], owner)
    }
    let scope = try self.scope(try destination(relationship), in: select)
    switch place {
    case .foreignKey(let table, let column, _), .ownColumn(let table, let column):
      return (
        scope, SQLFragment(sql: "\(table) \(scope.alias)"),
        SQLFragment(sql: "\(scope.alias).\(column) = \(owner.alias).Z_PK")
      )
    case .join(let join):
      let alias = joinAlias()
      return (
        scope,
        SQLFragment(
          sql: "\(join.table) \(alias) JOIN \(scope.layout.table) \(scope.alias) "
            + "ON \(scope.alias).Z_PK = \(alias).\(join.otherColumn)"),
        SQLFragment(sql: "\(alias).\(join.ownColumn) = \(owner.alias).Z_PK")
      )
    }
  }

  /// What further keys give for the members of a collection: their values, the members of a next
  /// to-many, or the value of a collection operator.
  func extend(
    _ start: SQLCollection, _ keys: ArraySlice<String>, _ env: SQLEnvironment
  ) throws -> SQLSide {
    var collection = start
    for (index, key) in zip(keys.indices, keys) where key.lowercased() != "self" {
      if key.hasPrefix("@") {
        return .operand(try aggregate(key, of: collection, Array(keys[(index + 1)...]), env))
      }
      let all = Array(keys)
      guard let owner = collection.owner else { throw notFound(all, collection.scope) }
      guard let relationship = owner.entity.relationshipsByName[key] else {
        collection.value = try attribute(key, owner, all, owner)
        continue
      }
      if relationship.isToMany {
        collection = try step(collection, relationship, owner)
      } else {
        let column = try column(key, owner, all, owner)
        collection.value = try toOne(relationship, column, owner)
        collection.value?.scope = try join(relationship, column, owner)
      }
    }
    return .collection(collection)
  }

  /// The members of a to-many relationship of members.
  private func step(
    _ collection: SQLCollection, _ relationship: NSRelationshipDescription, _ owner: SQLScope
  ) throws -> SQLCollection {
    let select = collection.scope.select
    let (scope, source, tie) = try tied(relationship, to: owner, in: select)
    // A join table is tied by itself, so that the condition can follow the last table. SQLite
    // forgets the alias of a single table in brackets, so brackets are for two alone.
    if case .join = owner.layout.toMany[relationship.name] {
      select.from.append(" JOIN (\(source)) ON \(tie)")
    } else {
      select.from.append(" JOIN \(source) ON \(tie)")
    }
    return SQLCollection(
      scope: scope, conditions: collection.conditions, value: nil, isDistinct: true,
      repeatsMembers: true, owning: collection.owning, label: collection.label)
  }

  // MARK: Operators

  /// `collection.@sum.key` and its like, as a scalar subquery.
  private func aggregate(
    _ key: String, of collection: SQLCollection, _ tail: [String], _ env: SQLEnvironment
  ) throws -> SQLOperand {
    let label = collection.label
    guard let known = CollectionOperator(key) else {
      throw SQLGenerationError.unsupported(label, why: "there is no collection operator \(key)")
    }
    guard let function = SQLAggregate(known) else {
      throw SQLGenerationError.unsupported(
        label, why: "\(key) gives a collection, which has no translation")
    }
    if function == .count {
      guard tail.isEmpty else {
        throw SQLGenerationError.unsupported(label, why: "nothing can follow @count")
      }
      return count(collection)
    }
    var value = collection.member
    if !tail.isEmpty {
      guard let owner = collection.owner else { throw notFound(tail, collection.scope) }
      guard case .operand(let operand) = try path(tail, from: owner, env) else {
        throw SQLGenerationError.toManyNotAllowed(label)
      }
      value = operand
    }
    let isOfObjects = !tail.isEmpty
    return try aggregate(function, value, collection, isOfObjects, label)
  }

  /// How many members there are, or how many different values.
  func count(_ collection: SQLCollection) -> SQLOperand {
    let what: SQLFragment
    if let value = collection.value {
      what = collection.isDistinct ? "COUNT(DISTINCT \(value.fragment))" : "COUNT(*)"
    } else {
      what =
        collection.repeatsMembers
        ? "COUNT(DISTINCT \(collection.scope.column("Z_PK")))" : "COUNT(*)"
    }
    let number: SQLFragment = "(\(collection.select(what)))"
    var operand = SQLOperand(number.unlessMissing(collection.owning), .integer)
    if collection.value == nil, collection.owning == nil {
      operand.existence = collection.exists()
    }
    return operand
  }

  /// An aggregate of values: of the members' values, each member counting once, or of the
  /// different values of a set.
  private func aggregate(
    _ function: SQLAggregate, _ value: SQLOperand, _ collection: SQLCollection,
    _ isOfObjects: Bool, _ label: String
  ) throws -> SQLOperand {
    if let why = function.refusal(of: value.kind) {
      throw SQLGenerationError.unsupported(label, why: why)
    }
    let name = function.name(for: value.kind)
    let isFlat = !collection.repeatsMembers && (collection.value == nil || !isOfObjects)
    let inner: SQLFragment
    if isFlat {
      let distinct = collection.value != nil && collection.isDistinct ? "DISTINCT " : ""
      inner = collection.select("\(raw: name)(\(raw: distinct)\(value.fragment))")
    } else {
      let members = collection.select(
        "DISTINCT \(collection.member.fragment) AS k, \(value.fragment) AS v")
      inner = "SELECT \(raw: name)(v) FROM (\(members))"
    }
    let result: SQLFragment =
      function.isZeroOfNothing
      ? ("COALESCE((\(inner)), 0)" as SQLFragment).unlessMissing(collection.owning) : "(\(inner))"
    return SQLOperand(result, function.kind(of: value.kind))
  }

  /// The aggregate that a function such as `max:` is of a to-many path. Unlike a collection operator, which
  /// is a key and gives nil for nil, a function takes nil for no members.
  func aggregate(_ function: SQLAggregate, of collection: SQLCollection) throws -> SQLOperand {
    var collection = collection
    collection.owning = nil
    if function == .count { return count(collection) }
    return try aggregate(function, collection.member, collection, false, collection.label)
  }
}

extension SQLCollection {
  /// The table of the objects that further keys start from; nil when the values are no objects.
  var owner: SQLScope? { value == nil ? scope : value?.scope }
}

extension SQLFragment {
  /// The value of something that an object has, nil where the object is missing.
  fileprivate func unlessMissing(_ key: SQLFragment?) -> SQLFragment {
    guard let key else { return self }
    return "CASE WHEN \(key) IS NOT NULL THEN \(self) END"
  }
}
