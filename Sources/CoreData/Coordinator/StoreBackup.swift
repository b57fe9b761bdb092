import Foundation

/// The copy of a store that a migration makes first where one is asked for (`MigrationBackupOption`),
/// and takes away again where it fails and the store is as before.
package struct StoreBackup {
  private let place: URL
  private let store: URL
  private let type: String

  /// Whether a backup can be written to a place: nothing is there, no log and no folder of external
  /// data of that name either. That folder bears the store's name without its ending, so that several
  /// backups, or the store itself, may have it.
  package static func isFree(_ place: URL) -> Bool {
    (["", "-wal", "-shm", "-journal"].map { place.path + $0 } + [folder(place).path])
      .allSatisfy { !FileManager.default.fileExists(atPath: $0) }
  }

  /// Makes the backup that options ask for.
  ///
  /// - Parameter copy: writes the copy; nil for a copy of the store's files as they are.
  /// - Returns: nil where none is asked for.
  /// - Throws: `MigrationFailure.backupExists`; what the copying throws, after removing what it has begun.
  static func make(
    of store: URL, type: String, _ options: [AnyHashable: Any],
    by copy: ((URL) throws -> Void)? = nil
  ) throws -> StoreBackup? {
    guard let place = options[MigrationBackupOption] as? URL else { return nil }
    guard isFree(place) else { throw MigrationFailure.backupExists(place) }
    do {
      if let copy {
        try copy(place)
      } else {
        try StoreFiles.replace(place, options, with: store, type: type)
      }
    } catch {
      StoreFiles.removeBeginning(of: place)
      throw error
    }
    return StoreBackup(place: place, store: store, type: type)
  }

  /// Removes the backup of a store that is as before; that of one that cannot be read any more stays.
  func takeBack() {
    guard (try? StoreOpening.metadata(type, store)) != nil else { return }
    StoreFiles.removeBeginning(of: place)
  }

  /// `.NAME_SUPPORT` (format fact 71).
  private static func folder(_ place: URL) -> URL {
    ExternalData(store: place).folder.deletingLastPathComponent()
  }
}
