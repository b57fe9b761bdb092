import CoreData

// The classes of the chapter's model. Nothing to do here: read them, and use them.

class Person: NSManagedObject {
  @NSManaged var dateOfBirth: Date?
}

class Coach: Person {
  @NSManaged var fullName: String?
  @NSManaged var team: Team?
}

class Player: Person {
  @NSManaged var email: String?
  @NSManaged var firstName: String?
  @NSManaged var goals: Int32
  @NSManaged var lastName: String?
  @NSManaged var mood: String?
  @NSManaged var skillList: String?
  @NSManaged var skills: Set<Skill>
  @NSManaged var team: Team?
}

class Skill: NSManagedObject {
  @NSManaged var name: String?
  @NSManaged var players: Set<Player>
}

class Team: NSManagedObject {
  @NSManaged var name: String?
  @NSManaged var uniformColor: String?
  @NSManaged var uniformMaker: String?
  @NSManaged var coach: Coach?
  @NSManaged var players: Set<Player>
  @NSManaged var uniform: Uniform?
}

class Uniform: NSManagedObject {
  @NSManaged var color: String?
  @NSManaged var maker: String?
  @NSManaged var teams: Set<Team>
}
