import XCTest

@testable import CoreData

/// A process is killed while it migrates a store by copying: the place has the old store or the new
/// one. 6 kills; 200 in a soak run.
final class MigrationKillTests: MigrationTestCase {
  private static let variable = "COREBOOK_KILL_MIGRATION"

  private static func newLeague() -> NSManagedObjectModel {
    let model = TestModel.league()
    let team = model.entitiesByName["Team"]
    team?.properties =
      (team?.ownProperties ?? []) + [TestModel.attribute("motto", .stringAttributeType)]
    return model
  }

  private func migrate(_ url: URL, forward: Bool) throws {
    try CopyingMigration(
      StoreAddress(url, type: NSSQLiteStoreType),
      from: forward ? TestModel.league() : Self.newLeague(),
      to: forward ? Self.newLeague() : TestModel.league(), mapping: MigrationKit.league()
    ).run()
  }

  /// Run in a process of its own: migrates there and back for ever.
  func testMigratesForEverInAProcessOfItsOwn() throws {
    guard let path = ProcessInfo.processInfo.environment[Self.variable] else {
      throw XCTSkip("run by testKilledWhileMigrating in a process of its own")
    }
    let url = URL(fileURLWithPath: path)
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".log"))
    while true {
      try migrate(url, forward: try isOld(url))
      try log.seekToEnd()
      try log.write(contentsOf: Data("x".utf8))
    }
  }

  private func isOld(_ url: URL) throws -> Bool {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url)
    return TestModel.league().isConfiguration(
      withName: nil, compatibleWithStoreMetadata: metadata)
  }

  func testKilledWhileMigrating() throws {
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    let store = url("killed.sqlite")
    try MigrationKit.makeLeague(at: store, teams: 5, players: 200)
    let lines = try MigrationKit.lines(store)
    let log = URL(fileURLWithPath: store.path + ".log")
    try Data().write(to: log)
    var numbers = SeededNumbers(8)
    var versions: Set<Bool> = []
    for _ in 0..<(isSoak ? 200 : 6) {
      try runAndKill(store, log, wait: 20 + numbers.below(400))
      versions.insert(try isOld(store))
      try check(store, lines)
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    XCTAssertGreaterThan(try Data(contentsOf: log).count, 3)
  }

  private func runAndKill(_ store: URL, _ log: URL, wait: Int) throws {
    let before = try Data(contentsOf: log).count
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "CoreDataTests.MigrationKillTests/testMigratesForEverInAProcessOfItsOwn"
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Self.variable: store.path]
    ) { _, new in new }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(60)
    while try Data(contentsOf: log).count <= before, Date() < deadline, process.isRunning {
      usleep(2000)
    }
    XCTAssertTrue(process.isRunning, "the migrating process ended by itself")
    usleep(useconds_t(wait * 1000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Every player and every membership is there, whichever version it is.
  private func check(_ store: URL, _ lines: [String]) throws {
    let model = try isOld(store) ? TestModel.league() : Self.newLeague()
    let context = try MigrationKit.open(model, store)
    defer { try? MigrationKit.close(context) }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    let found = try context.fetch(request).map { player in
      let team = player["team"] as? NSManagedObject
      return ["firstName", "lastName", "email", "number", "dateOfBirth"].map {
        "\(player[$0] ?? "nil")"
      }.joined(separator: " ") + " in \(team?["name"] ?? "nil")"
    }
    XCTAssertEqual(found, lines)
  }
}
