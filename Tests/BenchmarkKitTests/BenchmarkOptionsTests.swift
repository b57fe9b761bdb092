import BenchmarkKit
import XCTest

final class BenchmarkOptionsTests: XCTestCase {
  func testDefaults() throws {
    let options = try BenchmarkOptions([])
    XCTAssertEqual(options.playerCount, 100_000)
    XCTAssertEqual(options.workloads, Workload.allCases)
    XCTAssertEqual(options.format, .table)
  }

  func testEveryOption() throws {
    let options = try BenchmarkOptions([
      "--n", "2000", "--runs", "3", "--as", "json", "--only", "W4b,start", "--folder", "/tmp/x",
    ])
    XCTAssertEqual(options.playerCount, 2000)
    XCTAssertEqual(options.runs, 3)
    XCTAssertEqual(options.format, .json)
    XCTAssertEqual(options.workloads, [.w4b, .start])
    XCTAssertEqual(options.folder, "/tmp/x")
  }

  func testWrongOptionsSayWhatIsWrong() {
    for arguments in [
      ["--n", "150"], ["--n", "many"], ["--runs", "0"], ["--as", "xml"], ["--only", "W11"],
      ["--fast"], ["--n"],
    ] {
      XCTAssertThrowsError(try BenchmarkOptions(arguments)) {
        XCTAssertTrue("\($0)".contains(arguments.count > 1 ? arguments[1] : arguments[0]), "\($0)")
      }
    }
  }
}
