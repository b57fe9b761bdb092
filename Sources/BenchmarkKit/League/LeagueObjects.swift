package import CoreData

/// A player. The accessors are those that the model plugin writes for `@NSManaged` properties.
package final class BenchPlayer: NSManagedObject {
  package var firstName: String? {
    get { _managed(Names.firstName) }
    set { _setManaged(Names.firstName, newValue) }
  }
  package var lastName: String? {
    get { _managed(Names.lastName) }
    set { _setManaged(Names.lastName, newValue) }
  }
  package var email: String? {
    get { _managed(Names.email) }
    set { _setManaged(Names.email, newValue) }
  }
  package var number: Int32 {
    get { _managed(Names.number) }
    set { _setManaged(Names.number, newValue) }
  }
  package var dateOfBirth: Date? {
    get { _managed(Names.dateOfBirth) }
    set { _setManaged(Names.dateOfBirth, newValue) }
  }
  package var team: BenchTeam? {
    get { _managed(Names.team) }
    set { _setManaged(Names.team, newValue) }
  }
}

/// A team.
package final class BenchTeam: NSManagedObject {
  package var name: String? {
    get { _managed(Names.name) }
    set { _setManaged(Names.name, newValue) }
  }
  package var uniformColor: String? {
    get { _managed(Names.uniformColor) }
    set { _setManaged(Names.uniformColor, newValue) }
  }
  package var players: Set<BenchPlayer> {
    get { _managed(Names.players) }
    set { _setManaged(Names.players, newValue) }
  }
}

private enum Names {
  static let firstName = ManagedProperty("firstName")
  static let lastName = ManagedProperty("lastName")
  static let email = ManagedProperty("email")
  static let number = ManagedProperty("number")
  static let dateOfBirth = ManagedProperty("dateOfBirth")
  static let team = ManagedProperty("team")
  static let name = ManagedProperty("name")
  static let uniformColor = ManagedProperty("uniformColor")
  static let players = ManagedProperty("players")
}
