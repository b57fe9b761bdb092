import CoreData
import Workbook

/// # Close a team
///
/// Delete the team and save. Its coach, if it has one, must stay, without a team. Return how many
/// players were deleted with it.
///
/// While a team has a coach, the rule *deny* refuses to let it go.
func close(_ team: Team, in context: NSManagedObjectContext) throws -> Int {
  let count = team.players.count
  team.coach = nil
  context.delete(team)
  try context.save()
  return count
}
