import CoreData
import Workbook

func teamsWithScorers(
  atLeast count: Int, moreGoalsThan goals: Int, in context: NSManagedObjectContext
) throws -> [Team] {
  let request = NSFetchRequest<Team>(entityName: "Team")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return try context.fetch(request).filter { team in
    team.players.filter { $0.goals > goals }.count >= count
  }
}
