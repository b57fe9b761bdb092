internal import CRuntime
internal import Foundation
internal import Synchronization
internal import Workbook
public import XCTest

#if os(Linux)
  /// Runs graders in a program of their own, reporting over a private channel.
  public enum GraderRun {
    /// Runs the tests and ends the program.
    ///
    /// The key of the report stands on standard input and is taken before any exercise runs. Behind each
    /// grader's tests comes one more, which fails: whoever has kept XCTest from recording failures has
    /// silenced it, too.
    ///
    /// - Parameter cases: the graders' tests.
    public static func main(_ cases: [XCTestCaseEntry]) -> Never {
      close_own_code()
      let canary = ReportChannel.open()
      UnseenData.takeSeed()
      XCTestObservationCenter.shared.addTestObserver(GraderReport())
      XCTMain(cases.map { ($0.testCaseClass, $0.allTests + [(canary, { _ in XCTFail(canary) })]) })
    }
  }

  /// The private channel. What it needs belongs to no object, so that nothing that looks into objects
  /// finds it.
  private enum ReportChannel {
    private struct Line: Encodable {
      let seal: String
      let event: String
      let test: String
      let message: String
    }

    private struct State {
      var seal = ReportSeal(key: [])
      var descriptor: Int32 = -1
    }

    private static let state = Mutex(State())

    /// Takes the key and the descriptor, and closes the places where they were found.
    ///
    /// - Returns: the name of the test that has to fail.
    static func open() -> String {
      var text = [UInt8](repeating: 0, count: 256)
      var count = 0
      while count < text.count, !text[..<count].contains(0x0A) {
        let found = text.withUnsafeMutableBytes { buffer in
          read(STDIN_FILENO, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        }
        guard found > 0 else { break }
        count += found
      }
      close(STDIN_FILENO)
      let key = String(decoding: text[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
      let seal = ReportSeal(hexadecimal: key)
      state.withLock {
        $0.seal = seal
        $0.descriptor = fcntl(LimitedProcess.reportDescriptor, F_DUPFD_CLOEXEC, 100)
      }
      close(LimitedProcess.reportDescriptor)
      return seal.canary
    }

    /// Writes a line of JSON.
    static func write(_ event: String, test: String = "", message: String = "") {
      state.withLock { state in
        let line = Line(
          seal: state.seal.next([event, test, message]), event: event, test: test,
          message: message)
        // A line is texts and numbers; a report that lacks one is not believed.
        guard var data = try? JSONEncoder().encode(line) else { return }
        data.append(0x0A)
        data.withUnsafeBytes { bytes in
          var offset = 0
          while offset < bytes.count {
            let count = Foundation.write(
              state.descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            guard count > 0 else { return }
            offset += count
          }
        }
      }
    }
  }

  /// Tells the private channel what becomes of each test.
  private final class GraderReport: NSObject, XCTestObservation {
    /// How many failures XCTest has counted itself.
    private var total = 0

    func testCaseWillStart(_ testCase: XCTestCase) {
      ReportChannel.write("start", test: testCase.name)
    }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      ReportChannel.write("failure", test: testCase.name, message: description)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let wasSkipped = testCase.testRun?.hasBeenSkipped ?? false
      let hasPassed = testCase.testRun?.hasSucceeded ?? false
      let event = wasSkipped ? "skipped" : hasPassed ? "passed" : "failed"
      total += testCase.testRun?.totalFailureCount ?? 0
      ReportChannel.write(event, test: testCase.name)
    }

    func testBundleDidFinish(_ testBundle: Bundle) {
      let counts = CostMeter.counts
      let numbers = [counts.statements, counts.rows, counts.faults, counts.saves]
      ReportChannel.write("cost", message: numbers.map(String.init).joined(separator: " "))
      ReportChannel.write("end", message: String(total))
    }
  }
#endif
