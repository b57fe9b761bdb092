import Foundation

/// Completes file names. One with blanks in it is put in quotes.
struct FileCompletion {
  let folder: URL

  /// The completions of a line whose last word, behind so many others, is a file's name.
  func completions(of line: String, behind count: Int) -> (prefix: String, found: [Completion]) {
    var rest = line[...]
    for _ in 0..<count {
      rest = rest.drop { $0.isWhitespace }.drop { !$0.isWhitespace }
    }
    let typed = String(rest.drop { $0.isWhitespace })
    let quote = typed.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    let name = quote == nil ? typed : String(typed.dropFirst())
    let found = files(name).filter { $0.text.hasPrefix(name) }.map { file in
      let needsQuotes = quote != nil || file.text.contains { $0.isWhitespace }
      guard needsQuotes else { return file }
      let mark = String(quote ?? "\"")
      return Completion(
        mark + file.text + (file.endsWord ? mark : ""), file.gloss, endsWord: file.endsWord)
    }
    return (typed, found.sorted { $0.text < $1.text })
  }

  private func files(_ word: String) -> [Completion] {
    let cut = word.lastIndex(of: "/").map { word.index(after: $0) } ?? word.startIndex
    let head = String(word[..<cut])
    let directory = URL(fileURLWithPath: head.isEmpty ? "." : head, relativeTo: folder)
    // Nothing is completed in a folder that cannot be read.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    let wantsHidden = word[cut...].hasPrefix(".")
    return names.filter { wantsHidden || !$0.hasPrefix(".") }.map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: directory.appendingPathComponent(name).path, isDirectory: &isFolder)
      return Completion(
        head + name + (isFolder.boolValue ? "/" : ""), isFolder.boolValue ? "folder" : "file",
        endsWord: !isFolder.boolValue)
    }
  }
}
