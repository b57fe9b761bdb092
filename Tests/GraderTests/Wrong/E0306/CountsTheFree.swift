import CoreData
import Workbook

/// # What is wrong here?
///
/// Somebody has been at the store's file with a tool that knows nothing of Core Data. Rows of teams were
/// deleted while players still point at them, and required values were emptied. Look at every player, and
/// return a line for each that is damaged:
///
/// - `lost: LASTNAME` where the player's team is not there any more;
/// - `nameless: FIRSTNAME` where the required last name is missing. (If such a player is lost as well,
///   say only that he or she is nameless.)
///
/// Return the lines sorted. Change nothing, and save nothing.
func damages(in context: NSManagedObjectContext) throws -> [String] {
  let players = try context.fetch(NSFetchRequest<Player>(entityName: "Player"))
  let teams = try context.fetch(NSFetchRequest<Team>(entityName: "Team"))
  let known = Set(teams.map(\.objectID))
  var lines: [String] = []
  for player in players {
    guard let lastName = player.lastName else {
      lines.append("nameless: \(player.firstName ?? "")")
      continue
    }
    if player.team.map({ !known.contains($0.objectID) }) ?? true {
      lines.append("lost: \(lastName)")
    }
  }
  return lines.sorted()
}
