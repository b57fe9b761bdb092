import CoreData
import Workbook

/// # Find companies
///
/// Return the organizations whose name contains `text`, exactly as it is written (so that "inc."
/// does not find "Inc."), sorted by name from A to Z. Let the store do the work: one fetch request
/// with a predicate and a sort descriptor.
///
///     try companies(containing: "Inc.", in: context)
func companies(
  containing text: String, in context: NSManagedObjectContext
) throws -> [Organization] {
  let request = NSFetchRequest<Organization>(entityName: "Organization")
  request.predicate = NSPredicate(format: "name CONTAINS %@", text)
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
  return try context.fetch(request)
}
