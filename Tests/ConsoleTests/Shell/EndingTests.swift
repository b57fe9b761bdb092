import Foundation
import XCTest

/// However the program ends, its temporary folders go.
final class EndingTests: TerminalTestCase {
  private func leftOver() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path)
      .filter { $0.hasPrefix("corebook") }
  }

  func testSignalsThatEndTheProgram() throws {
    for signal in [SIGTERM, SIGHUP] {
      let terminal = try start([], ["TMPDIR": home.path])
      try terminal.expect(prompt)
      XCTAssertEqual(try leftOver().count, 1, "the store lies there while it is open")
      kill(terminal.processID, signal)
      _ = try terminal.finish()
      XCTAssertEqual(try leftOver(), [], "\(signal)")
    }
  }

  /// The terminal's window is closed.
  func testALostTerminal() throws {
    var terminal: PseudoTerminal? = try start([], ["TMPDIR": home.path])
    try terminal?.expect(prompt)
    XCTAssertEqual(try leftOver().count, 1)
    terminal = nil
    XCTAssertEqual(try leftOver(), [])
  }

  /// A script that is stopped, or whose output nobody reads on.
  func testScripts() throws {
    let path = try Executable.path()
    let model = Scenario.orgChart.path
    let numbers = "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n;"
    var environment = Executable.environment(home: home)
    environment["TMPDIR"] = home.path
    for command in [
      "'\(path)' --model '\(model)' -c '\(numbers)' | head -1",
      "timeout -s INT 2 '\(path)' --model '\(model)' -c '\(numbers)' > /dev/null",
      "timeout -s TERM 2 '\(path)' --model '\(model)' -c '\(numbers)' > /dev/null",
    ] {
      let start = Date()
      let result = try Program.run("/bin/bash", ["-c", command], environment: environment)
      XCTAssertLessThan(-start.timeIntervalSinceNow, 15, command)
      XCTAssertEqual(result.errors, "", command)
      XCTAssertEqual(try leftOver(), [], command)
    }
  }
}
