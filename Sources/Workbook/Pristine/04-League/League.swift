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

// What Xcode writes, too: `let request: NSFetchRequest<Person> = Person.fetchRequest()`.

extension Person {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Person> {
    NSFetchRequest<Person>(entityName: "Person")
  }
}

extension Coach {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Coach> {
    NSFetchRequest<Coach>(entityName: "Coach")
  }
}

extension Player {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Player> {
    NSFetchRequest<Player>(entityName: "Player")
  }
}

extension Skill {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Skill> {
    NSFetchRequest<Skill>(entityName: "Skill")
  }
}

extension Team {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Team> {
    NSFetchRequest<Team>(entityName: "Team")
  }
}

extension Uniform {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Uniform> {
    NSFetchRequest<Uniform>(entityName: "Uniform")
  }
}
