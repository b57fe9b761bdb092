import BenchmarkKit
import CMallocCount
import CoreData
import Foundation
import XCTest

/// How many blocks of memory a workload asks for, for each object it handles, gated: SQLite's own and
/// what the array of results takes are among them.
///
/// The gates are those of a build without optimization, which makes a few more than a release build,
/// and of a program that listens to notifications: other tests in this process may have done so
/// already, and W7 takes 2.3 without and 3.0 with it.
final class AllocationGateTests: XCTestCase {
  private static let playerCount = 5000

  /// The most allocations for each object that the workload handles.
  private let gates: [(Workload, FigureKind, perObject: Double)] = [
    (.w1, .w1, 24), (.w1heard, .w1heard, 24), (.w2, .w2, 3.2), (.w2b, .w2b, 4.3),
    (.w2kvc, .w2kvc, 3.2), (.w3, .w3, 4.9),
    (.w4, .w4, 1.5), (.w4b, .w4b, 1.4), (.w5, .w5, 43), (.w6, .w6, 33), (.w7, .w7set, 5.2),
    (.w7, .w7, 3.3), (.w8, .w8, 200), (.w9, .w9cold, 8), (.w9, .w9hot, 2.1), (.w10, .w10, 23),
  ]

  private var folder = FileManager.default.temporaryDirectory

  override func setUpWithError() throws {
    // Who uses a name is taken for a listener.
    for name: NSNotification.Name in [
      .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSaveObjectIDs,
    ] {
      XCTAssertFalse(name.rawValue.isEmpty)
    }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("allocations-\(UUID().uuidString)", isDirectory: true)
    try LeagueFiles(folder: folder, playerCount: Self.playerCount).writeIfMissing()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testAllocationsPerObject() throws {
    let store = folder.appendingPathComponent("store.sqlite").path
    var counted: Set<FigureKind> = [.start]
    for (workload, kind, gate) in gates {
      var used = store
      if workload.storeUse != .makes && workload.storeUse != .reads {
        used += ".\(workload.rawValue)"
      }
      if workload.storeUse == .changes {
        try FileManager.default.copyItem(atPath: store, toPath: used)
      }
      var run = EngineRun(playerCount: Self.playerCount, database: used, folder: folder.path)
      var before = 0
      var made: [FigureKind: Int] = [:]
      run.willMeasure = { _ in before = malloc_count() }
      run.didMeasure = { made[$0] = malloc_count() - before }
      let figures = try run.run(workload)
      let rows = try XCTUnwrap(figures.first { $0.workload == kind.rawValue }).rows
      counted.insert(kind)
      let found = Double(try XCTUnwrap(made[kind])) / Double(rows)
      XCTAssertLessThanOrEqual(found, gate, "\(kind.rawValue): allocations per object")
      XCTAssertGreaterThan(found, gate / 2, "\(kind.rawValue): far below the gate; lower it")
    }
    XCTAssertEqual(counted, Set(FigureKind.allCases), "every figure has a gate")
  }
}
