import CoreData
import Workbook

/// # Rows in order
///
/// Return a request that fetches every `Entity1`, sorted by `id`, and by `name` where the ids are
/// equal, both ascending, and loads twenty objects at a time. Return the request; do not run it.
func sortedRows() throws -> NSFetchRequest<Entity1> {
  let request = NSFetchRequest<Entity1>(entityName: "Entity1")
  request.sortDescriptors = [
    NSSortDescriptor(key: "id", ascending: true),
    NSSortDescriptor(key: "name", ascending: true),
  ]
  request.fetchBatchSize = 20
  return request
}
