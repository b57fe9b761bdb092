import Foundation
import SQLiteDriver

/// The persistent history of a store: who changed which rows, transaction by transaction, in the
/// tables `ATRANSACTION`, `ACHANGE` and `ATRANSACTIONSTRING` (format facts 49 to 55).
///
/// A store that has these tables keeps its history on, whether or not the option is given when it is
/// opened; Apple's framework opens such a store read-only instead.
final class SQLiteHistory {
  unowned let store: SQLiteStore
  /// Whether texts have a table of their own; before fw 973 they stand in the transaction.
  let hasStrings: Bool
  /// How many tombstone columns a change has.
  let tombstoneCount: Int
  /// Whether the model has the properties that the bits of a change stand for: not so if the store was
  /// opened with another model than its own, such as one inferred from its tables.
  var knowsBits = true
  private var masks: [Int32: HistoryMask] = [:]
  private var strings: [String: Int64] = [:]
  let changeNumber: Int64 = 16001
  let transactionNumber: Int64 = 16002
  let stringNumber: Int64 = 16003

  init(_ store: SQLiteStore) throws {
    self.store = store
    func columns(_ table: String) throws -> [String] {
      try store.connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
        .compactMap { $0[0].text }
    }
    hasStrings = try columns("ATRANSACTION").contains("ZAUTHORTS")
    tombstoneCount = try columns("ACHANGE").count { $0.hasPrefix("ZTOMBSTONE") }
  }

  var connection: SQLiteConnection { store.connection }

  /// Whether options ask for a history.
  static func isWanted(_ options: [AnyHashable: Any]) -> Bool {
    switch options[NSPersistentHistoryTrackingKey] {
    case nil: false
    case let flag as NSNumber: flag.boolValue
    default: true
    }
  }

  /// Makes the tables, and the rows of their entities in `Z_PRIMARYKEY`.
  static func create(_ schema: SQLSchema, _ connection: SQLiteConnection) throws {
    for statement in schema.historyStatements() { try connection.execute(statement) }
    for (name, number) in SQLSchema.historyEntities(era: schema.era) {
      try connection.execute(
        "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)",
        [.integer(Int64(number)), .text(name)])
    }
  }

  /// The mask of an entity's properties.
  func mask(_ layout: EntityLayout) -> HistoryMask {
    if let known = masks[layout.number] { return known }
    let made = HistoryMask(layout)
    masks[layout.number] = made
    return made
  }

  // MARK: Writing

  /// Writes a transaction with its changes; nothing if nothing changed.
  func record(_ changes: HistoryChanges, _ origin: ChangeOrigin) throws {
    guard !changes.all.isEmpty else { return }
    let transaction = try reserve(transactionNumber, "ATRANSACTION", 1)
    let process = ProcessInfo.processInfo.processName
    let texts: [(column: String, text: String?)] = [
      ("ZBUNDLEID", Bundle.main.bundleIdentifier ?? process), ("ZPROCESSID", process),
      ("ZCONTEXTNAME", origin.contextName), ("ZAUTHOR", origin.author),
    ]
    var names = ["Z_PK", "Z_ENT", "ZTIMESTAMP"]
    var values: [SQLiteValue] = [
      .integer(transaction), .integer(transactionNumber),
      .real(Date().timeIntervalSinceReferenceDate),
    ]
    for (column, text) in texts {
      guard let text else { continue }
      names.append(hasStrings ? column + "TS" : column)
      values.append(hasStrings ? .integer(try string(text)) : .text(text))
    }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    try connection.withStatement(
      "INSERT INTO ATRANSACTION (\(names.joined(separator: ", "))) VALUES (\(places))", values
    ) { try $0.run() }
    try write(changes, transaction)
  }

  private func write(_ changes: HistoryChanges, _ transaction: Int64) throws {
    var key = try reserve(changeNumber, "ACHANGE", changes.all.count)
    let kept = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0)" }.joined()
    let places = Array(repeating: ", ?", count: tombstoneCount).joined()
    let statement = try connection.cachedStatement(
      "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
        + "\(kept)) VALUES (?, \(changeNumber), ?, ?, ?, ?, ?\(places))")
    defer { statement.finish() }
    for change in changes.all {
      try statement.bind(key, at: 1)
      try statement.bind(change.kind.rawValue, at: 2)
      try statement.bind(try store.map(change.layout).number, at: 3)
      try statement.bind(change.pk, at: 4)
      try statement.bind(transaction, at: 5)
      let mask =
        change.kind == .update && knowsBits ? mask(change.layout).data(change.slots) : nil
      try statement.bind(mask.map(SQLiteValue.blob) ?? .null, at: 6)
      for index in 0..<tombstoneCount {
        let value = index < change.tombstone.count ? change.tombstone[index] : .null
        try statement.bind(value, at: Int32(7 + index))
      }
      try statement.run()
      statement.reset()
      key += 1
    }
  }

  /// The key of a text in `ATRANSACTIONSTRING`.
  private func string(_ text: String) throws -> Int64 {
    let known = try connection.integer(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])
    if let known { return known }
    let key = try reserve(stringNumber, "ATRANSACTIONSTRING", 1)
    try connection.run(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, ?, ?)",
      [.integer(key), .integer(stringNumber), .text(text)])
    return key
  }

  /// Takes keys of one of the history's tables and returns the first.
  private func reserve(_ number: Int64, _ table: String, _ count: Int) throws -> Int64 {
    let stored = try connection.integer(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(number)])
    let used = try connection.integer("SELECT MAX(Z_PK) FROM \(table)", [])
    let last = max(stored ?? 0, used ?? 0, 0)
    guard last < Int64.max - Int64(count) else {
      throw SQLiteStoreError.keysExhausted(entity: "the history (\(table))")
    }
    try connection.withStatement(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      [.integer(last + Int64(count)), .integer(number)]
    ) { try $0.run() }
    return last + 1
  }
}

extension SQLiteStore {
  /// Takes up the history of a store that exists, or begins one if the options ask for it.
  func openHistory(_ found: FoundTables, _ options: [AnyHashable: Any]) throws {
    let isThere = found.columns["ACHANGE"] != nil && found.columns["ATRANSACTION"] != nil
    if !isThere {
      guard SQLiteHistory.isWanted(options), !isReadOnly else { return }
      try connection.transaction(.immediate) { try SQLiteHistory.create(schema, connection) }
    }
    history = try SQLiteHistory(self)
  }

  /// Holds the hashes of a store that was opened whatever they are against the model's.
  func checkHistoryBits(_ metadata: [String: Any]) {
    guard let history, let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    else { return }
    let known = model.model.entityVersionHashesByName
    history.knowsBits = schema.entities.keys.allSatisfy { stored[$0] == known[$0] }
  }
}
