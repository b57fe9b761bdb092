import Foundation

/// Finds the models of a target: those in its folder, and those its list names.
package enum ModelList {
  /// The file in a target's folder that names models elsewhere: one path a line, relative to that
  /// folder; empty lines and lines that begin with `#` are skipped.
  package static let fileName = "coredata-models.txt"

  /// - Parameter folder: the target's folder.
  /// - Returns: the paths of the models, those of the folder first, each in order of name.
  package static func models(in folder: String) -> [String] {
    var found = search(folder)
    // Most targets have no list.
    if let list = try? String(contentsOfFile: folder + "/" + fileName, encoding: .utf8) {
      found += paths(in: list, relativeTo: folder)
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// - Parameters:
  ///   - list: the text of a list.
  ///   - folder: what its paths are relative to.
  package static func paths(in list: String, relativeTo folder: String) -> [String] {
    list.split(whereSeparator: \.isNewline).compactMap { line in
      let path = line.trimmingCharacters(in: .whitespaces)
      guard !path.isEmpty, !path.hasPrefix("#") else { return nil }
      let whole = path.hasPrefix("/") ? path : folder + "/" + path
      return URL(fileURLWithPath: whole).standardizedFileURL.path
    }
  }

  private static func search(_ folder: String) -> [String] {
    // What cannot be read the compiler misses, too.
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    return names.flatMap { name -> [String] in
      let path = folder + "/" + name
      if name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel") { return [path] }
      var isFolder: ObjCBool = false
      guard !name.hasPrefix("."),
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [] }
      return search(path)
    }
  }
}
