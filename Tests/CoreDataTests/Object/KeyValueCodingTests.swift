import XCTest

@testable import CoreData

/// Key paths, operators and relationship proxies (Apple's Key-Value Coding guide: documented).
final class KeyValueCodingTests: XCTestCase {
  private var kept: Stack?

  private func team() throws -> (Stack, NSManagedObject) {
    let stack = try Stack(TestModel.league())
    kept = stack
    let team = stack.insert("Team", ["name": "Reds"])
    for (name, number) in [("Ann", 3), ("Bob", 9), ("Cyd", 3)] {
      _ = stack.insert("Player", ["firstName": name, "number": number, "team": team])
    }
    return (stack, team)
  }

  override func tearDown() { kept = nil }

  func testOperatorsOverAToMany() throws {
    let (_, team) = try team()
    XCTAssertEqual(team.value(forKeyPath: "players.@count") as? Int, 3)
    XCTAssertEqual(team.value(forKeyPath: "players.@sum.number") as? Int, 15)
    XCTAssertEqual(team.value(forKeyPath: "players.@avg.number") as? Double, 5)
    XCTAssertEqual(team.value(forKeyPath: "players.@min.number") as? Int, 3)
    XCTAssertEqual(team.value(forKeyPath: "players.@max.number") as? Int, 9)
    XCTAssertEqual((team.value(forKeyPath: "players.@unionOfObjects.number") as? [Int])?.count, 3)
    XCTAssertEqual(
      (team.value(forKeyPath: "players.@distinctUnionOfObjects.number") as? [Int])?.sorted(),
      [3, 9])
  }

  func testAPathThroughAToManyGivesTheSetOfValues() throws {
    let (_, team) = try team()
    XCTAssertEqual(
      team.value(forKeyPath: "players.firstName") as? Set<String>, ["Ann", "Bob", "Cyd"])
    XCTAssertEqual(team.value(forKeyPath: "players.team.name") as? Set<String>, ["Reds"])
  }

  func testAPathThroughNilIsNil() throws {
    let stack = try Stack(TestModel.league())
    let player = stack.insert("Player")
    XCTAssertNil(player.value(forKeyPath: "team.name"))
  }

  func testTheMutableSetChangesTheRelationshipAndItsInverse() throws {
    let (stack, team) = try team()
    let dan = stack.insert("Player", ["firstName": "Dan"])
    let players = team.mutableSetValue(forKey: "players")
    players.add(dan)
    XCTAssertEqual(dan.value(forKey: "team") as? NSManagedObject, team)
    XCTAssertEqual(players.count, 4)
    XCTAssertTrue(players.contains(dan))
    players.remove(dan)
    XCTAssertNil(dan.value(forKey: "team"))
    players.removeAllObjects()
    XCTAssertEqual(team.value(forKeyPath: "players.@count") as? Int, 0)
  }

  func testWrongKeysAndTypesAreErrorsThatSayWhat() throws {
    let (_, team) = try team()
    XCTAssertThrowsError(try team.get("colour")) { error in
      XCTAssertEqual(error as? ObjectError, .undefinedKey("colour", entity: "Team"))
    }
    XCTAssertThrowsError(try team.set(Date(), "name")) { error in  // B065
      let text = (error as? ObjectError)?.explanation ?? ""
      XCTAssertTrue(
        text.hasPrefix(
          "Unacceptable type of value for attribute: property = \"name\"; desired type = NSString;")
      )
    }
    let player = try XCTUnwrap((team.value(forKey: "players") as? Set<NSManagedObject>)?.first)
    XCTAssertThrowsError(try player.set("7", "number"))
  }

  func testDescriptionOfFaultAndObject() throws {  // B052
    let (stack, team) = try team()
    try stack.context.save()
    XCTAssertTrue(team.description.contains("(entity: Team; id: 0x"))
    XCTAssertTrue(team.description.contains("    name = Reds;\n"))
    XCTAssertTrue(team.description.contains("    uniformColor = nil;\n"))
    stack.context.refresh(team, mergeChanges: false)
    XCTAssertTrue(team.description.hasSuffix("data: <fault>)"))
    XCTAssertTrue(team.isFault)
  }
}
