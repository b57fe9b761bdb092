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

  @NSManaged private var primitiveInitial: String?

  /// A transient with an accessor of its own, as in Apple's sample DateSectionTitles.
  public var initial: String? {
    willAccessValue(forKey: "initial")
    defer { didAccessValue(forKey: "initial") }
    if let known = primitiveInitial { return known }
    let made = name.map { String($0.prefix(1)).uppercased() }
    primitiveInitial = made
    return made
  }

  public internal(set) var rank: Int16 {
    get { (primitiveValue(forKey: "rank") as? Int16 ?? 0) + 100 }
    set {
      willChangeValue(forKey: "rank")
      setPrimitiveValue(min(newValue, 9), forKey: "rank")
      didChangeValue(forKey: "rank")
    }
  }

  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    Alive.players += 1
  }

  deinit { Alive.players -= 1 }
}

extension Player {
  /// A property that the model does not have.
  public var shout: String { (name ?? "").uppercased() + "!" }
}

public class Ground: NSManagedObject {}
