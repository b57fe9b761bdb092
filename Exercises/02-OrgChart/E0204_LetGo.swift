import CoreData
import Workbook

/// # Let somebody go
///
/// Delete `person` and leave nothing dangling:
///
/// - the person's employees now work for the person's own boss; if there was no boss, they are on
///   their own;
/// - an organization that the person led has no leader any more.
///
/// The model has no inverse relationships, so you must find boss and organizations yourself.
/// Save when all is in order.
func letGo(_ person: Person, in context: NSManagedObjectContext) throws {
  try todo()
}
