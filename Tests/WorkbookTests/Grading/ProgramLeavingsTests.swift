import Foundation
import Workbook
import XCTest

/// Nothing outlives the run of a program, whatever it does.
final class ProgramLeavingsTests: XCTestCase {
  private func shell(_ script: String, _ change: (inout LimitedProcess.Limits) -> Void = { _ in })
    throws -> LimitedProcess.Result
  {
    var process = LimitedProcess("/bin/sh", ["-c", script], in: URL(fileURLWithPath: "/"))
    process.environment = ["PATH": "/usr/bin:/bin"]
    var limits = LimitedProcess.Limits()
    change(&limits)
    process.limits = limits
    return try process.run()
  }

  private func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

  /// Twice forked and in a session of its own, it is nobody's child and in nobody's group.
  func testADaemonEndsWithTheRun() throws {
    let result = try shell("(setsid sh -c 'echo $$; exec sleep 4322' &) & wait; sleep 0.3")
    let daemon = try XCTUnwrap(pid_t(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    XCTAssertEqual(result.ending, .exited(0))
    XCTAssertFalse(isAlive(daemon), "the daemon \(daemon) is still there")
  }

  /// One that floods the output does not hold the run up.
  func testADaemonThatFloodsEndsWithTheRun() throws {
    let begin = Date()
    let result = try shell("(setsid yes &) & wait; sleep 0.3")
    XCTAssertEqual(result.ending, .exited(0))
    XCTAssertLessThan(-begin.timeIntervalSinceNow, 10)
  }

  /// Each within its limit, and too much together. Each keeps what it has read until its input ends.
  func testMemoryIsCountedTogether() throws {
    let script =
      "for i in 1 2 3 4; do (head -c 60000000 /dev/zero; sleep 30) | tail & done; wait"
    let result = try shell(script) { $0.totalMegabytes = 100 }
    XCTAssertEqual(result.ending, .killed(signal: SIGKILL))
    XCTAssertEqual(try shell("head -c 60000000 /dev/zero | tail -c 1").ending, .exited(0))
  }
}
