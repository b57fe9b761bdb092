import XCTest

@testable import CoreData

/// The way of a store over the versions of a model, and what is said of it before.
final class MigrationRouteTests: MigrationTestCase {
  private func version(
    _ name: String, _ attributes: [String: NSAttributeType], renaming: [String: String] = [:]
  ) -> MigrationRoute.Version {
    let properties = attributes.sorted { $0.key < $1.key }.map { name, type in
      let attribute = TestModel.attribute(name, type)
      attribute.renamingIdentifier = renaming[name]
      return attribute
    }
    return MigrationRoute.Version(
      name, TestModel.model([TestModel.entity("Feed", properties)]))
  }

  func testDirect() throws {
    let one = version("1", ["title": .stringAttributeType])
    let two = version("2", ["title": .stringAttributeType, "tag": .stringAttributeType])
    let route = try XCTUnwrap(MigrationRoute.find(from: one, to: two))
    XCTAssertEqual(route.steps.map(\.destinationName), ["2"])
    XCTAssertNil(route.steps[0].mapping)
    XCTAssertEqual(MigrationRoute.find(from: one, to: one)?.steps.count, 0)
  }

  /// Where no step leads there at once, the versions in between do.
  func testOverVersionsInBetween() throws {
    let one = version("1", ["size": .integer32AttributeType])
    let two = version("2", ["note": .stringAttributeType])
    let three = version("3", ["size": .stringAttributeType])
    XCTAssertNil(MigrationRoute.find(from: one, to: three))
    let route = try XCTUnwrap(MigrationRoute.find(from: one, to: three, over: [two]))
    XCTAssertEqual(route.steps.map { "\($0.sourceName)-\($0.destinationName)" }, ["1-2", "2-3"])
  }

  /// A longer way on which nothing is lost is taken before a shorter one.
  func testTheWayOnWhichTheLeastIsLost() throws {
    let one = version("1", ["a": .stringAttributeType])
    let two = version("2", ["b": .stringAttributeType], renaming: ["b": "a"])
    let three = version("3", ["c": .stringAttributeType], renaming: ["c": "b"])
    let direct = try XCTUnwrap(MigrationRoute.find(from: one, to: three))
    XCTAssertEqual(direct.steps[0].outline.losses.count, 1)
    let route = try XCTUnwrap(MigrationRoute.find(from: one, to: three, over: [two, three]))
    XCTAssertEqual(route.steps.map(\.destinationName), ["2", "3"])
    XCTAssertEqual(route.steps.flatMap(\.outline.losses), [])
  }

  func testAMappingModelMakesAWay() throws {
    let one = version("1", ["size": .integer32AttributeType])
    let three = version("3", ["size": .stringAttributeType])
    let mapping = MigrationKit.mapping(
      "Feed", to: "Feed", attributes: ["size": #"$source.size.stringValue"#])
    mapping.sourceEntityVersionHash = one.model.entitiesByName["Feed"]?.versionHash
    let model = MigrationKit.model([mapping])
    let route = try XCTUnwrap(MigrationRoute.find(from: one, to: three, mappings: [model]))
    XCTAssertTrue(route.steps[0].mapping === model)
    let place = url("feed.sqlite")
    let context = try MigrationKit.open(one.model, place)
    NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)["size"] = 12
    try context.save()
    try MigrationKit.close(context)
    try RouteMigration(StoreAddress(place, type: NSSQLiteStoreType), route).run()
    let opened = try MigrationKit.open(three.model, place)
    let feed = try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed")).first
    XCTAssertEqual(feed?["size"] as? String, "12")
  }

  /// A mapping model for just these two versions is used though more is lost by it than by inference;
  /// one for a part of the way is used where it is asked for.
  func testAMappingModelIsNotPassedBy() throws {
    let one = version("1", ["a": .stringAttributeType])
    let two = version("2", ["a": .stringAttributeType, "b": .stringAttributeType])
    let three = version("3", ["a": .stringAttributeType, "c": .stringAttributeType])
    func mapping(
      _ old: MigrationRoute.Version, _ new: MigrationRoute.Version
    ) -> NSMappingModel {
      let mapping = MigrationKit.mapping("Feed", to: "Feed", attributes: ["a": "\"mapped\""])
      mapping.sourceEntityVersionHash = old.model.entitiesByName["Feed"]?.versionHash
      mapping.destinationEntityVersionHash = new.model.entitiesByName["Feed"]?.versionHash
      return MigrationKit.model([mapping])
    }
    let whole = mapping(one, three)
    let direct = try XCTUnwrap(
      MigrationRoute.find(from: one, to: three, over: [two], mappings: [whole]))
    XCTAssertTrue(direct.steps.first?.mapping === whole)
    XCTAssertEqual(direct.steps.count, 1)
    let part = mapping(one, two)
    let through = try XCTUnwrap(
      MigrationRoute.find(from: one, to: three, over: [two], through: part))
    XCTAssertEqual(through.steps.map { $0.mapping === part }, [true, false])
    XCTAssertNil(
      MigrationRoute.find(from: one, to: three, over: [two], through: mapping(three, one)))
  }

  /// Several steps: the store is as before if the last fails, and whole if none does.
  func testSeveralStepsAreOne() throws {
    let one = version("1", ["size": .integer32AttributeType, "title": .stringAttributeType])
    let two = version("2", ["title": .stringAttributeType])
    let three = version("3", ["size": .stringAttributeType, "title": .stringAttributeType])
    let route = try XCTUnwrap(MigrationRoute.find(from: one, to: three, over: [two]))
    for type in [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType] {
      let place = url("feed.\(type)")
      let context = try MigrationKit.open(one.model, place, type: type)
      NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)["title"] = "One"
      try context.save()
      try MigrationKit.close(context)
      let before = try bytes(place)
      XCTAssertThrowsError(
        try RouteMigration(
          StoreAddress(place, type: type), route, progress: { $0 < 0.9 }
        ).run())
      XCTAssertEqual(try bytes(place), before, type)
      var told: [Double] = []
      let backup = url("feed.\(type).bak")
      try RouteMigration(
        StoreAddress(place, type: type, options: [MigrationBackupOption: backup]), route,
        progress: {
          told.append($0)
          return true
        }
      ).run()
      XCTAssertEqual(told, told.sorted(), type)
      XCTAssertEqual(told.last, 1, type)
      XCTAssertEqual(try MigrationKit.open(one.model, backup, type: type).registeredObjects, [])
      let opened = try MigrationKit.open(three.model, place, type: type)
      let feeds = try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed"))
      XCTAssertEqual(feeds.map { "\($0["title"] ?? "")" }, ["One"], type)
    }
  }

  // MARK: Outlines

  func testOutlineOfADifference() {
    let old = TestModel.entity(
      "Feed",
      [
        TestModel.attribute("title", .stringAttributeType),
        TestModel.attribute("stars", .integer32AttributeType),
        TestModel.attribute("gone", .stringAttributeType),
      ])
    let score = TestModel.attribute("score", .integer32AttributeType)
    score.renamingIdentifier = "stars"
    let tag = TestModel.attribute("tag", .stringAttributeType)
    tag.defaultValue = "none"
    let new = TestModel.entity(
      "Feed", [TestModel.attribute("title", .stringAttributeType), score, tag])
    let outline = MigrationOutline(
      ModelDifference(
        from: TestModel.model([old, TestModel.entity("Old", [])]),
        to: TestModel.model([new, TestModel.entity("New", [])])))
    XCTAssertEqual(
      outline.entities.map { "\($0.name) \($0.fate)" }, ["Feed changed", "New added", "Old lost"])
    XCTAssertEqual(
      outline.entities[0].properties.map { "\($0.name) \($0.fate) \($0.oldName ?? "-")" },
      ["title copy -", "score rename stars", "tag default -", "gone lost -"])
    XCTAssertEqual(outline.losses.count, 2)
    XCTAssertFalse(outline.isEmpty)
  }

  func testOutlineOfAMapping() {
    let old = TestModel.league()
    let team = MigrationKit.mapping(
      "Team", to: "Team", attributes: ["name": "$source.uniformColor"],
      relationships: ["players": "PlayerToPlayer"])
    let player = MigrationKit.mapping(
      "Player", to: "Player",
      attributes: ["firstName": "$source.firstName", "number": "$source.number + 1"], policy: nil)
    player.sourceExpression = NSFetchRequestExpression.expression(
      forFetch: NSExpression(
        format: #"FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", "#
          + #""Player", "number > 3")"#),
      context: NSExpression(format: "$manager.sourceContext"), countOnly: false)
    let outline = MigrationOutline(
      MigrationKit.model([team, player]), from: old, to: TestModel.league())
    XCTAssertEqual(
      outline.entities[0].properties.map { "\($0.name) \($0.fate) \($0.oldName ?? "-")" },
      ["name rename uniformColor", "players copy -", "uniformColor default -"])
    XCTAssertEqual(outline.entities[1].notes, ["only where number > 3"])
    XCTAssertEqual(
      outline.entities[1].properties.prefix(2).map { "\($0.name) \($0.fate) \($0.detail)" },
      ["firstName copy ", "number change $source.number + 1"])
    XCTAssertEqual(
      outline.losses,
      [
        "the values of “name” of each Team", "the values of “lastName” of each Player",
        "the values of “email” of each Player", "the values of “dateOfBirth” of each Player",
        "the objects of Player for which number > 3 does not hold",
      ])
    XCTAssertEqual(outline.refusals, [])
  }

  func testOutlineOfAMappingOfOtherVersions() {
    let mapping = MigrationKit.league()
    mapping.entityMappings[0].sourceEntityVersionHash = Data([1])
    mapping.entityMappings[1].destinationEntityName = "Nobody"
    let outline = MigrationOutline(mapping, from: TestModel.league(), to: TestModel.league())
    XCTAssertEqual(outline.refusals.count, 2)
  }
}
