import CoreData

/// Where an export goes: to whoever asked, into a file, or into a folder with a file for each entity.
/// Files take their places when all is written.
final class ExportTarget {
  private let path: String?
  private let folder: URL
  private let sources: [String]
  private let output: ([UInt8]) -> Void
  private let isFolder: Bool
  private var files: [NamedFile] = []
  private var blocks = 0
  private var madeFolder: URL?

  /// - Parameters:
  ///   - path: a file, or a folder; nil for `output`. A folder is what is one, or ends in `/`.
  ///   - form: `json`, `csv` or `sql`; only CSV can be split up.
  ///   - splits: whether a new name without an ending is a folder, too.
  ///   - sources: files that are being read.
  init(
    path: String?, in folder: URL = NamedFile.workingFolder, form: String, splits: Bool = false,
    reading sources: [String] = [], output: @escaping ([UInt8]) -> Void
  ) throws(Problem) {
    self.path = path
    self.folder = folder
    self.sources = sources
    self.output = output
    guard let path else {
      isFolder = false
      return
    }
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
    isFolder =
      exists
      ? isDirectory.boolValue
      : path.hasSuffix("/") || splits && form == "csv" && url.pathExtension.isEmpty
    guard !isFolder || form == "csv" else {
      throw Problem("\(path) is a folder; \(form) needs a file", kind: .file)
    }
  }

  deinit {
    // Only what is empty goes.
    if let madeFolder { _ = rmdir(madeFolder.path) }
  }

  /// A new entity's block begins.
  func begin(_ entity: String) throws(Problem) {
    if isFolder, let path {
      try files.last?.finish()
      let place = URL(fileURLWithPath: path, isDirectory: true, relativeTo: folder)
      try makeFolder(place, path)
      let name = try NamedFile.name(after: entity, ".csv")
      files.append(try NamedFile(path: name, in: place, reading: sources))
    } else if blocks > 0 {
      try write([UInt8(ascii: "\n")])
    }
    blocks += 1
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    guard let path else {
      output(bytes)
      return
    }
    if files.isEmpty, !isFolder {
      files.append(try NamedFile(path: path, in: folder, reading: sources))
    }
    try files.last?.write(bytes)
  }

  /// Puts every file in its place.
  func finish() throws(Problem) {
    if isFolder, let path {
      try makeFolder(URL(fileURLWithPath: path, isDirectory: true, relativeTo: folder), path)
    } else {
      try write([])
    }
    for file in files { try file.commit() }
    madeFolder = nil
  }

  private func makeFolder(_ url: URL, _ path: String) throws(Problem) {
    guard !FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      madeFolder = url
    } catch {
      throw Problem("cannot make the folder \(path): \(error.localizedDescription)", kind: .file)
    }
  }
}
