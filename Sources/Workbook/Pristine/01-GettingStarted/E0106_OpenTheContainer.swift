import CoreData
import Workbook

/// # Open a container
///
/// Make a container named "Model" with this model, tell it to keep its store in the SQLite file at
/// `url` and to migrate the store by itself, with an inferred mapping, when the model has changed,
/// open it, and return it. If the store cannot be opened, throw the error.
func openContainer(
  with model: NSManagedObjectModel, at url: URL
) throws -> NSPersistentContainer {
  try todo()
}
