import Foundation
import SQLiteDriver
import XCTest

@testable import CoreData

/// How many statements the engine runs for what a program does. The numbers are gates: a change that
/// needs more statements makes a program slower where no test of results would notice.
final class StatementGateTests: XCTestCase {
  private var stack: Stack?

  override func tearDown() { stack = nil }

  /// A league of teams with some players each, saved; the store opened anew.
  private func league(teams: Int, players: Int) throws -> Stack {
    let stack = try Stack(TestModel.league())
    self.stack = stack
    for number in 0..<teams {
      let team = stack.insert("Team", ["name": "Team \(number)"])
      for index in 0..<players {
        let player = stack.insert("Player", ["number": NSNumber(value: index)])
        player.setValue(team, forKey: "team")
      }
    }
    try stack.context.save()
    try stack.reopen()
    return stack
  }

  /// The statements that a piece of work runs, first words only.
  private func statements(_ stack: Stack, _ work: () throws -> Void) throws -> [String] {
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first?.engine as? SQLiteStore)
    var found: [String] = []
    store.connection.setTraceHook { event in
      found.append(String(event.sql.prefix { $0 != " " }))
    }
    defer { store.connection.setTraceHook(nil) }
    try work()
    return found
  }

  func testAFetchIsOneStatementAndReadingItsObjectsNone() throws {
    let stack = try league(teams: 2, players: 50)
    var players: [NSManagedObject] = []
    XCTAssertEqual(try statements(stack) { players = try stack.fetch("Player") }, ["SELECT"])
    XCTAssertEqual(players.count, 100)
    XCTAssertTrue(players.allSatisfy(\.isFault), "a fetch brings rows, not values")
    XCTAssertEqual(
      try statements(stack) { for player in players { _ = player.value(forKey: "number") } }, [])
  }

  func testACountMakesNoObjects() throws {
    let stack = try league(teams: 1, players: 20)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
    request.predicate = NSPredicate(format: "number > 9")
    var count = 0
    XCTAssertEqual(
      try statements(stack) { count = try stack.context.count(for: request) }, ["SELECT"])
    XCTAssertEqual(count, 10)
    XCTAssertTrue(stack.context.registeredObjects.isEmpty)
  }

  func testALimitReadsNoFurtherRows() throws {
    let stack = try league(teams: 1, players: 20)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
    request.fetchLimit = 3
    let found = try stack.context.fetch(request)
    XCTAssertEqual(found.count, 3)
    XCTAssertEqual(stack.context.registeredObjects.count, 3)
  }

  func testWalkingARelationshipIsOneStatementForEachOwner() throws {
    let stack = try league(teams: 10, players: 5)
    let found = try statements(stack) {
      for team in try stack.fetch("Team") {
        let players = try XCTUnwrap(team.value(forKey: "players") as? NSSet)
        for case let player as NSManagedObject in players { _ = player.value(forKey: "number") }
      }
    }
    XCTAssertEqual(found, Array(repeating: "SELECT", count: 11))
  }

  func testPrefetchingIsOneStatementForAll() throws {
    let stack = try league(teams: 10, players: 5)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
    request.relationshipKeyPathsForPrefetching = ["players"]
    var teams: [NSManagedObject] = []
    XCTAssertEqual(
      try statements(stack) { teams = try stack.context.fetch(request) }, ["SELECT", "SELECT"])
    XCTAssertEqual(
      try statements(stack) {
        for team in teams {
          XCTAssertEqual((team.value(forKey: "players") as? NSSet)?.count, 5)
        }
      }, [])
  }

  /// However many owners there are, their members come with one statement: a scan for all of them,
  /// a list for one short of all.
  func testPrefetchingForAllOwnersScansOnce() throws {
    let stack = try league(teams: 250, players: 2)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
    request.relationshipKeyPathsForPrefetching = ["players"]
    var teams: [NSManagedObject] = []
    XCTAssertEqual(
      try statements(stack) { teams = try stack.context.fetch(request) }.count, 2)
    XCTAssertTrue(teams.allSatisfy { ($0.value(forKey: "players") as? NSSet)?.count == 2 })
    for team in teams.prefix(240) { stack.context.refresh(team, mergeChanges: false) }
    request.predicate = NSPredicate(format: "name != 'Team 7'")
    XCTAssertEqual(
      try statements(stack) { teams = try stack.context.fetch(request) }.count, 2,
      "one owner short of all")
    XCTAssertTrue(teams.allSatisfy { ($0.value(forKey: "players") as? NSSet)?.count == 2 })
  }

  func testAFaultIsOneStatementAndTheRowCacheSparesTheNext() throws {
    let stack = try league(teams: 1, players: 1)
    let id = try XCTUnwrap(try stack.fetch("Player").first?.objectID)
    try stack.reopen()
    let uri = id.uriRepresentation()
    let own = try XCTUnwrap(stack.coordinator.managedObjectID(forURIRepresentation: uri))
    var player = stack.context.object(with: own)
    XCTAssertEqual(try statements(stack) { _ = player.value(forKey: "number") }, ["SELECT"])
    XCTAssertEqual(try statements(stack) { _ = player.value(forKey: "number") }, [])
    let other = stack.another()
    player = other.object(with: own)
    XCTAssertEqual(try statements(stack) { _ = player.value(forKey: "number") }, [])
  }

  func testInsertsGoTwelveToAStatement() throws {
    let stack = try Stack(TestModel.league())
    self.stack = stack
    for index in 0..<30 { _ = stack.insert("Player", ["number": NSNumber(value: index)]) }
    // Keys: two looks and an update. Rows: 12, 12, 6.
    XCTAssertEqual(
      try statements(stack) { try stack.context.save() },
      ["BEGIN", "SELECT", "SELECT", "UPDATE", "INSERT", "INSERT", "INSERT", "COMMIT"])
  }

  func testAnUpdateIsOneStatementForEachChangedObject() throws {
    let stack = try league(teams: 1, players: 20)
    let players = try stack.fetch("Player")
    for player in players.prefix(3) { player.setValue(NSNumber(value: 99), forKey: "number") }
    XCTAssertEqual(
      try statements(stack) { try stack.context.save() },
      ["BEGIN", "UPDATE", "UPDATE", "UPDATE", "COMMIT"])
    XCTAssertEqual(try statements(stack) { try stack.context.save() }, [], "nothing to save")
  }

  func testACascadeReadsOnceAndDeletesInLists() throws {
    let stack = try league(teams: 2, players: 100)
    let team = try XCTUnwrap(try stack.fetch("Team").first)
    XCTAssertEqual(
      try statements(stack) {
        stack.context.delete(team)
        stack.context.processPendingChanges()
      }, ["SELECT"])
    XCTAssertEqual(
      try statements(stack) { try stack.context.save() }, ["BEGIN", "DELETE", "DELETE", "COMMIT"])
    XCTAssertEqual(try stack.sql("SELECT count(*) FROM ZPLAYER"), [["100"]])
  }
}
