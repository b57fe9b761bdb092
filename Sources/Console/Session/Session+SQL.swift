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
    let runner = SQLRunner(database: try database(), options: settings.rendering)
    try runner.run(text) { sink(.output($0)) }
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
