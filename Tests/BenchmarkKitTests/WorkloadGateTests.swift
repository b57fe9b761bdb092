import BenchmarkKit
import CoreData
import Foundation
import SQLiteDriver
import XCTest

/// What each workload asks of SQLite, gated: a change that needs more statements, reads more rows or
/// fires more faults makes programs slower where no test of results would notice. Counted between the
/// two looks at the clock, at 1,000 players in 10 teams.
final class WorkloadGateTests: XCTestCase {
  private struct Counts: Equatable, CustomStringConvertible {
    var statements = 0
    /// Rows that statements gave.
    var rows = 0
    /// Rows and relationships brought in one by one.
    var faults = 0

    var description: String {
      "Counts(statements: \(statements), rows: \(rows), faults: \(faults))"
    }
  }

  private let gates: [FigureKind: Counts] = [
    // Begin; for each of two entities two looks at the keys and an update; 84 inserts of 12 players and
    // one of the teams; commit.
    .w1: Counts(statements: 93, rows: 4, faults: 0),
    .w1heard: Counts(statements: 93, rows: 4, faults: 0),
    .w2: Counts(statements: 1, rows: 1000, faults: 0),
    .w2b: Counts(statements: 1, rows: 1000, faults: 0),
    .w2kvc: Counts(statements: 1, rows: 1000, faults: 0),
    .w3: Counts(statements: 1, rows: 55, faults: 0),
    // One for the teams, one for each team's players.
    .w4: Counts(statements: 11, rows: 1010, faults: 10),
    .w4b: Counts(statements: 2, rows: 1010, faults: 0),
    // One for each changed player, between begin and commit.
    .w5: Counts(statements: 99, rows: 0, faults: 0),
    // The teams; the players of the team that goes; begin, two deletions, commit.
    .w6: Counts(statements: 6, rows: 110, faults: 1),
    .w7set: Counts(),
    .w7: Counts(),
    .w8: Counts(statements: 1, rows: 1, faults: 0),
    // Each of the players once, however often it is asked for.
    .w9cold: Counts(statements: 1000, rows: 1000, faults: 1000),
    .w9hot: Counts(),
    .w10: Counts(statements: 1, rows: 10, faults: 0),
  ]

  private var folder = FileManager.default.temporaryDirectory

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gates-\(UUID().uuidString)", isDirectory: true)
    try LeagueFiles(folder: folder, playerCount: 1000).writeIfMissing()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testWhatWorkloadsAskOfSQLite() throws {
    let store = folder.appendingPathComponent("store.sqlite").path
    XCTAssertEqual(
      Set(gates.keys).union([.start]), Set(FigureKind.allCases), "every figure has a gate")
    for workload in Workload.allCases where workload != .start {
      var used = store
      if workload.storeUse != .makes && workload.storeUse != .reads {
        used += ".\(workload.rawValue)"
      }
      if workload.storeUse == .changes {
        try FileManager.default.copyItem(atPath: store, toPath: used)
      }
      for (kind, counts) in try measure(workload, used) {
        XCTAssertEqual(counts, gates[kind], kind.rawValue)
      }
    }
  }

  /// Runs a workload and counts what happens while its clock runs.
  private func measure(_ workload: Workload, _ store: String) throws -> [(FigureKind, Counts)] {
    let meter = Meter()
    var run = EngineRun(playerCount: 1000, database: store, folder: folder.path)
    run.willMeasure = { meter.listen(to: $0) }
    run.didMeasure = { meter.end($0) }
    _ = try run.run(workload)
    XCTAssertEqual(meter.found.map(\.0), workload.figures)
    return meter.found
  }

  private final class Meter {
    private var counts = Counts()
    private(set) var found: [(FigureKind, Counts)] = []

    func listen(to stack: BenchStack) {
      counts = Counts()
      let engine = stack.coordinator.persistentStores.first?.engine
      (engine as? SQLiteStore)?.connection.setProfileHook { [weak self] event in
        self?.counts.statements += 1
        self?.counts.rows += event.rowCount
      }
      stack.context.faultHandler = { [weak self] _, _ in self?.counts.faults += 1 }
    }

    func end(_ kind: FigureKind) { found.append((kind, counts)) }
  }
}
