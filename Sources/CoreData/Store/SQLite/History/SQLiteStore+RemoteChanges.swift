import SQLiteDriver

/// Noticing what others write: the watcher says when to look, `PRAGMA data_version` says whether
/// another connection has committed.
extension SQLiteStore: RemoteChangeSource {
  package func watchFiles(_ handler: @escaping @Sendable () -> Void) {
    // Nobody else writes to a store in memory.
    guard !connection.isInMemory else { return }
    // Wrongly 0, the first look finds a change that there was not, which does no harm.
    dataVersion = (try? currentDataVersion()) ?? 0
    watcher = FileWatcher(url, handler)
  }

  package func takeForeignCommit() throws -> Bool {
    let current = try currentDataVersion()
    defer { dataVersion = current }
    return current != dataVersion
  }

  private func currentDataVersion() throws -> Int64 {
    try connection.integer("PRAGMA data_version") ?? 0
  }
}

extension SQLiteStore: InterruptibleEngine {
  package var interrupter: @Sendable () -> Void {
    let handle = connection.interruptHandle
    return { handle.interrupt() }
  }
}
