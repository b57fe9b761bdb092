import CoreData
import Workbook

/// # Only a sketch
///
/// The context's coordinator has two stores: an SQLite file, and one in memory (its `type` is
/// `NSInMemoryStoreType`). Insert a team with this name, and a player of it for each of the last names.
/// They are a sketch: they belong in the store in memory, and nothing of them in the file. Save, and
/// return the team.
func sketchTeam(
  named name: String, players: [String], in context: NSManagedObjectContext
) throws -> Team {
  let stores = context.persistentStoreCoordinator?.persistentStores ?? []
  guard let memory = stores.first(where: { $0.type == NSInMemoryStoreType }) else {
    throw CocoaError(.persistentStoreTypeMismatch)
  }
  let team = Team(context: context)
  team.name = name
  context.assign(team, to: memory)
  for lastName in players {
    let player = Player(context: context)
    player.lastName = lastName
    context.assign(player, to: memory)
  }
  try context.save()
  return team
}
