import CoreData
import XCTest

/// Descriptions built in code, as Apple's documentation of the classes describes them.
final class NSEntityDescriptionTests: XCTestCase {
  private func makeLeague() -> NSManagedObjectModel {
    let person = NSEntityDescription()
    person.name = "Person"
    person.isAbstract = true
    let birth = NSAttributeDescription()
    birth.name = "dateOfBirth"
    birth.type = .date
    person.properties = [birth]
    let player = NSEntityDescription()
    player.name = "Player"
    player.managedObjectClassName = "Player"
    let team = NSEntityDescription()
    team.name = "Team"
    let toTeam = NSRelationshipDescription()
    toTeam.name = "team"
    toTeam.destinationEntity = team
    toTeam.maxCount = 1
    let toPlayers = NSRelationshipDescription()
    toPlayers.name = "players"
    toPlayers.destinationEntity = player
    toPlayers.deleteRule = .cascadeDeleteRule
    toTeam.inverseRelationship = toPlayers
    toPlayers.inverseRelationship = toTeam
    player.properties = [toTeam]
    team.properties = [toPlayers]
    person.subentities = [player]
    let model = NSManagedObjectModel()
    model.entities = [person, player, team]
    return model
  }

  func testAPropertyIsInheritedWithItsParentsSlotsFirst() {
    let model = makeLeague()
    let player = model.entitiesByName["Player"]
    XCTAssertEqual(player?.properties.map(\.name), ["dateOfBirth", "team"])
    XCTAssertEqual(player?.attributesByName.keys.sorted(), ["dateOfBirth"])
    XCTAssertEqual(player?.relationshipsByName.keys.sorted(), ["team"])
    XCTAssertEqual(player?.superentity?.name, "Person")
    XCTAssertEqual(player?.rootEntity.name, "Person")
  }

  func testAssigningAllPropertiesBackLeavesInheritedOnesWithTheAncestor() throws {
    let model = makeLeague()
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    player.properties = player.properties
    XCTAssertEqual(player.ownProperties.map(\.name), ["team"])
    XCTAssertEqual(player.propertiesByName["dateOfBirth"]?.entity.name, "Person")
  }

  func testKindOf() throws {
    let model = makeLeague()
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    let person = try XCTUnwrap(model.entitiesByName["Person"])
    XCTAssertTrue(player.isKindOf(entity: person))
    XCTAssertTrue(player.isKindOf(entity: player))
    XCTAssertFalse(person.isKindOf(entity: player))
  }

  func testDefaultsAreApples() {
    XCTAssertEqual(NSEntityDescription().managedObjectClassName, "NSManagedObject")
    XCTAssertTrue(NSPropertyDescription().isOptional)
    XCTAssertTrue(NSRelationshipDescription().isToMany)
    XCTAssertEqual(NSRelationshipDescription().deleteRule, .nullifyDeleteRule)
    XCTAssertTrue(
      NSFetchIndexElementDescription(
        property: NSAttributeDescription(), collationType: .binary
      ).isAscending)
  }

  func testTheRenamingIdentifierIsTheNameUntilSet() {
    let attribute = NSAttributeDescription()
    attribute.name = "amount"
    XCTAssertEqual(attribute.renamingIdentifier, "amount")
    attribute.renamingIdentifier = "sum"
    XCTAssertEqual(attribute.renamingIdentifier, "sum")
  }

  func testRelationshipsForDestination() throws {
    let model = makeLeague()
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    let team = try XCTUnwrap(model.entitiesByName["Team"])
    XCTAssertEqual(team.relationships(forDestination: player).map(\.name), ["players"])
    XCTAssertEqual(team.relationships(forDestination: team), [])
  }

  func testFreezingKeepsTheTables() throws {
    let model = makeLeague()
    model.freeze()
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    XCTAssertTrue(model.isFrozen)
    XCTAssertTrue(player.propertiesByName["team"]?.isFrozen ?? false)
    XCTAssertTrue(player.tables === player.tables)
  }

  func testConfigurations() throws {
    let model = makeLeague()
    let team = try XCTUnwrap(model.entitiesByName["Team"])
    model.setEntities([team], forConfigurationName: "Cloud")
    XCTAssertEqual(model.configurations, ["Cloud"])
    XCTAssertEqual(model.entities(forConfigurationName: "Cloud")?.map(\.name), ["Team"])
    XCTAssertEqual(model.entities(forConfigurationName: nil)?.count, 3)
    XCTAssertNil(model.entities(forConfigurationName: "Nowhere"))
  }
}
