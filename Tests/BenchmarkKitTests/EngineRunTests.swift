import BenchmarkKit
import Foundation
import XCTest

/// Every workload gives the control's checksum: the engine did the work that is timed.
final class EngineRunTests: XCTestCase {
  private var folder = FileManager.default.temporaryDirectory

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)", isDirectory: true)
    try LeagueFiles(folder: folder, playerCount: 1000).writeIfMissing()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testChecksumsEqualTheControls() throws {
    let ours = folder.appendingPathComponent("ours.sqlite").path
    let control = folder.appendingPathComponent("control.sqlite").path
    for workload in Workload.allCases {
      let found = try EngineRun(
        playerCount: 1000, database: copy(ours, for: workload), folder: folder.path
      ).run(workload)
      let expected = RawControl.run(
        workload, playerCount: 1000, database: try copy(control, for: workload),
        folder: folder.path)
      XCTAssertEqual(found.map(\.workload), workload.figures.map(\.rawValue))
      XCTAssertEqual(
        expected.map(\.workload), workload.figures.map(\.control.rawValue), workload.rawValue)
      for (kind, pair) in zip(workload.figures, zip(found, expected)) where kind != .w7set {
        XCTAssertEqual(pair.0.checksum, pair.1.checksum, kind.rawValue)
        XCTAssertEqual(pair.0.rows, pair.1.rows, kind.rawValue)
      }
    }
  }

  /// The store to run a workload on: one of its own where the workload makes or changes it.
  private func copy(_ store: String, for workload: Workload) throws -> String {
    let own = "\(store).\(workload.rawValue)"
    switch workload.storeUse {
    case .makes, .reads: return store
    case .makesItsOwn: return own
    case .changes:
      try FileManager.default.copyItem(atPath: store, toPath: own)
      return own
    }
  }
}
