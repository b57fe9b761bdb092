import CoreData
import Foundation
import SQLiteDriver

/// Which fetch index would spare a statement the reading of every row.
///
/// Nothing is guessed: the candidates are made in an empty database with the store's tables, one after
/// the other, and SQLite is asked for its plan. An index is proposed if the plan then searches by it.
struct IndexAdvice {
  private let schema: SQLSchema
  private let sql: String
  private let connection: SQLiteConnection

  init(schema: SQLSchema, sql: String) throws {
    self.schema = schema
    self.sql = sql
    connection = try SQLiteConnection.inMemory()
    try connection.registerPredicateFunctions()
    for statement in schema.statements() { try connection.execute(statement) }
  }

  /// What to say about a step of the plan; nil for one that needs no advice.
  func line(about step: String, _ entity: NSEntityDescription) throws -> String? {
    let words = step.split(separator: " ").map(String.init)
    guard words.count > 1, Self.readsEverything(step) else { return nil }
    let alias = words[1]
    guard let owner = owner(of: alias, entity) else { return nil }
    let read = "every row of \(owner.name) is read"
    if let index = try best(for: alias, entity) { return "\(read); \(index.text) avoids it" }
    if !tables.keys.contains(where: { !columns($0).isEmpty }) {
      return "\(read), as nothing is asked of its properties"
    }
    if step.contains("(Z_ENT") {
      return "\(read), and no fetch index helps: in a table of several entities SQLite goes by the "
        + "entity's number first"
    }
    return
      "\(read), and no fetch index helps: no property's own value is compared with a constant or "
      + "a range, so that all matches would lie together"
  }

  /// A scan, or a search by nothing but the entity's number.
  private static func readsEverything(_ step: String) -> Bool {
    let step = step.trimmingCharacters(in: .whitespaces)
    return step.hasPrefix("SCAN t") || step.hasPrefix("SEARCH t") && step.contains("(Z_ENT")
  }

  /// The table of each alias.
  private var tables: [String: String] {
    var tables: [String: String] = [:]
    for match in sql.matches(of: #/(?:FROM|JOIN) \(?(\w+) (t\d+)\b/#) {
      tables["\(match.2)"] = "\(match.1)"
    }
    return tables
  }

  /// The entity that a table is seen as: the fetched one, or the one that has the columns asked for.
  private func owner(of alias: String, _ entity: NSEntityDescription) -> SQLEntity? {
    if alias == "t0" { return schema.entities[entity.name ?? ""] }
    let asked = Set(columns(alias))
    return schema.entitiesInOrder.first { owner in
      owner.table == tables[alias] && asked.isSubset(of: owner.columns.values.map(\.name))
    }
  }

  /// The columns of an alias that conditions and the order name, in the order of the text.
  private func columns(_ alias: String) -> [String] {
    guard let start = sql.range(of: " WHERE ") ?? sql.range(of: " ORDER BY ") else { return [] }
    var found: [String] = []
    for match in sql[start.lowerBound...].matches(of: #/\b(t\d+)\.(\w+)/#)
    where match.1 == alias && !match.2.hasPrefix("Z_") {
      let name = "\(match.2)"
      if !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// An index that could be made.
  private struct Candidate {
    let owner: SQLEntity
    let columns: [(property: String, name: String)]

    /// The index as the model has it.
    var text: String {
      let names = columns.map(\.property)
      let title = names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "And")
      let elements = names.map { "\($0) (Binary, ascending)" }.joined(separator: " and ")
      return "a fetch index of \(owner.name), by\(title) with the element"
        + "\(names.count > 1 ? "s" : "") \(elements),"
    }
  }

  /// The smallest index with which not every row is read; of those the first that spares sorting, too.
  private func best(for alias: String, _ entity: NSEntityDescription) throws -> Candidate? {
    var found: Candidate?
    for candidate in candidates(alias, entity) {
      let plan = try plan(candidate)
      let isUsed = plan.contains { $0.contains(Self.name) && $0.hasPrefix("SEARCH ") }
      let isRead = plan.contains {
        $0.hasPrefix("SCAN \(alias)")
          || $0.hasPrefix("SEARCH \(alias) ")
            && Self.readsEverything($0)
      }
      guard isUsed, !isRead else { continue }
      if !plan.contains(where: { $0.contains("FOR ORDER BY") }) { return candidate }
      if found == nil { found = candidate }
    }
    return found
  }

  /// Single columns and pairs: of the table itself first, then of those it is joined with.
  private func candidates(_ alias: String, _ entity: NSEntityDescription) -> [Candidate] {
    let others = tables.keys.filter { $0 != alias }.sorted()
    return ([alias] + others).flatMap { alias -> [Candidate] in
      guard let owner = owner(of: alias, entity) else { return [] }
      let known = Dictionary(
        owner.columns.map { ($0.value.name, $0.key) }, uniquingKeysWith: { first, _ in first })
      let columns = columns(alias).prefix(6).compactMap { name in known[name].map { ($0, name) } }
      let pairs = columns.flatMap { first in
        columns.filter { $0.1 != first.1 }.map { [first, $0] }
      }
      return (columns.map { [$0] } + pairs).map { Candidate(owner: owner, columns: $0) }
    }
  }

  private static let name = "corebook_candidate"

  private func plan(_ candidate: Candidate) throws -> [String] {
    let columns = candidate.columns.map(\.name).joined(separator: ", ")
    try connection.execute("CREATE INDEX \(Self.name) ON \(candidate.owner.table) (\(columns))")
    // The index is in a copy that goes.
    defer { try? connection.execute("DROP INDEX \(Self.name)") }
    return try connection.rows("EXPLAIN QUERY PLAN " + sql).compactMap { $0.last?.text }
  }
}
