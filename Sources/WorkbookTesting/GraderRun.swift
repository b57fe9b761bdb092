internal import Foundation
public import XCTest

#if os(Linux)
  /// Runs graders in a program of their own, reporting over a private channel.
  public enum GraderRun {
    /// Runs the tests and ends the program.
    ///
    /// What identifies the report stands on standard input and is taken before any exercise runs.
    ///
    /// - Parameter cases: the graders' tests.
    public static func main(_ cases: [XCTestCaseEntry]) -> Never {
      let mark = readLine() ?? ""
      close(STDIN_FILENO)
      let report = GraderReport(mark: mark, descriptor: 3)
      XCTestObservationCenter.shared.addTestObserver(report)
      XCTMain(cases)
    }
  }

  /// Writes what becomes of each test to the private channel, a line of JSON each.
  private final class GraderReport: NSObject, XCTestObservation {
    private struct Line: Encodable {
      var mark: String
      var event: String
      var test = ""
      var message = ""
    }

    private let mark: String
    private let descriptor: Int32

    init(mark: String, descriptor: Int32) {
      self.mark = mark
      self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)
      close(descriptor)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      write(Line(mark: mark, event: "start", test: testCase.name))
    }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      write(Line(mark: mark, event: "failure", test: testCase.name, message: description))
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let wasSkipped = testCase.testRun?.hasBeenSkipped ?? false
      let hasPassed = testCase.testRun?.hasSucceeded ?? false
      let event = wasSkipped ? "skipped" : hasPassed ? "passed" : "failed"
      write(Line(mark: mark, event: event, test: testCase.name))
    }

    func testBundleDidFinish(_ testBundle: Bundle) {
      let counts = CostMeter.counts
      let numbers = [counts.statements, counts.rows, counts.faults, counts.saves]
      write(
        Line(mark: mark, event: "cost", message: numbers.map(String.init).joined(separator: " ")))
      write(Line(mark: mark, event: "end"))
    }

    private func write(_ line: Line) {
      guard var data = try? JSONEncoder().encode(line) else { return }
      data.append(0x0A)
      data.withUnsafeBytes { bytes in
        var offset = 0
        while offset < bytes.count {
          let count = Foundation.write(
            descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
          guard count > 0 else { return }
          offset += count
        }
      }
    }
  }
#endif
