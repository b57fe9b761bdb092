import CoreData
import Workbook

func close(_ team: Team, in context: NSManagedObjectContext) throws -> Int {
  let count = team.coach == nil ? 0 : 2
  team.coach = nil
  context.delete(team)
  try context.save()
  return count
}
