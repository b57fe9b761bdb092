import SQLiteDriver
import XCTest

@testable import CoreData

/// A process is killed while it migrates: the store is the old one or the new one, whole. 10 kills;
/// 200 in a soak run.
final class InPlaceKillTests: XCTestCase {
  private static let variable = "COREBOOK_KILL_MIGRATION"
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
    guard let path = ProcessInfo.processInfo.environment[Self.variable] else {
      throw XCTSkip("run by testKilledWhileMigrating in a process of its own")
    }
    try Data().write(to: URL(fileURLWithPath: path + ".begun"))
    try InPlaceMigration(
      url: URL(fileURLWithPath: path), from: Self.model(false), to: Self.model(true)
    ).run()
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
      try runAndKill(bench, after: UInt32.random(in: 0...time, using: &numbers))
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
    let process = try start(bench)
    let begun = Date()
    var status: Int32 = 0
    while waitpid(process.processIdentifier, &status, WNOHANG) == 0 { usleep(500) }
    return UInt32(max(Date().timeIntervalSince(begun), 0.005) * 1_000_000)
  }

  /// Starts a migrating process and waits until it begins.
  private func start(_ bench: MigrationBench) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["CoreDataTests.InPlaceKillTests/testMigratesInAProcessOfItsOwn"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.variable: bench.url.path
    ]) { _, new in new }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: bench.url.path + ".begun"), Date() < deadline {
      usleep(300)
    }
    return process
  }

  private func runAndKill(_ bench: MigrationBench, after wait: UInt32) throws {
    let process = try start(bench)
    usleep(wait)
    kill(process.processIdentifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(process.processIdentifier, &status, WNOHANG) == 0 { usleep(500) }
  }
}
