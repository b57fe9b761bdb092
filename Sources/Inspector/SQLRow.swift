internal import CSQLite
private import Foundation

/// A row of a running statement; valid until the next one is asked for.
package struct SQLRow {
  /// What SQLite stores in a column.
  package enum Kind: Sendable, Equatable {
    case null
    case integer
    case real(Double)
    case text
    case blob
  }

  let handle: OpaquePointer
  /// How many columns there are.
  package let count: Int

  package func kind(_ column: Int) -> Kind {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(column)))
    case SQLITE_BLOB: .blob
    default: .text
    }
  }

  /// The value as SQLite turns it into text; for data its bytes.
  package func bytes(_ column: Int) -> [UInt8] {
    let index = Int32(column)
    if sqlite3_column_type(handle, index) == SQLITE_BLOB {
      guard let start = sqlite3_column_blob(handle, index) else { return [] }
      return Array(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }
    guard let start = sqlite3_column_text(handle, index) else { return [] }
    return Array(
      UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
  }

  package func integer(_ column: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(column))
  }

  /// A number with all the digits that tell it from its neighbours, as the shell writes it in
  /// JSON and in dumps.
  package static func preciseText(_ number: Double) -> String {
    withVaList([number]) { list in
      guard let text = sqlite3_vmprintf("%!.20g", list) else { return String(number) }
      defer { sqlite3_free(text) }
      return String(cString: text)
    }
  }
}
