import CoreData
import Workbook

/// # Move house
///
/// At `source` lies an SQLite store of `model`. Write all its objects, with all their relationships, into
/// a new XML store at `target`. The SQLite store stays where it is, with everything in it.
func moveLeague(
  from source: URL, toXMLAt target: URL, with model: NSManagedObjectModel
) throws {
  try todo()
}
