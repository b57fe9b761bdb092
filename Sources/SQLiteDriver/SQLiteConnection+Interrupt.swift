internal import CSQLite
internal import Synchronization

/// Stops a connection's running statements from any thread.
package final class SQLiteInterrupter: Sendable {
  /// The address of the handle, 0 once the connection is gone.
  private let address: Mutex<UInt>

  init(handle: OpaquePointer) {
    address = Mutex(UInt(bitPattern: handle))
  }

  /// Makes every running statement fail with `SQLITE_INTERRUPT` as soon as possible; does
  /// nothing when none runs or the connection is closed.
  package func interrupt() {
    address.withLock { address in
      if let handle = OpaquePointer(bitPattern: address) { sqlite3_interrupt(handle) }
    }
  }

  func invalidate() {
    address.withLock { $0 = 0 }
  }
}

/// Keeps a progress handler alive for SQLite.
final class ProgressBox {
  let handler: () -> Bool
  init(_ handler: @escaping () -> Bool) { self.handler = handler }
}

extension SQLiteConnection {
  /// What another thread needs to stop this connection.
  package var interruptHandle: SQLiteInterrupter { interrupter }

  /// Calls `handler` every so many virtual-machine instructions; returning true stops the
  /// running statement with `SQLITE_INTERRUPT`. The handler may not use the connection.
  package func setProgressHandler(every instructions: Int32, _ handler: (() -> Bool)?) {
    let box = handler.map { Unmanaged.passRetained(ProgressBox($0)) }
    sqlite3_progress_handler(
      handle, box == nil ? 0 : instructions,
      box == nil
        ? nil
        : { context in
          guard let context else { return 0 }
          return Unmanaged<ProgressBox>.fromOpaque(context).takeUnretainedValue().handler() ? 1 : 0
        }, box?.toOpaque())
    progressBox?.release()
    progressBox = box
  }
}
