import Console
import Foundation
import XCTest

/// `--plain`: every view as printable text, without box drawing, arrows or escapes.
final class PlainOutputTests: XCTestCase {
  func testEveryViewIsPrintable() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for topic in HelpTopic.all {
      guard let example = topic.example else { continue }
      let inner = folder.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      let session = try Scenario.session(for: topic.setting, folder: inner)
      defer { session.close() }
      session.settings.rendering.isPlain = true
      session.settings.rendering.mode = .line
      Scenario.assertRuns(session, ".view both")
      for line in example.split(separator: "\n") {
        for case .output(let bytes) in session.execute(String(line)) {
          assertPrintable(String(decoding: bytes, as: UTF8.self), topic.name)
        }
      }
    }
  }

  private func assertPrintable(_ text: String, _ name: String) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      let isControl = scalar.value < 0x20 || scalar.value == 0x7F
      let isDrawing =
        (0x2190...0x21FF).contains(scalar.value) || (0x2500...0x25FF).contains(scalar.value)
      XCTAssertFalse(isControl || isDrawing, "\(name): \(scalar.debugDescription) in \(text)")
      if isControl || isDrawing { return }
    }
  }
}
