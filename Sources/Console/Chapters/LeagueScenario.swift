import CoreData
import LeagueData

/// Fills a store with the league that the benchmark measures with: teams of a hundred players each, the
/// same everywhere and every time.
enum LeagueScenario {
  /// What sizes there are.
  static let sizes = 100...1_000_000

  /// How many teams are saved at a time.
  private static let teamsAtATime = 50

  /// Fills the session's open store.
  static func fill(_ session: Session, players: Int) throws(Problem) {
    let generator = LeagueGenerator(playerCount: players)
    do {
      // A context of its own, without undo: what it does is not the learner's work.
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = try session.openStack().coordinator
      for number in 0..<generator.teamCount {
        insert(generator.team(number), number, of: generator, into: context)
        guard (number + 1) % teamsAtATime == 0 || number + 1 == generator.teamCount else {
          continue
        }
        try context.save()
        context.reset()
      }
    } catch {
      throw ErrorText.problem(error)
    }
  }

  private static func insert(
    _ source: LeagueTeam, _ number: Int, of generator: LeagueGenerator,
    into context: NSManagedObjectContext
  ) {
    let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
    team.setValue(source.name, forKey: "name")
    team.setValue(source.color, forKey: "uniformColor")
    for index in number * 100..<(number + 1) * 100 {
      let source = generator.player(index)
      let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
      player.setValue(source.firstName, forKey: "firstName")
      player.setValue(source.lastName, forKey: "lastName")
      player.setValue(source.email, forKey: "email")
      player.setValue(NSNumber(value: source.number), forKey: "number")
      player.setValue(
        Date(timeIntervalSinceReferenceDate: Double(source.birth)), forKey: "dateOfBirth")
      player.setValue(team, forKey: "team")
    }
  }
}
