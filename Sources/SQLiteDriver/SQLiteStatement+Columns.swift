internal import CSQLite
package import Foundation

extension SQLiteStatement {
  /// How many columns a row has.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The name of a column in the result.
  package func columnName(at column: Int32) -> String {
    sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
  }

  /// The storage class of a cell: `SQLITE_INTEGER` and so on.
  @inlinable
  package func type(at column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

  @inlinable
  package func isNull(at column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The cell as an integer; SQLite converts other classes, NULL is 0.
  @inlinable
  package func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The cell as a number; SQLite converts other classes, NULL is 0.
  @inlinable
  package func double(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The bytes of the cell as UTF-8, in SQLite's own memory: valid until the next step.
  @inlinable
  package func utf8(at column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// The bytes of the cell, in SQLite's own memory: valid until the next step.
  @inlinable
  package func bytes(at column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// The cell as a string; bytes that are no UTF-8 become U+FFFD. NULL is "".
  package func string(at column: Int32) -> String {
    String(decoding: utf8(at: column), as: UTF8.self)
  }

  /// The cell's bytes, copied. NULL is no bytes.
  package func data(at column: Int32) -> Data { Data(bytes(at: column)) }

  /// The cell as it is stored.
  package func value(at column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .real(double(at: column))
    case SQLITE_TEXT: .text(string(at: column))
    case SQLITE_BLOB: .blob(data(at: column))
    default: .null
    }
  }

  /// The whole row.
  package func row() -> [SQLiteValue] {
    (0..<Int32(columnCount)).map { value(at: $0) }
  }
}
