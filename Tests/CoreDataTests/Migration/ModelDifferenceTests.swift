import XCTest

@testable import CoreData

/// What is inferred from two models. Truth: Apple's article “Migrating your data model
/// automatically” unless a test says otherwise.
final class ModelDifferenceTests: XCTestCase {
  private func difference(
    _ old: [NSEntityDescription], _ new: [NSEntityDescription]
  ) -> ModelDifference {
    ModelDifference(from: TestModel.model(old), to: TestModel.model(new))
  }

  private func text(_ name: String) -> NSAttributeDescription {
    TestModel.attribute(name, .stringAttributeType)
  }

  func testEqualModelsAreCopied() {
    let found = ModelDifference(from: TestModel.league(), to: TestModel.league())
    XCTAssertTrue(found.isEmpty)
    XCTAssertTrue(found.isInferable)
    XCTAssertEqual(found.entities.map(\.kind), [.copied, .copied])
    XCTAssertTrue(found.entities.flatMap(\.properties).allSatisfy { $0.kind == .copied })
    XCTAssertEqual(found.losses, [])
    XCTAssertEqual(found.conditions, [])
  }

  /// B080: without a renaming identifier the old values are lost, and the plan says so.
  func testRenamingNeedsAnIdentifier() {
    let old = TestModel.entity("Feed", [text("title")])
    let plain = difference([old], [TestModel.entity("Feed", [text("title2")])])
    XCTAssertEqual(
      plain.entities[0].properties.map(\.kind), [.added(defaultValue: nil), .removed])
    XCTAssertEqual(
      plain.losses,
      [MigrationLoss(entity: "Feed", property: "title", text: "the values of “title” of each Feed")]
    )
    let renamed = text("title2")
    renamed.renamingIdentifier = "title"
    let kept = difference([old], [TestModel.entity("Feed", [renamed])])
    XCTAssertEqual(kept.entities[0].properties.map(\.kind), [.renamed])
    XCTAssertEqual(kept.losses, [])
  }

  /// The identifier is a canonical name: a second renaming works from both older versions.
  func testRenamingTwice() {
    let versions = ["color", "paintColor", "colour"].map { name in
      let attribute = text(name)
      if name != "color" { attribute.renamingIdentifier = "color" }
      return TestModel.entity("Car", [attribute])
    }
    for (old, new) in [(0, 1), (1, 2), (0, 2)] {
      let found = difference([versions[old]], [versions[new]])
      XCTAssertEqual(found.entities[0].properties.map(\.kind), [.renamed], "\(old) to \(new)")
    }
  }

  /// B081: nothing is refused; the rows decide.
  func testRequiredAttributeWithoutDefaultIsACondition() {
    let old = TestModel.entity("Feed", [text("title")])
    let rank = TestModel.attribute("rank", .integer16AttributeType)
    rank.isOptional = false
    let found = difference([old], [TestModel.entity("Feed", [text("title"), rank])])
    XCTAssertTrue(found.isInferable)
    XCTAssertEqual(found.conditions, [.hasValue(entity: "Feed", attribute: "rank")])
    let filled = TestModel.attribute("rank", .integer16AttributeType)
    filled.isOptional = false
    filled.defaultValue = 3
    let good = difference([old], [TestModel.entity("Feed", [text("title"), filled])])
    XCTAssertEqual(good.conditions, [])
    XCTAssertEqual(
      good.entities[0].property(named: "rank")?.kind, .added(defaultValue: "3"))
  }

  func testTypesThatDoNotFitAreRefused() {
    let old = TestModel.entity("Feed", [text("title")])
    let found = difference(
      [old], [TestModel.entity("Feed", [TestModel.attribute("title", .dateAttributeType)])])
    XCTAssertFalse(found.isInferable)
    XCTAssertEqual(
      found.refusals.map(\.reason), ["Source and destination attribute types are incompatible"])
    XCTAssertEqual(found.refusals.map(\.property), ["title"])
    XCTAssertTrue(found.refusals[0].explanation.contains("type String"))
  }

  func testNumbersMayGrowButNotShrink() {
    let types: [NSAttributeType] = [
      .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
    ]
    for (i, small) in types.enumerated() {
      for (j, large) in types.enumerated() {
        let found = difference(
          [TestModel.entity("A", [TestModel.attribute("n", small)])],
          [TestModel.entity("A", [TestModel.attribute("n", large)])])
        XCTAssertEqual(found.isInferable, i <= j, "\(small) to \(large)")
      }
    }
  }

  func testToManyDoesNotBecomeToOne() {
    func pair(toMany: Bool, ordered: Bool = false) -> [NSEntityDescription] {
      let one = TestModel.entity("One", [])
      let other = TestModel.entity("Other", [])
      let there = TestModel.relationship("others", other, toMany: toMany)
      there.isOrdered = ordered
      let back = TestModel.relationship("one", one, toMany: false)
      TestModel.join(there, back)
      one.properties = [there]
      other.properties = [back]
      return [one, other]
    }
    let wider = difference(pair(toMany: false), pair(toMany: true))
    XCTAssertTrue(wider.isInferable)
    XCTAssertEqual(wider.entity(named: "One")?.property(named: "others")?.kind, .transformed)
    XCTAssertEqual(
      wider.entity(named: "One")?.property(named: "others")?.changes, [.becameToMany])
    let narrower = difference(pair(toMany: true), pair(toMany: false))
    XCTAssertEqual(narrower.refusals.map(\.property), ["others"])
    let ordered = difference(pair(toMany: true), pair(toMany: true, ordered: true))
    XCTAssertEqual(
      ordered.entity(named: "One")?.property(named: "others")?.changes, [.becameOrdered])
    let unordered = difference(pair(toMany: true, ordered: true), pair(toMany: true))
    XCTAssertTrue(unordered.isInferable)
    XCTAssertEqual(unordered.losses.map(\.text), ["the order of “others” of each One"])
  }

  func testParentsInsertedAndPropertiesMovedUp() {
    let old = TestModel.entity("Dog", [text("name"), text("breed")])
    let animal = TestModel.entity("Animal", [text("name")])
    let dog = TestModel.entity("Dog", [text("breed")])
    animal.subentities = [dog]
    let found = difference([old], [animal, dog])
    XCTAssertTrue(found.isInferable)
    XCTAssertEqual(found.entity(named: "Animal")?.kind, .added)
    XCTAssertEqual(found.entity(named: "Dog")?.changes, [.parent(from: nil, to: "Animal")])
    XCTAssertEqual(
      found.entity(named: "Dog")?.properties.map(\.kind), [.copied, .copied])
    XCTAssertEqual(found.losses, [])
  }

  func testHierarchiesDoNotMerge() {
    let old = [TestModel.entity("Cat", [text("name")]), TestModel.entity("Dog", [text("name")])]
    let animal = TestModel.entity("Animal", [text("name")])
    let new = [animal, TestModel.entity("Cat", []), TestModel.entity("Dog", [])]
    animal.subentities = [new[1], new[2]]
    let found = difference(old, new)
    XCTAssertEqual(found.refusals.map(\.entity), ["Dog"])
    XCTAssertTrue(found.refusals[0].explanation.contains("“Cat” and “Dog”"))
  }

  func testEntitiesAddedRemovedRenamed() {
    let old = [TestModel.entity("Car", [text("name")]), TestModel.entity("Horse", [text("name")])]
    let car = TestModel.entity("Automobile", [text("name")])
    car.renamingIdentifier = "Car"
    let found = difference(old, [car, TestModel.entity("Train", [text("line")])])
    XCTAssertEqual(found.entities.map(\.kind), [.transformed, .added, .removed])
    XCTAssertEqual(found.entities[0].changes, [.renamed(from: "Car")])
    XCTAssertEqual(found.losses.map(\.entity), ["Horse"])
  }

  func testDestinationsMustRemain() {
    func model(to name: String) -> [NSEntityDescription] {
      let book = TestModel.entity("Book", [])
      let person = TestModel.entity("Person", [])
      let company = TestModel.entity("Company", [])
      book.properties = [
        TestModel.relationship("owner", name == "Person" ? person : company, toMany: false)
      ]
      return [book, person, company]
    }
    let found = difference(model(to: "Person"), model(to: "Company"))
    XCTAssertEqual(found.refusals.map(\.property), ["owner"])
    XCTAssertTrue(difference(model(to: "Person"), model(to: "Person")).isEmpty)
  }

  /// A to-many without inverse that gets a to-one as its inverse, which had objects of its own.
  func testAnInverseThatDecidesIsALoss() {
    func model(joined: Bool) -> [NSEntityDescription] {
      let team = TestModel.entity("Team", [])
      let player = TestModel.entity("Player", [])
      let players = TestModel.relationship("players", player, toMany: true)
      let club = TestModel.relationship("club", team, toMany: false)
      if joined { TestModel.join(players, club) }
      team.properties = [players]
      player.properties = [club]
      return [team, player]
    }
    XCTAssertEqual(
      difference(model(joined: false), model(joined: true)).losses.map(\.text),
      [
        "which objects stand at “players” of each Team: its inverse “club” decides from now on"
      ])
    XCTAssertEqual(difference(model(joined: true), model(joined: true)).losses, [])
  }

  func testNewConstraintsAndAbstractEntitiesAreConditions() {
    let old = TestModel.entity("Feed", [text("title")])
    let new = TestModel.entity("Feed", [text("title")])
    new.uniquenessConstraints = [["title"]]
    new.isAbstract = true
    XCTAssertEqual(
      difference([old], [new]).conditions,
      [.isUnique(entity: "Feed", properties: ["title"]), .isEmpty(entity: "Feed")])
  }

  /// An abstract entity has no objects of its own to lose.
  func testAnAbstractEntityLosesNothing() {
    func car(_ attributes: [NSAttributeDescription]) -> NSEntityDescription {
      TestModel.entity("Car", attributes)
    }
    let name = TestModel.attribute("name", .stringAttributeType)
    let vehicle = TestModel.entity("Vehicle", [name])
    vehicle.isAbstract = true
    let child = car([])
    vehicle.subentities = [child]
    let old = TestModel.model([vehicle, child])
    let new = TestModel.model([car([TestModel.attribute("name", .stringAttributeType)])])
    XCTAssertEqual(ModelDifference(from: old, to: new).losses, [])
    XCTAssertEqual(
      ModelDifference(from: old, to: TestModel.model([car([])])).losses.map(\.text),
      ["the values of “name” of each Car"])
  }

  /// A new attribute that is computed does not begin empty.
  func testANewDerivedAttributeIsComputed() {
    let name = TestModel.attribute("name", .stringAttributeType)
    let low = NSDerivedAttributeDescription()
    low.name = "low"
    low.attributeType = .stringAttributeType
    low.derivationExpression = NSExpression(format: "lowercase:(name)")
    let difference = ModelDifference(
      from: TestModel.model([
        TestModel.entity("Feed", [TestModel.attribute("name", .stringAttributeType)])
      ]), to: TestModel.model([TestModel.entity("Feed", [name, low])]))
    let property = MigrationOutline(difference).entities[0].properties.first { $0.name == "low" }
    XCTAssertEqual(property?.fate, .change)
    XCTAssertEqual(property?.detail, "computed as lowercase:(name) now")
  }
}
