internal import CSQLite

/// How a file is opened.
package struct SQLiteOpenOptions: Sendable, Equatable {
  /// What may be done with the file.
  package enum Mode: Sendable, Equatable {
    /// Read and write; the file is created when missing.
    case create
    /// Read and write; a missing file is an error.
    case readWrite
    /// Read only; a write-ahead log beside the file is read too.
    case readOnly
    /// Read only, no locks, no log: for files on read-only media and evidence.
    /// Wrong answers follow when somebody writes the file meanwhile.
    case immutable
  }

  package var mode: Mode
  /// How long a statement waits for another connection's lock, in milliseconds.
  package var busyTimeout: Int32

  package init(mode: Mode = .create, busyTimeout: Int32 = 5_000) {
    self.mode = mode
    self.busyTimeout = busyTimeout
  }

  /// NOMUTEX: a connection serves one thread at a time, which saves a quarter of a scan.
  var flags: Int32 {
    let access: Int32 =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    return access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
  }

  /// The name to hand to SQLite: a URI when the file is immutable, the path elsewhere.
  func name(for path: String) -> String {
    guard mode == .immutable else { return path }
    let digits = Array("0123456789ABCDEF")
    var name = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name.append("%")
        name.append(digits[Int(byte >> 4)])
        name.append(digits[Int(byte & 15)])
      }
    }
    return name + "?immutable=1"
  }
}
