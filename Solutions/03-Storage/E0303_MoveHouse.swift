import CoreData
import Workbook

/// # Move house
///
/// At `source` lies an SQLite store of `model`. Write all its objects, with all their relationships, into
/// a new XML store at `target`. The SQLite store stays where it is, with everything in it.
func moveLeague(
  from source: URL, toXMLAt target: URL, with model: NSManagedObjectModel
) throws {
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  let store = try coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: source, options: nil)
  _ = try coordinator.migratePersistentStore(
    store, to: target, options: nil, withType: NSXMLStoreType)
}
