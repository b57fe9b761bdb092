import Foundation
package import PredicateCore
import SQLiteDriver

/// Turns fetch requests into SQL.
///
/// One fetch is one SELECT. The text depends on the shape of the request alone, every value is
/// bound; tables are called `t0` (the fetched entity), `t1` … as they are joined.
package struct SQLGenerator: Sendable {
  package let schema: SQLSchema
  /// Whether to refuse what Apple's SQLite store refuses; otherwise it is answered, with a note in
  /// the query.
  package let isStrict: Bool

  package init(schema: SQLSchema, isStrict: Bool = false) {
    self.schema = schema
    self.isStrict = isStrict
  }

  /// The statement that finds objects.
  /// - Parameters:
  ///   - pieces: predicate, order, limit and offset count.
  ///   - entity: the fetched entity.
  ///   - columns: what to select, such as `t0.Z_PK`.
  /// - Throws: `SQLGenerationError`.
  package func objects(
    _ pieces: FetchPieces, entity: NSEntityDescription, columns: [String]
  ) throws -> SQLQuery {
    var statement = try SQLStatement(self, pieces, entity)
    try statement.addOrder(pieces.sortDescriptors ?? [])
    statement.columns = [SQLFragment(sql: columns.joined(separator: ", "))]
    return statement.query
  }

  /// The statement that finds the keys of objects and the value that divides them into sections.
  /// - Parameter keyPath: the value, of an attribute; nil for keys alone.
  /// - Throws: `SQLGenerationError`; also when the value is no attribute's.
  package func sections(
    _ pieces: FetchPieces, entity: NSEntityDescription, keyPath: String?
  ) throws -> SQLQuery {
    var statement = try SQLStatement(self, pieces, entity)
    statement.columns = ["t0.Z_PK", "t0.Z_ENT"]
    if let keyPath {
      try statement.addColumn(keyPath, groupNames: [])
      guard case .attribute? = statement.results.first?.value else {
        throw SQLGenerationError.unsupported(keyPath, why: "a section is named by an attribute")
      }
    }
    try statement.addOrder(pieces.sortDescriptors ?? [])
    return statement.query
  }

  /// The statement that counts objects, or the dictionaries of a dictionary fetch; limit and
  /// offset apply.
  /// - Throws: `SQLGenerationError`.
  package func count(_ pieces: FetchPieces, entity: NSEntityDescription) throws -> SQLQuery {
    if pieces.resultType.contains(.dictionaryResultType) {
      let inner = try dictionaryStatement(pieces, entity)
      return SQLQuery("SELECT COUNT(*) FROM (\(inner.fragment))", notes: inner.writer.notes)
    }
    var statement = try SQLStatement(self, pieces, entity)
    if pieces.fetchLimit == 0, pieces.fetchOffset == 0 {
      statement.columns = ["COUNT(*)"]
      return statement.query
    }
    statement.columns = ["1"]
    return SQLQuery(
      "SELECT COUNT(*) FROM (\(statement.fragment))", notes: statement.writer.notes)
  }

  /// The statement of a dictionary fetch: columns, grouping, distinctness.
  /// - Throws: `SQLGenerationError`.
  package func dictionaries(
    _ pieces: FetchPieces, entity: NSEntityDescription
  ) throws -> SQLQuery {
    try dictionaryStatement(pieces, entity).query
  }

  /// An expression over the columns of one row of an entity's table, called `t0`, for
  /// `UPDATE … AS t0 SET …`.
  /// - Throws: `SQLGenerationError` also for a path through a relationship.
  package func expression(
    _ node: ExpressionNode, entity: NSEntityDescription
  ) throws -> SQLFragment {
    let writer = SQLWriter(schema: schema, isStrict: isStrict)
    let select = SQLSelect()
    let root = try writer.scope(entity, in: select)
    let operand = try writer.operand(node, SQLEnvironment(root: root))
    guard select.joined.isEmpty else {
      throw SQLGenerationError.unsupported(
        "\(node)", why: "an update reads its own row only, not rows beyond a relationship")
    }
    return operand.fragment
  }
}
