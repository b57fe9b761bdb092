import CoreData
import Inspector
import PredicateCore
import SQLiteDriver

extension Session {
  /// `.explain FETCH`: the predicate as it was understood, the SQL, the plan.
  func explain(_ command: FetchCommand) throws {
    let entity = try entity(command.entity)
    if let text = command.predicate {
      write("predicate")
      for line in PredicateTree.lines(try predicate(text, on: entity).node, depth: 1) {
        write(line)
      }
    }
    guard let store = sqliteStore else {
      write("The store is of type \(try openStack().plan.type.rawValue): it is searched in memory.")
      return
    }
    var statements: [(sql: String, rows: Int)] = []
    store.connection.setProfileHook { event in
      if event.isQuery { statements.append((event.expandedSQL, event.rowCount)) }
    }
    defer { traceSQL() }
    let (outer, saved) = (sink, names)
    sink = { _ in }
    defer { (sink, names) = (outer, saved) }
    try runFetch(command)
    sink = outer
    guard let first = statements.first else {
      write("No SQL was run: the objects were answered from memory.")
      return
    }
    write("sql")
    write("  \(first.sql)")
    write("plan")
    for line in try plan(of: first.sql) { write("  \(line)" + Self.advice(line, entity)) }
    write("\(first.rows) row\(first.rows == 1 ? "" : "s")")
    if statements.count > 1 {
      write("\(statements.count - 1) more statements for faults that printing the results fired")
    }
  }

  /// What a step of a plan means for the model.
  private static func advice(_ line: String, _ entity: NSEntityDescription) -> String {
    guard line.hasPrefix("SCAN t0") else { return "" }
    return
      "  -- every row of \(entity.name ?? "") is read; a fetch index on what is compared avoids it"
  }
}

/// A predicate as an indented tree.
enum PredicateTree {
  static func lines(_ node: PredicateNode, depth: Int) -> [String] {
    let margin = String(repeating: "  ", count: depth)
    switch node {
    case .and(let parts): return [margin + "AND"] + parts.flatMap { lines($0, depth: depth + 1) }
    case .or(let parts): return [margin + "OR"] + parts.flatMap { lines($0, depth: depth + 1) }
    case .not(let part): return [margin + "NOT"] + lines(part, depth: depth + 1)
    default: return ["\(margin)\(node)"]
    }
  }
}
