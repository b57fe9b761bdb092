import Foundation
import XCTest

/// Apple's list of public symbols.
enum ErrorCorpus {
  struct Line {
    let kind: String
    let path: String
  }

  /// The folder of the real data, or skips the test loudly when it is not beside the package.
  static func shared() throws -> URL {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["COREBOOK_SHARED"].map(URL.init(fileURLWithPath:))
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    guard FileManager.default.fileExists(atPath: shared.path) else {
      throw XCTSkip("NOT CHECKED: \(shared.path) is missing")
    }
    return shared
  }

  /// Reads `api/surface.tsv`, or skips the test loudly when the corpus is not beside the package.
  static func surfaceLines() throws -> [Line] {
    let file = try shared().appendingPathComponent("corpus/api/surface.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw XCTSkip("NOT CHECKED: \(file.path) is missing")
    }
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Line(kind: String(fields[0]), path: String(fields[1]))
    }
  }
}
