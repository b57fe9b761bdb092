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

  /// A killed program can remove nothing: the next one does, and leaves what living ones work in.
  func testAKilledProgramIsClearedUpAfter() throws {
    let living = try start([], ["TMPDIR": home.path])
    try living.expect(prompt)
    let itsFolder = try leftOver()
    let killed = try start([], ["TMPDIR": home.path])
    try killed.expect(prompt)
    kill(killed.processID, SIGKILL)
    _ = try killed.finish()
    XCTAssertEqual(try leftOver().count, 2)
    var environment = Executable.environment(home: home)
    environment["TMPDIR"] = home.path
    let next = try Program.run(Executable.path(), ["-c", "# nothing"], environment: environment)
    XCTAssertEqual(next.status, 0, next.errors)
    XCTAssertEqual(try leftOver(), itsFolder)
    living.type("insert Person name=\"Ann\" as ann\nsave\n")
    try living.expect("saved: 1 inserted")
    living.type(".quit\n")
    _ = try living.finish()
    XCTAssertEqual(try leftOver(), [])
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
