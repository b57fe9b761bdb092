import CoreData
import Inspector
import PredicateCore
import SQLiteDriver

extension Session {
  /// `.explain FETCH`: the predicate as it was understood, the SQL, the plan.
  func explain(_ command: FetchCommand) throws {
    let entity = try entity(command.entity)
    if let text = command.predicate {
      tell("predicate")
      let node = try predicate(text, on: entity).node
      for line in PredicateText.shownForPeople({ PredicateTree.lines(node, depth: 1) }) {
        tell(line)
      }
    }
    guard let store = sqliteStore else {
      tell("The store is of type \(try openStack().plan.type.rawValue): it is searched in memory.")
      return
    }
    var statements: [(sql: String, filled: String, rows: Int)] = []
    var notes: [String] = []
    store.connection.setProfileHook { [meter = stack?.meter] event in
      meter?.note(event)
      if event.isQuery { statements.append((event.sql, event.expandedSQL, event.rowCount)) }
    }
    store.noteHandler = { note in if !notes.contains(note) { notes.append(note) } }
    defer { watchStack() }
    let (outer, saved) = (sink, names)
    sink = { _ in }
    defer { (sink, names) = (outer, saved) }
    let pieces = try explainedPieces(command)
    let explanation = try context().explanation(of: pieces)
    let bindings = try store.query(for: explanation.plan).bindings
    try runFetch(command)
    sink = outer
    guard let first = statements.first else {
      tell("No SQL was run: the objects were answered from memory.")
      return
    }
    tell("sql")
    tell("  \(first.sql)")
    if !bindings.isEmpty {
      tell("bindings")
      tell("  " + bindings.map(\.sqlLiteral).joined(separator: ", "))
    }
    tell("plan")
    let advice = try IndexAdvice(schema: store.schema, sql: first.filled)
    for line in try plan(of: first.filled) {
      tell("  \(line)")
      if let about = try advice.line(about: line, entity) { tell("  -- \(about)") }
    }
    tell("in memory")
    for sentence in explanation.inMemory.isEmpty ? ["nothing"] : explanation.inMemory {
      tell("  \(sentence)")
    }
    if !notes.isEmpty { tell("on Apple's systems") }
    for note in notes { tell("  \(note)") }
    tell("\(first.rows) row\(first.rows == 1 ? "" : "s")")
    if statements.count > 1 {
      tell("\(statements.count - 1) more statements for faults that printing the results fired")
    }
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
