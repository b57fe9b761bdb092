import CSQLite
import Foundation
import SQLiteDriver

/// Making and opening SQLite stores.
extension SQLiteStore {
  /// Opens the store at a place, or makes one there if nothing is. At the null device that is a new
  /// store in memory, which goes with its connection.
  ///
  /// - Returns: the store and its metadata, the UUID put in.
  static func open(
    url: URL, model: ModelLayout, configuration: String?, options: [AnyHashable: Any]
  ) throws -> (SQLiteStore, [String: Any]) {
    let isReadOnly = (options[NSReadOnlyPersistentStoreOption] as? Bool) ?? false
    try StoreSite.refuseOther(url)
    if StoreSite.of(url) == .memory {
      return try openInMemory(url, model, configuration, options, isReadOnly)
    }
    // Without attributes there is no file, or none that may be opened, which SQLite says.
    let attributes = try? FileManager.default.attributesOfItem(atPath: LinkTarget.of(url).path)
    let size = (attributes?[.size] as? Int) ?? 0
    if isReadOnly && attributes == nil { throw CoordinatorError.missingReadOnly(url) }
    // Before there is a file: a model that no store can be made of leaves none.
    let schema =
      size == 0 ? try SQLSchema(model: model.model, configuration: configuration) : nil
    let connection = try connect(url, isReadOnly: isReadOnly, options)
    let reports = try prepare(connection)
    if let schema,
      let made = try create(url, connection, model, schema, configuration, options, reports)
    {
      return made
    }
    return try reopen(url, connection, model, configuration, options, isReadOnly, reports)
  }

  private static func openInMemory(
    _ url: URL, _ model: ModelLayout, _ configuration: String?, _ options: [AnyHashable: Any],
    _ isReadOnly: Bool
  ) throws -> (SQLiteStore, [String: Any]) {
    if isReadOnly { throw CoordinatorError.nothingInMemory(url) }
    let schema = try SQLSchema(model: model.model, configuration: configuration)
    let connection = try SQLiteConnection.inMemory()
    let reports = try prepare(connection)
    guard
      let made = try create(url, connection, model, schema, configuration, options, reports)
    else { throw CoordinatorError.nothingInMemory(url) }
    return made
  }

  /// Gives a connection the functions that statements and triggers call.
  private static func prepare(_ connection: SQLiteConnection) throws -> TriggerReports {
    try connection.registerPredicateFunctions()
    let reports = TriggerReports()
    try reports.register(with: connection)
    return reports
  }

  private static func connect(
    _ url: URL, isReadOnly: Bool, _ options: [AnyHashable: Any]
  ) throws -> SQLiteConnection {
    let timeout = SQLiteOpenOptions.busyTimeout(options)
    do {
      return try isReadOnly
        ? SQLiteConnection.reading(url, busyTimeout: timeout)
        : SQLiteConnection(
          path: url.path, options: SQLiteOpenOptions(mode: .create, busyTimeout: timeout))
    } catch {
      guard error.code == SQLITE_CANTOPEN else { throw error }
      throw CoordinatorError.unwritable(url, why: error.message)
    }
  }

  /// Makes the store in an empty file.
  ///
  /// - Returns: nil if somebody else made one there while this one waited for the file.
  private static func create(
    _ url: URL, _ connection: SQLiteConnection, _ model: ModelLayout, _ schema: SQLSchema,
    _ configuration: String?, _ options: [AnyHashable: Any], _ reports: TriggerReports
  ) throws -> (SQLiteStore, [String: Any])? {
    let metadata = StoreMetadata.make(
      for: model.model, configuration: configuration, uuid: UUID().uuidString,
      type: NSSQLiteStoreType)
    var isOurs = false
    var mark = StoreStamp.Mark()
    do {
      try applyPragmas(
        connection, options, defaults: [("page_size", "4096"), ("auto_vacuum", "2")] + logged)
      try connection.begin(.immediate)
      if try connection.rows("SELECT 1 FROM sqlite_master LIMIT 1").first != nil {
        try connection.rollback()
        return nil
      }
      isOurs = true
      for statement in schema.statements() { try connection.execute(statement) }
      for entity in schema.entitiesInOrder {
        try connection.execute(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
          [.integer(Int64(entity.number)), .text(entity.name), .integer(Int64(entity.superNumber))])
      }
      try SQLiteMetadata.insert(metadata, into: connection)
      if schema.era.hasModelCache {
        let content = try ModelCache.encode(model.model, configuration: configuration)
        try connection.execute(
          "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", [.blob(content)])
      }
      if SQLiteHistory.isWanted(options) { try SQLiteHistory.create(schema, connection) }
      try connection.commit()
      mark = try StoreStamp.Mark(connection)
    } catch {
      // The error that led here counts.
      try? connection.rollback()
      // What somebody else may be making is left alone.
      if isOurs || !isBusy(error) { removeUnfinished(url, connection) }
      throw (error as? SQLiteError).map { failedCreation($0, url) } ?? error
    }
    let store = SQLiteStore(
      url: url, connection: connection, model: model, schema: schema, isReadOnly: false,
      triggerReports: reports)
    if SQLiteHistory.isWanted(options) { store.history = try SQLiteHistory(store) }
    store.stamp = StoreStamp(metadata, schema, found: nil, mark: mark)
    return (store, metadata)
  }

  private static func isBusy(_ error: any Error) -> Bool {
    guard let code = (error as? SQLiteError)?.code else { return false }
    return code == SQLITE_BUSY || code == SQLITE_LOCKED
  }

  /// Takes away what a failed creation left, so that the next one starts from nothing; unless there
  /// is something in it after all.
  private static func removeUnfinished(_ url: URL, _ connection: SQLiteConnection) {
    // A file that cannot be read is empty or not whole: it was empty when it was opened.
    let tables = try? connection.rows("SELECT 1 FROM sqlite_master LIMIT 1")
    if tables?.isEmpty == false || connection.isInMemory { return }
    StoreSite.removeFiles(url)
  }

  private static func failedCreation(_ error: SQLiteError, _ url: URL) -> any Error {
    if error.isDiskFull || error.isBeyondFileSize { return error }
    return switch error.code {
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR:
      CoordinatorError.unwritable(url, why: error.message)
    default: error
    }
  }

  private static func reopen(
    _ url: URL, _ connection: SQLiteConnection, _ model: ModelLayout, _ configuration: String?,
    _ options: [AnyHashable: Any], _ isReadOnly: Bool, _ reports: TriggerReports
  ) throws -> (SQLiteStore, [String: Any]) {
    let ignoresHashes = (options[NSIgnorePersistentStoreVersioningOption] as? Bool) == true
    let metadata: [String: Any]
    let mark: StoreStamp.Mark
    do {
      // Before anything else is read: what others do from here on is noticed.
      mark = try markOfStore(connection)
      metadata = try SQLiteMetadata.read(from: connection, path: url.path)
      // Before the file is touched in any way.
      if !ignoresHashes {
        try StoreCompatibility.check(metadata, model.model, configuration, url)
      }
      try applyPragmas(connection, options, defaults: isReadOnly ? [] : logged)
    } catch let error as SQLiteError
      where error.code == SQLITE_NOTADB || error.code == SQLITE_CORRUPT
    {
      throw CoordinatorError.notAStore(url, why: error.message)
    }
    let found = try FoundTables.read(connection, metadata)
    let schema = try SQLSchema(
      model: model.model, configuration: configuration, found: found)
    try SchemaMatch.check(schema, found, path: url.path)
    let store = SQLiteStore(
      url: url, connection: connection, model: model, schema: schema, isReadOnly: isReadOnly,
      triggerReports: reports)
    try store.openHistory(found, options)
    if ignoresHashes { store.checkHistoryBits(metadata) }
    if !isReadOnly { try tidy(connection, options) }
    store.stamp = StoreStamp(metadata, schema, found: found, mark: mark)
    // What was written while it was being opened may have been others' work.
    try store.checkStillOurs()
    return (store, metadata)
  }

  /// The state of a file that may be no store, which is said where its metadata are read.
  private static func markOfStore(_ connection: SQLiteConnection) throws -> StoreStamp.Mark {
    do {
      return try StoreStamp.Mark(connection)
    } catch {
      guard error.code == SQLITE_ERROR else { throw error }
      return StoreStamp.Mark()
    }
  }

  /// What `NSSQLiteManualVacuumOption` and `NSSQLiteAnalyzeOption` ask for when a store is added.
  private static func tidy(
    _ connection: SQLiteConnection, _ options: [AnyHashable: Any]
  ) throws {
    if options[NSSQLiteManualVacuumOption] as? Bool == true { try connection.execute("VACUUM") }
    if options[NSSQLiteAnalyzeOption] as? Bool == true { try connection.execute("ANALYZE") }
  }

  /// How a store is written unless the options say otherwise.
  private static let logged: [(name: String, value: String)] = [
    ("journal_mode", "WAL"), ("synchronous", "NORMAL"),
  ]

  /// The defaults in their order, then whatever else the options name; what both name is as the options
  /// say. (A page size has no effect any more once there is a log.) A pragma's value is checked, not
  /// pasted.
  private static func applyPragmas(
    _ connection: SQLiteConnection, _ options: [AnyHashable: Any],
    defaults: [(name: String, value: String)]
  ) throws {
    var wanted: [String: String] = [:]
    for (name, value) in options[NSSQLitePragmasOption] as? [String: Any] ?? [:] {
      wanted[name.lowercased()] = "\(value)"
    }
    let first = defaults.map { ($0.name, wanted.removeValue(forKey: $0.name) ?? $0.value) }
    let others = wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for (name, value) in first + others {
      let isPlain = { (text: String) in
        !text.isEmpty
          && text.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
          }
      }
      guard isPlain(name), isPlain(value) else {
        throw CoordinatorError.badPragma("\(name) = \(value)")
      }
      _ = try connection.rows("PRAGMA \(name) = \(value)")
    }
  }
}
