import BenchmarkKit
import Foundation
import LeagueData
import XCTest

/// The data must be those of every other engine that ran this workload, byte for byte.
final class LeagueGeneratorTests: XCTestCase {
  private let generator = LeagueGenerator(playerCount: 1000)

  func testSplitmix64() {
    // The published sequence of splitmix64 from the seed 0.
    XCTAssertEqual(LeagueGenerator.mix(0), 0xE220_A839_7B1D_CDAF)
    XCTAssertEqual(LeagueGenerator.mix(0x9E37_79B9_7F4A_7C15), 0x6E78_9E6A_A1B9_65F4)
  }

  func testWordLists() {
    XCTAssertEqual(LeagueGenerator.firstNames.count, 64)
    XCTAssertEqual(LeagueGenerator.lastNames.count, 100)
    XCTAssertEqual(LeagueGenerator.endings.count, 32)
    XCTAssertEqual(LeagueGenerator.lastNames.count { $0.hasPrefix("W") }, 5)
    XCTAssertEqual(LeagueGenerator.firstNames.count { !$0.allSatisfy(\.isASCII) }, 3)
  }

  func testFilesEqualThoseOfTheWorkload() {
    XCTAssertEqual(fnv(LeagueFiles.teamLines(generator)), 0x20ec_9dbb_8c76_a1d0)
    XCTAssertEqual(fnv(LeagueFiles.playerLines(generator)), 0x2388_189c_9e04_c487)
  }

  func testFilesAreReadAsWritten() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("league-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = LeagueFiles(folder: folder, playerCount: 1000)
    try files.writeIfMissing()
    XCTAssertEqual(try files.teams(), (0..<10).map(generator.team))
    XCTAssertEqual(try files.players(), (0..<1000).map(generator.player))
  }

  func testABrokenLineIsNamed() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("league-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = LeagueFiles(folder: folder, playerCount: 100)
    try files.writeIfMissing()
    try Data("one field\n".utf8).write(to: folder.appendingPathComponent("teams_100.tsv"))
    XCTAssertThrowsError(try files.teams()) {
      XCTAssertTrue("\($0)".contains("one field"), "\($0)")
    }
  }

  /// FNV-1a, 64 bits.
  private func fnv(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
