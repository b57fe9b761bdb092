import CoreData
import Workbook

/// # Any type of store
///
/// Make a coordinator for `model`, open one store of the type `type` with it, and return it. `type` is
/// one of `NSSQLiteStoreType`, `NSBinaryStoreType`, `NSXMLStoreType` and `NSInMemoryStoreType`. A store
/// with a file has it at `url`; a store in memory has none, so give it no URL. If the store cannot be
/// opened, throw the error.
func openLeague(
  ofType type: String, at url: URL, with model: NSManagedObjectModel
) throws -> NSPersistentStoreCoordinator {
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  _ = try coordinator.addPersistentStore(
    ofType: type, configurationName: nil, at: type == NSInMemoryStoreType ? nil : url, options: nil)
  if type != NSInMemoryStoreType {
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
  }
  return coordinator
}
