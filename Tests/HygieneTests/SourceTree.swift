import Foundation

/// The package's own source files, read as text.
enum SourceTree {
  /// The folder of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// One Swift file.
  struct File {
    /// The path from the package's folder.
    let path: String
    let lines: [String]

    /// The lines that are neither blank nor comment, with their numbers from 1.
    var code: [(number: Int, text: String)] {
      lines.enumerated().compactMap { index, line in
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.isEmpty || text.hasPrefix("//") ? nil : (index + 1, line)
      }
    }
  }

  /// The Swift files under a folder.
  static func files(in folder: String) throws -> [File] {
    let base = root.appendingPathComponent(folder)
    guard let list = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return try list.compactMap { item in
      guard let name = item as? String, name.hasSuffix(".swift") else { return nil }
      let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
      return File(
        path: "\(folder)/\(name)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
