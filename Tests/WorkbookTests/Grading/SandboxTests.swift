import Foundation
import Workbook
import XCTest

/// What a stranger's answer can touch within bubblewrap.
final class SandboxTests: XCTestCase {
  private func say(_ script: String) throws -> String {
    guard Sandbox.isAvailable else { throw XCTSkip("bubblewrap cannot be used here") }
    let words = Sandbox(readable: []).words(for: "/bin/sh") + ["-c", script]
    var process = LimitedProcess(words[0], Array(words.dropFirst()), in: URL(fileURLWithPath: "/"))
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.limits = LimitedProcess.Limits()
    return try process.run().output
  }

  /// Only a folder of limited size can be written to, whoever grades.
  func testNothingButTheTemporaryFolderIsWritable() throws {
    let places = "/ /dev /dev/shm /usr /etc /proc /var /home /tmp"
    XCTAssertEqual(
      try say("for p in \(places); do touch $p/x 2>/dev/null && echo $p; done; true"), "/tmp\n")
    let mounts = """
      while read -r device place type options rest; do
        case "$place:$options" in
          /tmp:*|/proc*|/dev/*) ;;
          *:rw*) echo "$place" ;;
        esac
      done < /proc/self/mounts
      """
    XCTAssertEqual(try say(mounts), "", "what is mounted to be written to")
  }

  func testNobodyElseIsThere() throws {
    XCTAssertEqual(try say("test $(ls /proc | grep -c '^[0-9]') -lt 8 && echo few"), "few\n")
    XCTAssertEqual(try say("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '"), "lo\n")
  }
}
