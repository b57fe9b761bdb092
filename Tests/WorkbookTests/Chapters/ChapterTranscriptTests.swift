import Console
import Foundation
import Workbook
import XCTest

/// The text of every chapter tells the truth: each transcript, run in order from a fresh scenario
/// with the tasks solved between, prints what the text says. Each step begins after a relaunch.
///
/// `UPDATE_GOLDENS=1` writes what is printed now into `chapter.md`, and fails, so that no run records
/// unseen.
final class ChapterTranscriptTests: XCTestCase {
  private let isRecording = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil

  func testEveryTranscript() throws {
    let chapters = try Package.root.chapters()
    XCTAssertFalse(chapters.isEmpty)
    for chapter in chapters { try check(chapter) }
  }

  private func check(_ chapter: Chapter) throws {
    let player = try ChapterPlayer(chapter, root: Package.root)
    defer { player.close() }
    var recorded: [(transcript: Chapter.Transcript, text: String)] = []
    for step in chapter.steps {
      for transcript in step.transcripts {
        let text = player.play(transcript) { line, expected, found in
          guard !isRecording else { return }
          XCTFail(
            "\(chapter.key)/chapter.md:\(line):\nexpected:\n" + expected.joined(separator: "\n")
              + "\nfound:\n" + found.joined(separator: "\n"))
        }
        recorded.append((transcript, text))
      }
      try player.finish(step)
    }
    if isRecording { try record(recorded, in: chapter) }
  }

  private func record(
    _ recorded: [(transcript: Chapter.Transcript, text: String)], in chapter: Chapter
  ) throws {
    let url = chapter.folder.appendingPathComponent("chapter.md")
    let old = try String(contentsOf: url, encoding: .utf8)
    var lines = old.components(separatedBy: "\n")
    for (transcript, text) in recorded.reversed() {
      let start = transcript.line - 1
      let count = transcript.text.components(separatedBy: "\n").count - 1
      lines.replaceSubrange(
        start..<start + count, with: text.components(separatedBy: "\n").dropLast())
    }
    let new = lines.joined(separator: "\n")
    guard new != old else { return }
    try new.write(to: url, atomically: true, encoding: .utf8)
    XCTFail("recorded \(chapter.key)/chapter.md; read it, then run without UPDATE_GOLDENS")
  }
}
