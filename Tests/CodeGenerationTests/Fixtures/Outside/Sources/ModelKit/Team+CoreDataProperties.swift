import Foundation
import CoreData

extension Team {

  @nonobjc public class func fetchRequest() -> NSFetchRequest<Team> {
    return NSFetchRequest<Team>(entityName: "Team")
  }

  @NSManaged public var name: String?
  @NSManaged public var captain: Player?
  @NSManaged public var lineup: NSOrderedSet?
  @NSManaged public var players: NSSet?

}

// MARK: Generated accessors for lineup
extension Team {

  @NSManaged public func insertIntoLineup(_ value: Player, at idx: Int)

  @NSManaged public func removeFromLineup(at idx: Int)

  @NSManaged public func insertIntoLineup(_ values: [Player], at indexes: NSIndexSet)

  @NSManaged public func removeFromLineup(at indexes: NSIndexSet)

  @NSManaged public func replaceLineup(at idx: Int, with value: Player)

  @NSManaged public func replaceLineup(at indexes: NSIndexSet, with values: [Player])

  @NSManaged public func addToLineup(_ value: Player)

  @NSManaged public func removeFromLineup(_ value: Player)

  @NSManaged public func addToLineup(_ values: NSOrderedSet)

  @NSManaged public func removeFromLineup(_ values: NSOrderedSet)

}

// MARK: Generated accessors for players
extension Team {

  @NSManaged public func addToPlayers(_ value: Player)

  @NSManaged public func removeFromPlayers(_ value: Player)

  @NSManaged public func addToPlayers(_ values: NSSet)

  @NSManaged public func removeFromPlayers(_ values: NSSet)

}

extension Team: Identifiable {

}
