import Foundation
import PredicateCore
import SQLiteDriver

/// The SELECT of a fetch while its clauses are collected.
struct SQLStatement {
  let writer: SQLWriter
  var environment: SQLEnvironment
  var columns: [SQLFragment] = []
  var results: [SQLResultColumn] = []
  var isDistinct = false
  var groups: [SQLFragment] = []
  var having: SQLFragment?
  private var conditions: [SQLFragment] = []
  private var order: [SQLFragment] = []
  private let limit: Int
  private let offset: Int

  /// Begins with the table, the entity's numbers and the predicate.
  init(_ generator: SQLGenerator, _ pieces: FetchPieces, _ entity: NSEntityDescription) throws {
    writer = SQLWriter(schema: generator.schema, isStrict: generator.isStrict)
    let select = SQLSelect()
    let root = try writer.scope(entity, in: select)
    select.from = SQLFragment(sql: "\(root.layout.table) \(root.alias)")
    environment = SQLEnvironment(root: root)
    limit = pieces.fetchLimit
    offset = pieces.fetchOffset
    if let numbers = Self.numbers(root, pieces.includesSubentities) { conditions.append(numbers) }
    if let predicate = pieces.predicate {
      let condition = try writer.wholeCondition(predicate.nodeInCompound, environment)
      if condition.sql != "1" { conditions.append(condition) }
    }
  }

  /// The entity's rows among those of the table: the numbers of a family are an interval.
  private static func numbers(_ root: SQLScope, _ includesSubentities: Bool) -> SQLFragment? {
    let layout = root.layout
    let last = includesSubentities ? layout.lastNumber : layout.number
    let isWholeTable =
      layout.superNumber == 0
      && (includesSubentities || layout.lastNumber == layout.number)
    if isWholeTable { return nil }
    let column = root.column("Z_ENT")
    let first = SQLFragment.bound(.integer(Int64(layout.number)))
    if last == layout.number { return "\(column) = \(first)" }
    return "(\(first) <= \(column) AND \(column) <= \(bind: .integer(Int64(last))))"
  }

  /// Adds the order of sort descriptors. Nil is smallest (B024), as NULL is in SQLite.
  mutating func addOrder(_ descriptors: [NSSortDescriptor]) throws {
    for descriptor in descriptors {
      if descriptor.hasCustomComparator {
        throw SQLGenerationError.unsupportedSort(
          "(comparator blocks are not supported): \(descriptor)")
      }
      let operand = try orderOperand(descriptor)
      let collation = try collation(descriptor, operand)
      order.append(
        "\(operand.fragment)\(raw: collation)\(raw: descriptor.ascending ? "" : " DESC")")
    }
  }

  private func orderOperand(_ descriptor: NSSortDescriptor) throws -> SQLOperand {
    let node = ExpressionNode.parsedKeyPath(descriptor.key ?? "SELF")
    let operand = try writer.operand(node, environment)
    if case .opaque(let why) = operand.kind {
      throw SQLGenerationError.unsupportedSort("\(descriptor): \(why)")
    }
    if case .keyPath(let keys) = node, keys.contains(where: { $0.hasPrefix("@") }) {
      try writer.deviate("\(node)", "Apple's SQLite store refuses to sort by a collection operator")
    }
    return operand
  }

  private func collation(
    _ descriptor: NSSortDescriptor, _ operand: SQLOperand
  ) throws -> String {
    let name = descriptor.selector?.description ?? "compare:"
    if name == "compare:" { return "" }
    guard let collation = SQLCollationName(selector: name) else {
      throw SQLGenerationError.unsupportedSort("selector: \(name)")
    }
    return operand.kind == .string ? " COLLATE \(collation.rawValue)" : ""
  }

  // MARK: The text

  var query: SQLQuery { SQLQuery(fragment, notes: writer.notes, columns: results) }

  var fragment: SQLFragment {
    var sql: SQLFragment =
      "SELECT \(raw: isDistinct ? "DISTINCT " : "")\(columns.joined(", "))"
    sql.append(" FROM \(environment.root.select.from)")
    if !conditions.isEmpty { sql.append(" WHERE \(conditions.joined(" AND "))") }
    if !groups.isEmpty { sql.append(" GROUP BY \(groups.joined(", "))") }
    if let having { sql.append(" HAVING \(having)") }
    if !order.isEmpty { sql.append(" ORDER BY \(order.joined(", "))") }
    if limit > 0 || offset > 0 {
      sql.append(" LIMIT \(bind: .integer(limit > 0 ? Int64(limit) : -1))")
    }
    if offset > 0 { sql.append(" OFFSET \(bind: .integer(Int64(offset)))") }
    return sql
  }
}
