internal import CSQLite
internal import Glibc

/// What SQLite said when it refused something, with the statement it refused.
package struct SQLiteError: Error, Sendable, Equatable {
  /// The primary result code, such as 19 for `SQLITE_CONSTRAINT`.
  package let code: Int32
  /// The extended result code, such as 2067 for `SQLITE_CONSTRAINT_UNIQUE`.
  package let extendedCode: Int32
  /// SQLite's own sentence, such as `UNIQUE constraint failed: t.a`.
  package let message: String
  /// The text of the statement, where there is one.
  package let sql: String?
  /// Where in `sql` the fault lies, in bytes of UTF-8, where SQLite knows.
  package let offset: Int?
  /// What the system said, where SQLite could not read, write or open a file; 0 elsewhere.
  package let systemError: Int32

  package init(
    extendedCode: Int32, message: String, sql: String? = nil, offset: Int? = nil,
    systemError: Int32 = 0
  ) {
    self.code = extendedCode & 0xff
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.offset = offset
    self.systemError = systemError
  }

  /// The error a connection is in.
  ///
  /// `code` is what the failing call returned: where it disagrees with the connection
  /// (a misuse leaves no message there), the code's own text stands in.
  package init(connection: OpaquePointer?, code: Int32, sql: String? = nil) {
    let current = sqlite3_extended_errcode(connection)
    let agrees = connection != nil && current & 0xff == code & 0xff
    let text = agrees ? sqlite3_errmsg(connection) : sqlite3_errstr(code)
    let position = agrees ? sqlite3_error_offset(connection) : -1
    self.init(
      extendedCode: agrees ? current : code,
      message: text.map { String(cString: $0) } ?? "unknown error",
      sql: sql,
      offset: position >= 0 ? Int(position) : nil,
      systemError: agrees && Self.ofFiles.contains(code & 0xff)
        ? sqlite3_system_errno(connection) : 0)
  }

  /// The codes with which SQLite keeps what the system said.
  private static let ofFiles: Set<Int32> = [SQLITE_IOERR, SQLITE_CANTOPEN]

  /// Whether there was no room for what had to be written. The index of a write-ahead log cannot
  /// grow then, which SQLite reports as an error of reading and writing, not as a full disk.
  package var isDiskFull: Bool {
    code == SQLITE_FULL || systemError == ENOSPC || systemError == EDQUOT
  }

  /// Whether a file would have grown beyond the size that the process may write. What the system said is
  /// lost where SQLite has done something else after it; then a write that failed under such a limit is
  /// taken for one that failed because of it.
  package var isBeyondFileSize: Bool {
    guard !isDiskFull else { return false }
    return systemError == EFBIG
      || Self.growing.contains(extendedCode) && FileSizeLimit.bytes != nil
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The whole story in one sentence, with the place of the fault.
  package var description: String {
    var text = "SQLite error \(extendedCode) (\(symbol)): \(message)"
    if isDiskFull, code != SQLITE_FULL { text += ", for the disk is full" }
    if isBeyondFileSize { text += ", for a file would grow beyond the limit of this process" }
    if let sql {
      text += offset.map { " at byte \($0) of: \(sql)" } ?? " in: \(sql)"
    }
    return text
  }

  /// The codes of writes: to a file, to its end, to disk, to the index of a log.
  private static let growing: Set<Int32> = [778, 1034, 1546, 4874]

  /// What to try, where the code alone tells; nil elsewhere.
  package var suggestion: String? {
    if isDiskFull { return "The disk is full: free some space on it, then try again." }
    if isBeyondFileSize { return FileSizeLimit.advice }
    return switch code {
    case SQLITE_BUSY:
      "Another connection holds the file. Close the other program, let its transaction end, "
        + "or open with a longer busy timeout."
    case SQLITE_LOCKED:
      "A statement of this connection is still reading the table. Finish or reset it first."
    case SQLITE_READONLY, SQLITE_PERM:
      "Check that the file and its folder may be written, or open a copy."
    case SQLITE_CANTOPEN:
      "Check that the folder exists and may be read; a write-ahead log also needs a writable "
        + "folder unless the file is opened as immutable."
    case SQLITE_NOTADB:
      "The file is not an SQLite database, or it is encrypted. Check its first sixteen bytes."
    case SQLITE_CORRUPT:
      "Work on a copy: run PRAGMA integrity_check, then recover what can be read."
    case SQLITE_INTERRUPT: "The statement was interrupted on request; run it again."
    case SQLITE_IOERR:
      Self.growing.contains(extendedCode)
        ? "A file could not grow. Is the disk full? Free some space, then try again."
        : "Check the disk and the rights on the file, then try again."
    default: nil
    }
  }
}
