package import Foundation

/// The folder that holds `Chapters` and `Exercises`.
package struct WorkbookRoot: Sendable, Equatable {
  package let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  package var chaptersFolder: URL { url.appendingPathComponent("Chapters") }
  package var exercisesFolder: URL { url.appendingPathComponent("Exercises") }
  package var solutionsFolder: URL { url.appendingPathComponent("Solutions") }

  /// Finds the folder: `option`, else `$COREBOOK_ROOT`, else the nearest folder upward from the
  /// working directory that holds both, else the checkout the program was built in.
  ///
  /// - Throws: ``WorkbookError`` saying where was looked.
  package static func find(
    option: String?, environment: [String: String] = ProcessInfo.processInfo.environment,
    workingDirectory: String = FileManager.default.currentDirectoryPath
  ) throws(WorkbookError) -> WorkbookRoot {
    let named = option ?? environment["COREBOOK_ROOT"].flatMap { $0.isEmpty ? nil : $0 }
    if let named {
      let root = WorkbookRoot(URL(fileURLWithPath: named, isDirectory: true))
      guard root.isComplete else {
        throw WorkbookError("\(root.url.path) does not hold the folders Chapters and Exercises")
      }
      return root
    }
    var folder = URL(fileURLWithPath: workingDirectory, isDirectory: true).standardizedFileURL
    while true {
      if WorkbookRoot(folder).isComplete { return WorkbookRoot(folder) }
      guard folder.path != "/" else { break }
      folder = folder.deletingLastPathComponent()
    }
    if builtIn.isComplete { return builtIn }
    throw WorkbookError(
      "no folder from \(workingDirectory) upward holds Chapters and Exercises, nor does "
        + "\(builtIn.url.path); say where they are with --root DIR or COREBOOK_ROOT")
  }

  /// The checkout the program was built in.
  private static let builtIn = WorkbookRoot(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent())

  private var isComplete: Bool {
    [chaptersFolder, exercisesFolder].allSatisfy { folder in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Every chapter, in order.
  ///
  /// - Throws: ``WorkbookError`` for the first that cannot be read.
  package func chapters() throws(WorkbookError) -> [Chapter] {
    var chapters: [Chapter] = []
    for folder in Self.folders(in: chaptersFolder) {
      chapters.append(try ChapterLoader.chapter(at: folder))
    }
    return chapters.sorted { $0.number < $1.number }
  }

  /// The chapter of that number or name, `2`, `OrgChart`, `org-chart` or `02-OrgChart`.
  package func chapter(_ name: String) throws(WorkbookError) -> Chapter {
    let all = try chapters()
    let wanted = Self.plain(name)
    let found = all.first { chapter in
      [String(chapter.number), Self.plain(chapter.name), Self.plain(chapter.key)].contains(wanted)
    }
    guard let found else {
      let known = all.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
      throw WorkbookError("there is no chapter '\(name)'; there are \(known)")
    }
    return found
  }

  /// A name without what people write in one way or another.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !"-_ ".contains($0) }
  }

  /// The folders in a folder, sorted by name.
  static func folders(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }
      .map { folder.appendingPathComponent($0, isDirectory: true) }
      .filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder)
          && isFolder.boolValue
      }
  }
}
