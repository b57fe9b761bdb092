import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them.

class Team: NSManagedObject {
  @NSManaged var name: String?
  @NSManaged var uniformColor: String?
  @NSManaged var players: Set<Player>
}

class Player: NSManagedObject {
  @NSManaged var email: String?
  @NSManaged var firstName: String?
  @NSManaged var lastName: String?
  @NSManaged var mood: String?
  @NSManaged var team: Team?
}

// What Xcode writes, too: `let request: NSFetchRequest<Team> = Team.fetchRequest()`.

extension Team {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Team> {
    NSFetchRequest<Team>(entityName: "Team")
  }
}

extension Player {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Player> {
    NSFetchRequest<Player>(entityName: "Player")
  }
}
