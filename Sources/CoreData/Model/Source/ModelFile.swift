/// Reads a model from any of the forms in which it lies on disk.
package enum ModelFile {
  /// Reads the model at a place.
  ///
  /// - Parameter url: an `.xcdatamodeld` or `.xcdatamodel` folder, a `contents` file, a `.momd`
  ///   folder, or a `.mom`; what it is, is seen from what is there, not from the name.
  package static func read(_ url: URL) throws(ModelError) -> NSManagedObjectModel {
    let path = url.path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ModelError.unreadable(path: path, reason: "there is no such file or folder")
    }
    return try isFolder.boolValue ? readFolder(url) : readFile(url)
  }

  /// All versions of the model at a place: the sources or compiled versions in the folder, or the
  /// place itself.
  package static func versions(_ url: URL) -> [URL] {
    // A file is no folder, and its own only version.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    for ending in [".xcdatamodel", ".mom"] {
      let found = names.filter { $0.hasSuffix(ending) }.sorted()
      if !found.isEmpty { return found.map { url.appendingPathComponent($0) } }
    }
    return [url]
  }

  private static func readFile(_ url: URL) throws(ModelError) -> NSManagedObjectModel {
    let data = try bytes(url)
    if data.starts(with: Array("bplist".utf8)) {
      return try ModelArchiveReader.read(data, path: url.path)
    }
    return try ModelSourceReader.read(data, path: url.path)
  }

  private static func readFolder(_ url: URL) throws(ModelError) -> NSManagedObjectModel {
    for name in ["contents", "elements"] {
      let file = url.appendingPathComponent(name)
      if exists(file) { return try readFile(file) }
    }
    let version = try current(url)
    guard version != url else {
      throw ModelError.notAModel(path: url.path, reason: "the folder is empty or cannot be read")
    }
    return try read(version)
  }

  /// The version that is read when the model at a place is opened: the place itself if it has no
  /// versions.
  package static func current(_ url: URL) throws(ModelError) -> URL {
    // What cannot be listed is said when it is read.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    if names.isEmpty || names.contains("contents") || names.contains("elements") { return url }
    let sources = names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
    if !sources.isEmpty { return url.appendingPathComponent(try currentSource(url, sources)) }
    let compiled = names.filter { $0.hasSuffix(".mom") }.sorted()
    if !compiled.isEmpty { return url.appendingPathComponent(try currentCompiled(url, compiled)) }
    throw ModelError.notAModel(
      path: url.path, reason: "the folder has neither “contents” nor a version of a model")
  }

  /// The version that `.xccurrentversion` names; where it names none, the version named like the folder,
  /// or the first.
  private static func currentSource(_ url: URL, _ names: [String]) throws(ModelError) -> String {
    let list = url.appendingPathComponent(".xccurrentversion")
    if let name = try plist(list, of: url)["_XCCurrentVersionName"] as? String {
      return try named(name, names, by: list, url)
    }
    let same = url.deletingPathExtension().lastPathComponent + ".xcdatamodel"
    return names.contains(same) ? same : names[0]
  }

  /// The version that `VersionInfo.plist` names; where it names none, the version named like the folder,
  /// or the first.
  private static func currentCompiled(_ url: URL, _ names: [String]) throws(ModelError) -> String {
    let list = url.appendingPathComponent("VersionInfo.plist")
    if let name = try plist(list, of: url)["NSManagedObjectModel_CurrentVersionName"] as? String {
      return try named(name + ".mom", names, by: list, url)
    }
    let same = url.deletingPathExtension().lastPathComponent + ".mom"
    return names.contains(same) ? same : names[0]
  }

  /// A named version must be there: with another one a store would be migrated to what nobody meant.
  private static func named(
    _ name: String, _ names: [String], by list: URL, _ url: URL
  ) throws(ModelError) -> String {
    guard names.contains(name) else {
      throw ModelError.unreadable(
        path: url.path,
        reason:
          "“\(list.lastPathComponent)” names the current version “\(name)”, which is not there")
    }
    return name
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  /// The list in a file; an empty one where there is no file.
  private static func plist(_ list: URL, of url: URL) throws(ModelError) -> [String: Any] {
    guard exists(list) else { return [:] }
    guard let found = SafePropertyList.read(try bytes(list)) as? [String: Any] else {
      throw ModelError.unreadable(
        path: url.path,
        reason: "“\(list.lastPathComponent)”, which names the current version, is no property list")
    }
    return found
  }

  /// The largest file that is read: far above any model.
  private static let maximumSize = 256 << 20

  private static func bytes(_ url: URL) throws(ModelError) -> Data {
    // Without facts it is no ordinary file that anybody may read.
    let facts = try? FileManager.default.attributesOfItem(
      atPath: LinkTarget.of(url).path)
    guard facts?[.type] as? FileAttributeType == .typeRegular else {
      throw ModelError.unreadable(path: url.path, reason: "it is not an ordinary file")
    }
    guard (facts?[.size] as? NSNumber)?.intValue ?? 0 <= maximumSize else {
      throw ModelError.unreadable(path: url.path, reason: "it is larger than \(maximumSize) bytes")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw ModelError.unreadable(path: url.path, reason: error.localizedDescription)
    }
  }
}
