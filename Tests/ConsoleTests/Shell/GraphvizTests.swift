import Foundation
import XCTest

/// `dot` lays pictures out where it is installed; one that fails is passed over.
final class GraphvizTests: XCTestCase {
  private func drawn(_ dot: String) throws -> String {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("dot")
    try ("#!/bin/sh\n" + dot).write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    var environment = Executable.environment(home: folder)
    environment["PATH"] = folder.path + ":/usr/bin:/bin"
    let result = try Program.run(
      Executable.path(), ["--model", Scenario.orgChart.path, "-c", ".model svg"],
      environment: environment)
    XCTAssertEqual(result.status, 0, result.errors)
    return result.text
  }

  func testDotIsUsed() throws {
    XCTAssertEqual(
      try drawn("read line; echo \"drawn $1: $line\"; cat > /dev/null\n"),
      "drawn -Tsvg: digraph \"model\" {\n")
  }

  func testADotThatFailsIsPassedOver() throws {
    XCTAssertTrue(try drawn("exit 1\n").contains("<svg"))
    XCTAssertTrue(try drawn("cat > /dev/null; exit 3\n").contains("<svg"))
  }
}
