import Foundation
import XCTest

/// The data shared with the package's authors: artefacts of Apple's tools, which stay outside the
/// package. Tests that need them are skipped where the folder is missing, and say so.
enum Shared {
  /// A file or folder in the shared folder.
  static func url(_ path: String) throws -> URL {
    let root =
      ProcessInfo.processInfo.environment["COREBOOK_SHARED"].map {
        URL(fileURLWithPath: $0)
      } ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
    let found = [root, URL(fileURLWithPath: root.path + "/../../shared").standardized].first {
      FileManager.default.fileExists(atPath: $0.path)
    }
    guard let found else {
      throw XCTSkip("SKIPPED: no shared folder at \(root.path); set COREBOOK_SHARED")
    }
    return found.appendingPathComponent(path)
  }

  /// The folder of the package.
  static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The items of the corpus, in order.
  static func pairs() throws -> [URL] {
    let folder = try url("corpus/pairs")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// A JSON file.
  static func json(_ path: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: url(path))
    return try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  /// A property list; nil if the file is missing.
  static func plist(_ url: URL) -> [String: Any]? {
    guard let data = try? Data(contentsOf: url) else { return nil }
    return (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
  }
}

extension Shared {
  /// All models of the corpus and of the acceptance scripts: sources, compiled models, model caches.
  static func models() throws -> [URL] {
    var found: [URL] = []
    for folder in [try url("corpus/pairs"), try url("acceptance/models")] {
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      found += (all?.compactMap { $0 as? URL } ?? []).filter {
        $0.pathExtension == "mom" || $0.path.hasSuffix("contents.xml")
          || $0.lastPathComponent == "contents"
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}
