import CSQLite
import Foundation

/// SQLite's file layer with writes that fail on demand: the n-th write, sync or truncation and all
/// after it, as on a disk that is full or gone.
enum FailingFiles {
  private typealias Methods = UnsafePointer<sqlite3_io_methods>

  nonisolated(unsafe) private static var originals: [Methods: Methods] = [:]
  nonisolated(unsafe) private static var copies: [Methods: Methods] = [:]
  nonisolated(unsafe) private static var open: OpenFunction?
  /// How many writes still succeed; negative for all.
  nonisolated(unsafe) private static var left = -1
  /// Whether a write has failed since `arm`.
  nonisolated(unsafe) private(set) static var hasFailed = false
  private static let lock = NSRecursiveLock()

  private typealias OpenFunction =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?,
      UnsafeMutablePointer<sqlite3_file>?,
      Int32, UnsafeMutablePointer<Int32>?
    ) -> Int32

  /// Lets so many writes succeed and fails the next ones.
  static func arm(after writes: Int) {
    lock.lock()
    defer { lock.unlock() }
    left = writes
    hasFailed = false
  }

  /// Lets everything succeed again.
  static func disarm() { arm(after: -1) }

  /// Puts the layer in front of SQLite's own, once; connections opened from now on go through it.
  static let install: Void = {
    sqlite3_initialize()
    guard let own = sqlite3_vfs_find(nil) else { return }
    let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    copy.initialize(to: own.pointee)
    copy.pointee.pNext = nil
    copy.pointee.zName = UnsafePointer(strdup("failing"))
    open = own.pointee.xOpen
    copy.pointee.xOpen = { vfs, name, file, flags, out in
      guard let file, let open = FailingFiles.open else { return SQLITE_ERROR }
      let code = open(vfs, name, file, flags, out)
      if code == SQLITE_OK, let methods = file.pointee.pMethods {
        file.pointee.pMethods = FailingFiles.failing(methods)
      }
      return code
    }
    sqlite3_vfs_register(copy, 1)
  }()

  private static func failing(_ methods: Methods) -> Methods {
    lock.lock()
    defer { lock.unlock() }
    if let known = copies[methods] { return known }
    let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    copy.initialize(to: methods.pointee)
    copy.pointee.xWrite = { file, bytes, count, offset in
      guard FailingFiles.mayWrite, let original = FailingFiles.original(file)?.xWrite else {
        return SQLITE_IOERR | 3 << 8
      }
      return original(file, bytes, count, offset)
    }
    copy.pointee.xSync = { file, flags in
      guard FailingFiles.mayWrite, let original = FailingFiles.original(file)?.xSync else {
        return SQLITE_IOERR | 4 << 8
      }
      return original(file, flags)
    }
    copy.pointee.xTruncate = { file, size in
      guard FailingFiles.mayWrite, let original = FailingFiles.original(file)?.xTruncate else {
        return SQLITE_IOERR | 6 << 8
      }
      return original(file, size)
    }
    originals[Methods(copy)] = methods
    copies[methods] = Methods(copy)
    return Methods(copy)
  }

  private static func original(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> sqlite3_io_methods? {
    lock.lock()
    defer { lock.unlock() }
    return file?.pointee.pMethods.flatMap { originals[$0] }?.pointee
  }

  private static var mayWrite: Bool {
    lock.lock()
    defer { lock.unlock() }
    if left < 0 { return true }
    if left == 0 {
      hasFailed = true
      return false
    }
    left -= 1
    return true
  }
}
