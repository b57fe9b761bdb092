/// The file of an XML store, in the form that Apple's XML stores have on the Mac: names of
/// entities in capitals, names of properties in small letters, objects known as `z1`, `z2`…
/// (observed in files that applications publish).
///
/// Difference from Apple: characters that XML does not allow are written as `\uXXXX`; how Apple
/// writes them is not known.
final class XMLStoreFile: OwnAtomicFile {
  let url: URL
  var stamp: FileStamp?
  private let model: ModelLayout

  init(_ url: URL, _ model: ModelLayout) {
    self.url = url
    self.model = model
  }

  private func readDocument(metadataOnly: Bool) throws -> XMLStoreDocument {
    let data = try contents()
    if data.starts(with: Array("SQLite format 3".utf8)) {
      throw AtomicFileError.typeMismatch(url, wanted: NSXMLStoreType, found: NSSQLiteStoreType)
    }
    if data.starts(with: Array("bplist00".utf8)) {
      throw AtomicFileError.typeMismatch(url, wanted: NSXMLStoreType, found: NSBinaryStoreType)
    }
    do {
      return try XMLStoreReader.read(data, metadataOnly: metadataOnly)
    } catch {
      throw AtomicFileError.damaged(url, reason: error.reason)
    }
  }

  func readMetadata() throws -> [String: Any] {
    let document = try readDocument(metadataOnly: true)
    var metadata = document.metadata
    metadata[NSStoreUUIDKey] = document.uuid
    metadata[NSStoreTypeKey] = metadata[NSStoreTypeKey] ?? NSXMLStoreType
    return metadata
  }

  func read(into store: MemoryStore) throws {
    store.sharesKeys = true
    let document = try readDocument(metadataOnly: false)
    do {
      var linker = XMLStoreLinker(model, document)
      try store.load(try linker.records())
    } catch let error as XMLStoreReader.Failure {
      throw AtomicFileError.damaged(url, reason: error.reason)
    } catch let error as AtomicLoadFault {
      throw AtomicFileError.damaged(url, reason: error.reason)
    }
    store.lastSharedKey = max(store.lastSharedKey, document.nextObjectID)
    store.forEachRow { row, _ in store.lastSharedKey = max(store.lastSharedKey, row.pk) }
  }

  func write(_ store: MemoryStore) throws {
    var writer = XMLStoreWriter(model)
    do {
      try replace(by: try writer.write(store))
    } catch let error as AtomicFileError {
      throw error
    } catch {
      throw AtomicFileError.unwritable(url, error)
    }
  }
}
