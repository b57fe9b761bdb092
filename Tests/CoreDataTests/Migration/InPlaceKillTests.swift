import SQLiteDriver
import XCTest

@testable import CoreData

/// A process is killed while it migrates: the store is the old one or the new one, whole. 10 kills;
/// 200 in a soak run.
final class InPlaceKillTests: XCTestCase {
  private static let count = 3000

  private static func model(_ isSecond: Bool) -> NSManagedObjectModel {
    let model = TestModel.league()
    guard isSecond else { return model }
    // Numbers move, a table is written anew, another one filled, an index made.
    model.entities += [TestModel.entity("Arena", [TestModel.attribute("x", .stringAttributeType)])]
    let rank = TestModel.attribute("rank", .integer64AttributeType)
    rank.isOptional = false
    rank.defaultValue = 11
    model.entitiesByName["Team"]?.properties += [rank]
    if let player = model.entitiesByName["Player"] {
      player.properties = player.properties.filter { $0.name != "email" }
    }
    return model
  }

  /// Run in a process of its own.
  func testMigratesInAProcessOfItsOwn() throws {
    let url = try KilledProcess.begin()
    try InPlaceMigration(url: url, from: Self.model(false), to: Self.model(true)).run()
  }

  func testKilledWhileMigrating() throws {
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    let source = try MigrationBench()
    var filler = try Filler(Self.model(false), seed: 4)
    try filler.fill(source.url, perEntity: Self.count / 30)
    let connection = try SQLiteConnection(path: source.url.path)
    for _ in 0..<6 {
      try connection.execute(
        "INSERT INTO ZPLAYER (Z_ENT, Z_OPT, ZNUMBER, ZTEAM, ZFIRSTNAME, ZLASTNAME) "
          + "SELECT Z_ENT, Z_OPT, ZNUMBER, ZTEAM, ZFIRSTNAME, ZLASTNAME FROM ZPLAYER")
    }
    try connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT MAX(Z_PK) FROM ZPLAYER) WHERE Z_NAME = 'Player'")
    let before = try StoreDump(source.url, Self.model(false))
    let time = try duration(source)
    var numbers = SeededRandom(seed: 9)
    var outcome = (old: 0, new: 0)
    for _ in 0..<(isSoak ? 200 : 10) {
      let bench = try MigrationBench()
      try bench.take(source.url)
      try process(bench).kill(after: UInt32.random(in: 0...time, using: &numbers))
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: NSSQLiteStoreType, at: bench.url)
      let isNew = Self.model(true).isConfiguration(
        withName: nil, compatibleWithStoreMetadata: metadata)
      if isNew { outcome.new += 1 } else { outcome.old += 1 }
      let after = try StoreDump(bench.url, Self.model(isNew))
      if isNew {
        let comparison = MigrationComparison(
          old: before, new: after,
          difference: ModelDifference(from: Self.model(false), to: Self.model(true)),
          destination: Self.model(true))
        XCTAssertEqual(comparison.faults.prefix(3), [])
      } else {
        XCTAssertEqual(after.records.count, before.records.count)
        XCTAssertEqual(try bench.faults(from: Self.model(false), to: Self.model(true)), [])
      }
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    print("InPlaceKillTests: \(outcome)")
  }

  /// How long a migration takes, in microseconds, in a process that is not killed.
  private func duration(_ source: MigrationBench) throws -> UInt32 {
    let bench = try MigrationBench()
    try bench.take(source.url)
    return try process(bench).duration()
  }

  private func process(_ bench: MigrationBench) -> KilledProcess {
    KilledProcess(
      test: "CoreDataTests.InPlaceKillTests/testMigratesInAProcessOfItsOwn", store: bench.url)
  }
}
