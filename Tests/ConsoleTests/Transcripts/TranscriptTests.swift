import Console
import Foundation
import XCTest

/// Every recorded session in the folder `Recorded` still prints what was recorded.
///
/// `UPDATE_GOLDENS=1` writes what is printed now into the files, and fails, so that no run records
/// unseen.
final class TranscriptTests: XCTestCase {
  private var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Recorded")
  }

  func testEveryTranscript() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "transcript" }.sorted { $0.path < $1.path }
    XCTAssertFalse(files.isEmpty)
    for file in files { try check(file) }
  }

  private func check(_ file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let transcript = Transcript(text)
    let scratch = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    let session = try Scenario.session(heading: transcript.heading, folder: scratch)
    defer { session.close() }
    let isRecording = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil
    var recorded = transcript.heading.map { $0 + "\n" }.joined()
    for step in transcript.steps {
      let found = session.lines(of: step)
      let isRight = Transcript.matches(step.expected, found)
      if !isRecording, !isRight {
        XCTFail(
          "\(file.lastPathComponent):\(step.line): \(step.input)\nexpected:\n"
            + step.expected.joined(separator: "\n") + "\nfound:\n" + found.joined(separator: "\n"))
      }
      let inputs = step.input.split(separator: "\n", omittingEmptySubsequences: false)
      recorded += inputs.enumerated().map { ($0.offset == 0 ? "> " : "...> ") + $0.element + "\n" }
        .joined()
      recorded += (isRight ? step.expected : found).map { $0 + "\n" }.joined()
    }
    guard isRecording, recorded != text else { return }
    try recorded.write(to: file, atomically: true, encoding: .utf8)
    XCTFail("recorded \(file.lastPathComponent); read it, then run without UPDATE_GOLDENS")
  }

  /// Every command of the console stands in a recorded session.
  func testEveryCommandIsRecorded() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    var used: Set<String> = []
    for file in files where file.pathExtension == "transcript" {
      let transcript = Transcript(try String(contentsOf: file, encoding: .utf8))
      for step in transcript.steps {
        let first = step.input.split { $0.isWhitespace }.first
        used.insert(first.map(String.init) ?? "")
      }
    }
    let commands =
      Keyword.allCases.map(\.rawValue) + ToolName.allCases.map { "." + $0.rawValue }
      + ["select", "explain", "with", "pragma", "values"]
    XCTAssertEqual(commands.filter { !used.contains($0) }, [])
  }

  func testWildcards() {
    XCTAssertTrue(Transcript.matches(["a ... c", "...", "z"], ["a b c", "1", "2", "z"]))
    XCTAssertFalse(Transcript.matches(["a ... c"], ["a b d"]))
    XCTAssertFalse(Transcript.matches([], ["x"]))
    XCTAssertTrue(Transcript.matches(["..."], []))
  }

  func testReadingATranscript() {
    let transcript = Transcript("# head\n> select 1\n...> ;\n1\n> save\n")
    XCTAssertEqual(transcript.heading, ["# head"])
    XCTAssertEqual(transcript.steps.map(\.input), ["select 1\n;", "save"])
    XCTAssertEqual(transcript.steps.first?.expected, ["1"])
  }
}
