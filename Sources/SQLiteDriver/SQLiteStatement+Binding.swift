package import CSQLite
package import Foundation

extension SQLiteStatement {
  /// Tells SQLite to copy what it is given before the call returns.
  @usableFromInline
  static var transient: sqlite3_destructor_type {
    @inlinable get { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
  }

  /// Binds values to the parameters 1, 2, 3….
  ///
  /// - Throws: `SQLITE_RANGE` when their number is not the statement's.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE,
        message: "the statement has \(parameterCount) parameters, \(values.count) were given",
        sql: sql)
    }
    for (index, value) in values.enumerated() {
      try bind(value, at: Int32(index + 1))
    }
  }

  /// Binds one value, copying text and bytes.
  package func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(let string): try bind(string, at: index)
    case .blob(let data): try bind(data, at: index)
    }
  }

  @inlinable
  package func bindNull(at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, index))
  }

  @inlinable
  package func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// A NaN becomes NULL, as SQLite has it.
  @inlinable
  package func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, index, value))
  }

  /// Binds a string by copy.
  package func bind(_ value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.baseAddress.map {
        sqlite3_bind_text64(
          handle, index, UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
      } ?? sqlite3_bind_text(handle, index, "", 0, Self.transient)
    }
    try check(code)
  }

  /// Binds bytes by copy; no bytes are an empty blob, not NULL.
  package func bind(_ value: Data, at index: Int32) throws(SQLiteError) {
    guard !value.isEmpty else {
      try check(sqlite3_bind_zeroblob(handle, index, 0))
      return
    }
    let code = value.withUnsafeBytes { bytes in
      sqlite3_bind_blob64(
        handle, index, bytes.baseAddress, UInt64(bytes.count), Self.transient)
    }
    try check(code)
  }

  @inlinable
  func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw failure(code) }
  }
}
