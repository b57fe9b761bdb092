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
  _ = try coordinator.addPersistentStore(
    ofType: NSSQLiteStoreType, configurationName: nil, at: source, options: nil)
  let reading = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
  reading.persistentStoreCoordinator = coordinator
  let other = NSPersistentStoreCoordinator(managedObjectModel: model)
  _ = try other.addPersistentStore(
    ofType: NSXMLStoreType, configurationName: nil, at: target, options: nil)
  let writing = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
  writing.persistentStoreCoordinator = other
  for team in try reading.fetch(NSFetchRequest<Team>(entityName: "Team")) {
    let copy = Team(context: writing)
    copy.name = team.name
    copy.uniformColor = team.uniformColor
  }
  try writing.save()
}
