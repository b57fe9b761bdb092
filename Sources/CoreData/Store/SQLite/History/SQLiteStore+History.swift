import Foundation
import SQLiteDriver

/// Reading and purging the history.
extension SQLiteStore: HistoryEngine {
  package var keepsHistory: Bool { history != nil }

  package func lastTransactionNumber() throws -> Int64 {
    try reading {
      guard let history else { return 0 }
      let counter = try connection.integer(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(history.transactionNumber)])
      let last = try connection.integer("SELECT MAX(Z_PK) FROM ATRANSACTION")
      return max(counter ?? 0, last ?? 0)
    }
  }

  package func firstTransactionNumber() throws -> Int64? {
    try reading {
      guard history != nil else { return nil }
      return try connection.integer("SELECT MIN(Z_PK) FROM ATRANSACTION")
    }
  }

  package func transactions(_ range: HistoryRange) throws -> [HistoryTransactionRow] {
    try reading {
      guard let history else { return [] }
      let condition = range.condition("t.")
      func text(_ column: String) -> String {
        guard history.hasStrings else { return "t.\(column)" }
        // A store that was migrated from before fw 973 may have texts in the transaction still.
        return "COALESCE((SELECT s.ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.\(column)TS), "
          + "t.\(column))"
      }
      let columns = ["ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID"].map(text)
      let rows = try connection.rows(
        "SELECT t.Z_PK, t.ZTIMESTAMP, \(columns.joined(separator: ", ")) FROM ATRANSACTION t"
          + "\(condition.sql) ORDER BY t.Z_PK", condition.bindings)
      return rows.compactMap { row in
        guard let number = row[0].integer else { return nil }
        return HistoryTransactionRow(
          number: number, time: row[1].number, author: row[2].text, bundleID: row[3].text,
          contextName: row[4].text, processID: row[5].text)
      }
    }
  }

  package func changes(_ range: HistoryRange) throws -> [HistoryChangeRow] {
    try reading {
      guard let history else { return [] }
      let condition = range.condition("t.")
      let tombstones = (0..<history.tombstoneCount).map { ", c.ZTOMBSTONE\($0)" }.joined()
      let rows = try connection.rows(
        "SELECT c.Z_PK, c.ZTRANSACTIONID, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZCOLUMNS"
          + "\(tombstones) FROM ACHANGE c JOIN ATRANSACTION t ON t.Z_PK = c.ZTRANSACTIONID"
          + "\(condition.sql) ORDER BY c.ZTRANSACTIONID, c.Z_PK", condition.bindings)
      return rows.compactMap { changeRow($0, history) }
    }
  }

  /// A change; nil if the model does not know its entity any more.
  private func changeRow(_ row: [SQLiteValue], _ history: SQLiteHistory) -> HistoryChangeRow? {
    guard let number = row[0].integer, let transaction = row[1].integer,
      let kind = row[2].integer.flatMap(HistoryChangeRow.Kind.init), let pk = row[4].integer
    else { return nil }
    let entity = layoutNumber(row[3].integer ?? 0)
    guard entity > 0 else { return nil }
    let layout = model.entity(number: entity)
    var updated: [PropertyLayout] = []
    if kind == .update, history.knowsBits, case .blob(let mask) = row[5] {
      updated = history.mask(layout).properties(mask)
    }
    var tombstone: [String: Any] = [:]
    if kind == .delete {
      for (property, cell) in zip(SQLiteHistory.preserved(layout), row.dropFirst(6)) {
        tombstone[property.name] = StoredValue.boxed(cell, type: property.type)
      }
    }
    return HistoryChangeRow(
      number: number, transaction: transaction, kind: kind, layout: layout, pk: pk,
      updated: updated, tombstone: tombstone)
  }

  package func purge(_ range: HistoryRange) throws -> Int {
    guard history != nil else { return 0 }
    let condition = range.condition("")
    try connection.execute(
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN "
        + "(SELECT Z_PK FROM ATRANSACTION\(condition.sql))", condition.bindings)
    try connection.execute("DELETE FROM ATRANSACTION\(condition.sql)", condition.bindings)
    return connection.changes
  }
}

extension HistoryRange {
  /// The range as a WHERE clause over a transaction's columns.
  fileprivate func condition(_ alias: String) -> (sql: String, bindings: [SQLiteValue]) {
    switch self {
    case .all: ("", [])
    case .afterNumber(let number): (" WHERE \(alias)Z_PK > ?", [.integer(number)])
    case .afterTime(let time): (" WHERE \(alias)ZTIMESTAMP > ?", [.real(time)])
    case .beforeNumber(let number): (" WHERE \(alias)Z_PK < ?", [.integer(number)])
    case .beforeTime(let time): (" WHERE \(alias)ZTIMESTAMP < ?", [.real(time)])
    }
  }
}

extension SQLiteValue {
  /// The value as a floating-point number; 0 if it is none.
  fileprivate var number: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: 0
    }
  }
}
