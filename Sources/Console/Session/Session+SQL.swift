import CoreData
import Inspector
import SQLiteDriver

/// SQL and the commands about the store's file.
extension Session {
  /// The store's file, to be read.
  func database() throws(Problem) -> ReadOnlyDatabase {
    let stack = try openStack()
    guard stack.plan.type == .sqlite, let url = stack.storeURL else {
      throw Problem(
        "SQL needs an SQLite store, and this one is of type \(stack.plan.type.rawValue)")
    }
    do {
      let database = try ReadOnlyDatabase(path: url.path)
      // Statements that the store ran can be run again, and explained.
      try database.connection.registerPredicateFunctions()
      database.connection.setProgressHandler(every: 10_000, isInterrupted)
      return database
    } catch {
      throw Problem("cannot read \(url.path): \(error.message)", kind: .file)
    }
  }

  func runSQL(_ text: String) throws {
    let database = try database()
    var options = settings.rendering
    options.hidesBytes = settings.screenWidth != nil && outputFile == nil
    let runner = SQLRunner(database: database, options: options)
    var isSilent = true
    do {
      try runner.run(text) { bytes in
        isSilent = false
        sink(.output(bytes))
      }
      if isSilent { sayNothingCame("no rows") }
    } catch let problem as Problem {
      throw advised(problem, database)
    }
  }

  /// A table or column that is not there may be an entity or a property by its own name.
  private func advised(_ problem: Problem, _ database: ReadOnlyDatabase) -> Problem {
    guard let match = problem.message.wholeMatch(of: #/no such (table|column): (?:.*\.)?(\w+)/#)
    else {
      return problem
    }
    let name = String(match.output.2)
    // Here and below: without tables there is nothing to suggest.
    let tables = (try? database.tables()) ?? []
    let wanted: String?
    if match.output.1 == "table" {
      let entity = stack?.model.entities.first { $0.name?.lowercased() == name.lowercased() }
      let table = entity.flatMap {
        // An entity without a table suggests nothing.
        try? tablePattern(Spelled($0.name ?? "", at: Span(start: 0, end: 0)))
      }
      wanted = table ?? Suggestion.nearest(to: name, among: tables)
    } else {
      let columns = Set(tables.flatMap { (try? database.columns(of: $0)) ?? [] })
      wanted =
        columns.contains("Z" + name.uppercased())
        ? "Z" + name.uppercased()
        : Suggestion.nearest(to: name, among: columns.sorted())
          ?? Suggestion.nearest(to: "Z" + name, among: columns.sorted())
    }
    guard let wanted else { return problem }
    var problem = problem
    problem.message += "; did you mean '\(wanted)'?"
    return problem
  }

  /// `.schema [TABLE|ENTITY]`
  func printSchema(_ name: Spelled?) throws {
    let lines = try database().schema(like: try name.map(tablePattern))
    if let name, lines.isEmpty { throw try unknownTable(name) }
    for line in lines { write(line) }
  }

  /// `.tables [PATTERN]`
  func printTables(_ name: Spelled?) throws {
    let names = try database().tables(like: name?.text)
    for line in ReadOnlyDatabase.columns(names) { write(line) }
  }

  /// `.indexes [TABLE|ENTITY]`
  func printIndexes(_ name: Spelled?) throws {
    let names = try database().indexes(ofTablesLike: try name.map(tablePattern))
    for line in ReadOnlyDatabase.columns(names) { write(line) }
  }

  /// `.dump [TABLE|ENTITY]`
  func dump(_ name: Spelled?) throws {
    let stack = try openStack()
    if stack.plan.type == .xml, name == nil { return try dumpFile(of: stack) }
    try database().dump(tablesLike: try name.map(tablePattern)) { sink(.output($0)) }
  }

  /// An XML store is text already.
  private func dumpFile(of stack: Stack) throws {
    guard let url = stack.storeURL, let data = FileManager.default.contents(atPath: url.path) else {
      throw Problem("the store has no file yet: save first")
    }
    sink(.output(Array(data)))
  }

  /// `.metadata`: what the store says of itself.
  func printMetadata() throws {
    for store in try openStack().coordinator.persistentStores {
      let metadata = store.metadata ?? [:]
      for key in metadata.keys.sorted() {
        write("\(key) = \(MetadataText.text(metadata[key]))")
      }
    }
  }

  /// An entity's name stands for its table; anything else is a pattern for table names.
  private func tablePattern(_ name: Spelled) throws(Problem) -> String {
    let stack = try openStack()
    guard var entity = stack.model.entitiesByName[name.text] else { return name.text }
    while let parent = entity.superentity { entity = parent }
    return "Z" + (entity.name ?? "").uppercased()
  }

  private func unknownTable(_ name: Spelled) throws -> Problem {
    let tables = try database().tables()
    let entities = try openStack().model.entitiesByName.keys.sorted()
    return Problem.unknown(
      "there is no table or entity '\(name.text)'", name, among: tables + entities)
  }
}

/// A property list in lines a person can read.
enum MetadataText {
  static func text(_ value: Any?) -> String {
    switch value {
    case let data as Data: "<\(data.base64EncodedString())>"
    case let list as [Any]: "(" + list.map { text($0) }.joined(separator: ", ") + ")"
    case let dictionary as [String: Any]:
      "{"
        + dictionary.keys.sorted().map { "\($0) = \(text(dictionary[$0]))" }
        .joined(separator: ", ") + "}"
    default: ValueText.text(value)
    }
  }
}
