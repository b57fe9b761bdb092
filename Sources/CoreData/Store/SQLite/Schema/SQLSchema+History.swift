extension SQLSchema {
  /// The numbers of the history's entities in `Z_PRIMARYKEY` (z-format facts 9 and 55).
  package static func historyEntities(era: SQLEra) -> [(name: String, number: Int)] {
    let entities = [("CHANGE", 16001), ("TRANSACTION", 16002)]
    return era.hasHistoryStrings ? entities + [("TRANSACTIONSTRING", 16003)] : entities
  }

  /// The statements that create the tables and indexes of persistent history (facts 49 to 51).
  package func historyStatements() -> [String] {
    let fixed = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    let references = era.hasHistoryStrings ? Self.historyReferences : []
    var result = [
      "CREATE TABLE ACHANGE ( \(fixed), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
        + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )",
      "CREATE TABLE ATRANSACTION ( \(fixed), " + references.map { "\($0) INTEGER, " }.joined()
        + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, "
        + "ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
    ]
    if era.hasHistoryStrings {
      result.append("CREATE TABLE ATRANSACTIONSTRING ( \(fixed), ZNAME VARCHAR )")
    }
    result.append("CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)")
    result += references.map { "CREATE INDEX ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))" }
    result += [
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex "
        + "ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex "
        + "ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    ]
    if era.hasHistoryStrings {
      result.append(
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME "
          + "ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)")
    }
    return result
  }

  /// The columns of a transaction that refer to texts.
  private static let historyReferences = [
    "ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS",
  ]
}
