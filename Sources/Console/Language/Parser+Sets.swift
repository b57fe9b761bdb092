/// The commands about many objects and about contexts.
extension Parser {
  mutating func batchCommand() throws(Problem) -> BatchCommand {
    let verb = try name("'update', 'delete' or 'insert'")
    switch verb.text {
    case "update":
      let entity = try name("the name of an entity")
      try expect(word: "set")
      var values: [Assignment] = []
      repeat {
        values.append(try assignment("key=value"))
      } while take(",")
      return .update(entity: entity, values: values, predicate: try optionalPredicate())
    case "delete":
      let entity = try name("the name of an entity")
      return .delete(entity: entity, predicate: try optionalPredicate())
    case "insert":
      let entity = try name("the name of an entity")
      return .insert(entity: entity, rows: try batchRows())
    default:
      throw Problem.unknown(
        "'batch' does update, delete or insert, not '\(verb.text)'", verb,
        among: ["update", "delete", "insert"])
    }
  }

  /// `[[key=value, …], …]`
  private mutating func batchRows() throws(Problem) -> [[Assignment]] {
    try expect("[")
    var rows: [[Assignment]] = []
    if peek().kind != .symbol("]") {
      repeat {
        rows.append(try batchRow())
      } while take(",")
    }
    try expect("]")
    return rows
  }

  private mutating func batchRow() throws(Problem) -> [Assignment] {
    try expect("[")
    var row: [Assignment] = []
    while peek().kind != .symbol("]") {
      row.append(try assignment("key=value or ']'"))
      _ = take(",")
    }
    try expect("]")
    return row
  }

  mutating func contextCommand() throws(Problem) -> ContextCommand {
    let verb = try name("'new', 'use', 'list' or 'merge'")
    switch verb.text {
    case "new":
      let name = try name("the new context's name")
      return .new(name: name, isChild: take(word: "child"))
    case "use":
      return .use(try name("a context's name"))
    case "list":
      return .list
    case "merge":
      let policy = try name("error, store, object, overwrite or rollback")
      guard let merging = ContextCommand.Merging(rawValue: policy.text) else {
        throw Problem.unknown(
          "there is no merge policy '\(policy.text)'; "
            + "there are error, store, object, overwrite, rollback",
          policy, among: ContextCommand.Merging.allCases.map(\.rawValue))
      }
      return .merge(merging)
    default:
      throw Problem.unknown(
        "'context' does new, use, list or merge, not '\(verb.text)'", verb,
        among: ["new", "use", "list", "merge"])
    }
  }

  mutating func controllerCommand() throws(Problem) -> ControllerCommand {
    var controller = ControllerCommand(entity: try name("the name of an entity"))
    let clauses = ["where", "order", "sections", "cache", "as"]
    while peek().kind != .end {
      let token = peek()
      guard case .word(let word) = token.kind, clauses.contains(word) else {
        throw unknownClause(token, among: clauses)
      }
      switch word {
      case "where":
        advance()
        controller.predicate = try predicate(after: "where")
      case "order":
        advance()
        controller.orderings = try orderings()
      case "sections":
        advance()
        controller.sectionKey = try keyPath("a key to make sections by")
      case "cache":
        advance()
        controller.cacheName = try name("a name for the cache")
      default:
        controller.name = try optionalName()
      }
    }
    return controller
  }
}
