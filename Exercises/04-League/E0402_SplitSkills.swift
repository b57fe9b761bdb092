import CoreData
import Workbook

/// # Split the lists
///
/// Bring the league into the first normal form. For every player whose `skillList` names skills,
/// separated by commas, relate the player to a `Skill` of each name, and set `skillList` to nil.
/// Use the `Skill` that is there if there is one of that name, and make it only once if not. Blanks
/// around a name do not belong to it, and nothing between two commas is no skill. Save.
func splitSkills(in context: NSManagedObjectContext) throws {
  try todo()
}
