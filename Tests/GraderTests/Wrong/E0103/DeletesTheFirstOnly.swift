import CoreData
import Workbook

/// # Forget a name
///
/// Delete every `SavedData`, and save, so that the next launch finds none. If there is none, do
/// nothing.
func forgetName(in context: NSManagedObjectContext) throws {
  let request = NSFetchRequest<SavedData>(entityName: "SavedData")
  for saved in try context.fetch(request).prefix(1) {
    context.delete(saved)
  }
  try context.save()
}
