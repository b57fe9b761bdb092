import CoreData
import Workbook

/// # A note on the envelope
///
/// A store has room for a few words about itself, its metadata. The SQLite store at `url` is not open.
/// Write `season` into its metadata under the key "Season", keep everything else that stands there, and
/// return the store's UUID, which is there already under `NSStoreUUIDKey`.
func note(season: String, onStoreAt url: URL) throws -> String {
  try todo()
}
