/// Compiles models, as Apple's `momc` does: `.mom` files and `.momd` folders.
package enum ModelCompiler {
  /// Compiles the model at a place.
  ///
  /// - Parameters:
  ///   - source: a model of any form, with all its versions.
  ///   - target: an `.mom` file, which gets the current version, or an `.momd` folder, which gets
  ///     all.
  package static func compile(_ source: URL, to target: URL) throws(ModelError) {
    guard target.pathExtension == "momd" else {
      return try write(
        ModelArchiveWriter.data(try ModelFile.read(source), form: .compiledModel), to: target)
    }
    let current = try ModelFile.current(source)
    var versions: [(name: String, model: NSManagedObjectModel)] = []
    for version in ModelFile.versions(source) {
      versions.append((name(of: version, in: target), try ModelFile.read(version)))
    }
    try compile(versions, current: name(of: current, in: target), to: target)
  }

  /// Compiles a model that is in memory to an `.mom` file or an `.momd` folder with one version.
  package static func compile(
    _ model: NSManagedObjectModel, name: String, to target: URL
  ) throws(ModelError) {
    guard target.pathExtension == "momd" else {
      return try write(ModelArchiveWriter.data(model, form: .compiledModel), to: target)
    }
    try compile([(name, model)], current: name, to: target)
  }

  /// Writes an `.momd` folder.
  ///
  /// - Parameters:
  ///   - versions: the versions of the model, each with its name.
  ///   - current: the name of the version that is read when the folder is opened.
  ///   - target: the folder, made if it is missing.
  package static func compile(
    _ versions: [(name: String, model: NSManagedObjectModel)], current: String, to target: URL
  ) throws(ModelError) {
    do {
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    } catch {
      throw ModelError.unwritable(path: target.path, reason: error.localizedDescription)
    }
    for (name, model) in versions {
      try write(
        ModelArchiveWriter.data(model, form: .compiledModel),
        to: target.appendingPathComponent(name + ".mom"))
    }
    try write(
      versionInfo(versions, current: current),
      to: target.appendingPathComponent("VersionInfo.plist"))
  }

  /// The content of `VersionInfo.plist` (model-archive §3b): the current version, and hashes and
  /// checksums of all.
  private static func versionInfo(
    _ versions: [(name: String, model: NSManagedObjectModel)], current: String
  ) throws(ModelError) -> Data {
    var hashes: [String: [String: Data]] = [:]
    var checksums: [String: String] = [:]
    for (name, model) in versions {
      hashes[name] = model.entityVersionHashesByName
      checksums[name] = model.versionChecksum
    }
    let info: [String: Any] = [
      "NSManagedObjectModel_CurrentVersionName": current,
      "NSManagedObjectModel_VersionHashes": hashes,
      "NSManagedObjectModel_VersionChecksums": checksums,
    ]
    do {
      return BinaryPlistWriter.data(try PlistValue(info))
    } catch {
      throw ModelError.unwritable(path: "VersionInfo.plist", reason: error.reason)
    }
  }

  private static func name(of version: URL, in target: URL) -> String {
    let name = version.deletingPathExtension().lastPathComponent
    return name == "contents" ? target.deletingPathExtension().lastPathComponent : name
  }

  private static func write(_ data: Data, to url: URL) throws(ModelError) {
    let target = LinkTarget.of(url)
    guard [.free, .file].contains(StoreSite.of(target)) else {
      throw ModelError.unwritable(path: url.path, reason: "it is no ordinary file")
    }
    do {
      try data.write(to: target, options: .atomic)
    } catch {
      throw ModelError.unwritable(path: url.path, reason: error.localizedDescription)
    }
  }
}
