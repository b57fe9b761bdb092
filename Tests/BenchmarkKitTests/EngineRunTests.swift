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
      let found = try EngineRun(playerCount: 1000, database: ours, folder: folder.path)
        .run(workload)
      let expected = RawControl.run(
        workload, playerCount: 1000, database: control, folder: folder.path)
      XCTAssertEqual(found.map(\.workload), workload.figures.map(\.rawValue))
      XCTAssertEqual(
        expected.map(\.workload), workload.figures.map(\.control.rawValue), workload.rawValue)
      for (kind, pair) in zip(workload.figures, zip(found, expected)) where kind != .w7set {
        XCTAssertEqual(pair.0.checksum, pair.1.checksum, kind.rawValue)
        XCTAssertEqual(pair.0.rows, pair.1.rows, kind.rawValue)
      }
    }
  }
}
