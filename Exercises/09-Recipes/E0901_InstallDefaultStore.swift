import CoreData
import Workbook

/// # Install the default store
///
/// If there is no file at `target`, copy the ready-made store at `source` to it, and return true.
/// If there is one, leave it alone, whatever is in it, and return false. The folder of `target` may
/// not exist yet.
func installDefaultStore(from source: URL, to target: URL) throws -> Bool {
  try todo()
}
