import CoreData
import Foundation

/// Counts the players alive, so that a leak shows.
public enum Alive {
  nonisolated(unsafe) public static var players = 0
}

open class Player: NSManagedObject {
  @NSManaged public var name: String?
  @NSManaged public var team: Team?
  @NSManaged public var captainOf: Team?
  @NSManaged public var coach: Coach?
  @NSManaged public var lineups: Set<Team>?
  #if canImport(ObjectiveC)
    @NSManaged public var onlyOnAMac: String?
  #endif

  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    Alive.players += 1
  }

  deinit { Alive.players -= 1 }
}

public class Ground: NSManagedObject {}
