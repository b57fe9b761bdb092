/// Reads a mapping model from any of the forms in which it lies on disk.
package enum MappingModelFile {
  /// The endings of mapping models, in the order in which they are looked for.
  package static let endings = ["cdm", "xcmappingmodel"]

  /// Reads the mapping model at a place.
  ///
  /// - Parameters:
  ///   - url: a `.cdm`, an `.xcmappingmodel` folder, or its `xcmapping.xml`; what it is, is seen from
  ///     what is there, not from the name.
  ///   - source: the source model, for a source whose own copy of it cannot be read.
  ///   - destination: the destination model, likewise.
  ///   - mustKnowItsModels: whether a source whose own copy of a model is damaged is so itself. Nobody
  ///     can tell then which versions it is for, so that it may be used only by who names it.
  package static func read(
    _ url: URL, from source: NSManagedObjectModel? = nil,
    to destination: NSManagedObjectModel? = nil, mustKnowItsModels: Bool = false
  ) throws(MappingModelError) -> NSMappingModel {
    var file = url
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw .unreadable(path: url.path, reason: "there is no such file or folder")
    }
    if isFolder.boolValue {
      guard access(url.path, R_OK | X_OK) == 0 else {
        throw .unreadable(path: url.path, reason: String(cString: strerror(errno)))
      }
      file = url.appendingPathComponent("xcmapping.xml")
      guard FileManager.default.fileExists(atPath: file.path) else {
        throw .notAMapping(path: url.path, reason: "the folder has no “xcmapping.xml”")
      }
    }
    let data = try bytes(file)
    if data.starts(with: Array("bplist".utf8)) {
      return try MappingArchiveReader.read(data, path: url.path)
    }
    let read = try MappingSource(data, path: url.path)
    if mustKnowItsModels, let reason = read.modelFault {
      throw .damaged(path: url.path, reason: reason)
    }
    return MappingCompiler(read, origin: source, target: destination).model()
  }

  /// Compiles a mapping model, as Apple's `mapc` does.
  ///
  /// - Parameters:
  ///   - source: a mapping model of any form.
  ///   - target: the `.cdm` file.
  package static func compile(_ source: URL, to target: URL) throws(MappingModelError) {
    let data = try MappingArchiveWriter.data(try read(source), path: target.path)
    let place = LinkTarget.of(target)
    guard [.free, .file].contains(StoreSite.of(place)) else {
      throw .notWritable(path: target.path, reason: "it is no ordinary file")
    }
    do {
      try data.write(to: place, options: .atomic)
    } catch {
      throw .notWritable(path: target.path, reason: error.localizedDescription)
    }
  }

  /// The largest file that is read: far above any mapping model.
  private static let maximumSize = 256 << 20

  private static func bytes(_ url: URL) throws(MappingModelError) -> Data {
    let facts: [FileAttributeKey: Any]
    do {
      facts = try FileManager.default.attributesOfItem(atPath: LinkTarget.of(url).path)
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
    guard facts[.type] as? FileAttributeType == .typeRegular else {
      throw .unreadable(path: url.path, reason: "it is not an ordinary file")
    }
    guard (facts[.size] as? NSNumber)?.intValue ?? 0 <= maximumSize else {
      throw .unreadable(path: url.path, reason: "it is larger than \(maximumSize) bytes")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
  }
}
