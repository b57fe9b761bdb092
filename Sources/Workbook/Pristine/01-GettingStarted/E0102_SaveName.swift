import CoreData
import Workbook

/// # Save a name, or overwrite it
///
/// Keep `name`. If a `SavedData` is there already, overwrite its name; only if there is none, make
/// one. In the end the store must have one row, not two. Save.
func saveName(_ name: String, in context: NSManagedObjectContext) throws {
  try todo()
}
