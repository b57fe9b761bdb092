package import CoreData

/// The model of the League: teams and players, inverse of each other, cascade from the team.
package enum LeagueModel {
  /// Makes the model. Building it is part of `start`'s time, as in any program.
  package static func make() -> NSManagedObjectModel {
    let team = entity(
      "Team", String(reflecting: BenchTeam.self),
      [attribute("name", .stringAttributeType), attribute("uniformColor", .stringAttributeType)])
    let player = entity(
      "Player", String(reflecting: BenchPlayer.self),
      [
        attribute("firstName", .stringAttributeType), attribute("lastName", .stringAttributeType),
        attribute("email", .stringAttributeType), attribute("number", .integer32AttributeType),
        attribute("dateOfBirth", .dateAttributeType),
      ])
    let players = relationship("players", player, maxCount: 0, .cascadeDeleteRule)
    let its = relationship("team", team, maxCount: 1, .nullifyDeleteRule)
    players.inverseRelationship = its
    its.inverseRelationship = players
    team.properties.append(players)
    player.properties.append(its)
    let model = NSManagedObjectModel()
    model.entities = [team, player]
    return model
  }

  private static func entity(
    _ name: String, _ className: String, _ properties: [NSPropertyDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = className
    entity.properties = properties
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  private static func relationship(
    _ name: String, _ destination: NSEntityDescription, maxCount: Int, _ rule: NSDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = maxCount
    relationship.deleteRule = rule
    return relationship
  }
}
