import Foundation

/// Completes file names.
enum FileCompletion {
  static func files(_ word: String, in folder: URL) -> [Completion] {
    let cut = word.lastIndex(of: "/").map { word.index(after: $0) } ?? word.startIndex
    let head = String(word[..<cut])
    let directory = URL(fileURLWithPath: head.isEmpty ? "." : head, relativeTo: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: directory.appendingPathComponent(name).path, isDirectory: &isFolder)
      return Completion(
        head + name + (isFolder.boolValue ? "/" : ""), endsWord: !isFolder.boolValue)
    }
  }
}
