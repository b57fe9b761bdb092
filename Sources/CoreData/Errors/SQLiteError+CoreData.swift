internal import CSQLite
package import SQLiteDriver

/// How Apple's framework reports what SQLite says: the codes of Foundation for files, 134180 for
/// the rest; SQLite's code under `NSSQLiteErrorDomain` (observed in logs of applications).
extension SQLiteError: CoreDataErrorConvertible {
  package var property: String? { nil }

  package var cocoaCode: Int {
    if isDiskFull { return CocoaError.Code.fileWriteOutOfSpace.rawValue }
    if isBeyondFileSize { return CocoaError.Code.fileWriteUnknown.rawValue }
    return switch code {
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM: CocoaError.Code.fileReadUnknown.rawValue
    case SQLITE_NOTADB, SQLITE_CORRUPT: CocoaError.Code.fileReadCorruptFile.rawValue
    case SQLITE_READONLY: CocoaError.Code.fileWriteNoPermission.rawValue
    case SQLITE_BUSY, SQLITE_LOCKED: NSPersistentStoreTimeoutError
    case SQLITE_CONSTRAINT: NSManagedObjectConstraintMergeError
    default: NSSQLiteError
    }
  }

  package var reason: String? { description }

  package var userInfo: [String: Any] { [NSSQLiteErrorDomain: Int(extendedCode)] }
}
