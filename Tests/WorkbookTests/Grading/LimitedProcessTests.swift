import Foundation
import Synchronization
import Workbook
import XCTest

/// Programs that run within limits.
final class LimitedProcessTests: XCTestCase {
  /// A thread of Dispatch blocks signals; the programs it starts must feel their limits all the same.
  func testLimitsBindWhateverThreadStartsTheProgram() throws {
    let folder = try Package.scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let endings = Mutex<[LimitedProcess.Ending]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      var process = LimitedProcess(
        "/bin/dd", ["if=/dev/zero", "of=large\(number)", "bs=1M", "count=8"], in: folder)
      process.environment = ["PATH": "/usr/bin:/bin"]
      var limits = LimitedProcess.Limits()
      limits.fileMegabytes = 1
      process.limits = limits
      let ending = (try? process.run())?.ending
      usleep(50_000)
      endings.withLock { $0.append(ending ?? .exited(-1)) }
    }
    XCTAssertEqual(
      endings.withLock { $0 },
      [LimitedProcess.Ending](repeating: .killed(signal: SIGXFSZ), count: 6))
  }

  func testTimeMemoryAndOutput() throws {
    var process = LimitedProcess("/bin/sleep", ["60"], in: URL(fileURLWithPath: "/"))
    var limits = LimitedProcess.Limits()
    limits.seconds = 0.3
    process.limits = limits
    XCTAssertEqual(try process.run().ending, .timedOut)
    process = LimitedProcess("/usr/bin/yes", [], in: URL(fileURLWithPath: "/"))
    process.limits = limits
    let result = try process.run()
    XCTAssertEqual(result.ending, .timedOut)
    XCTAssertLessThan(result.output.utf8.count, limits.outputBytes + 100)
  }
}
