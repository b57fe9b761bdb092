import CoreData

/// An object as an exported file gives it.
struct ImportRecord {
  let entity: NSEntityDescription
  let id: String
  /// JSON values or texts of cells, by property.
  let values: [String: Any]
}

/// A file to import, which is gone through twice: once for the objects, once for who leads to whom.
/// CSV is read piece by piece each time, JSON as a whole.
struct ImportSource {
  let url: URL
  let model: NSManagedObjectModel

  /// The files at a place: a folder stands for the CSV files in it.
  static func at(_ url: URL, model: NSManagedObjectModel) throws -> [ImportSource] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw Problem("there is no file \(url.path)", kind: .file)
    }
    guard isFolder.boolValue else {
      guard StoreFile.isOrdinary(url) else {
        throw Problem("cannot read \(url.path): it is no ordinary file", kind: .file)
      }
      return [ImportSource(url: url, model: model)]
    }
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(".csv") }.map { url.appendingPathComponent($0) }
      .filter(StoreFile.isOrdinary).map { ImportSource(url: $0, model: model) }
  }

  /// Calls a closure with each record.
  func forEach(_ body: (ImportRecord) throws -> Void) throws {
    if url.pathExtension == "csv" {
      try forEachRow(body)
    } else {
      for record in try records(json: try Data(contentsOf: url)) { try body(record) }
    }
  }

  private func entity(_ name: String) throws(Problem) -> NSEntityDescription {
    guard let entity = model.entitiesByName[name] else {
      throw Problem("the model has no entity “\(name)”")
    }
    return entity
  }

  // MARK: - CSV

  /// How many bytes are read at once.
  private static let pieceSize = 1 << 16

  /// The records of a CSV file: blocks with a heading each, empty lines between them.
  private func forEachRow(_ body: (ImportRecord) throws -> Void) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    var reader = try CSVReader { try handle.read(upToCount: Self.pieceSize).map(Array.init) ?? [] }
    var heading: [String] = []
    while let row = try reader.row() {
      if row.count == 1, row[0] == nil {
        heading = []
      } else if heading.isEmpty {
        heading = row.map { $0 ?? "" }
        guard heading.first == "_id" else {
          throw Problem("\(url.lastPathComponent), line \(reader.line): a heading begins with _id")
        }
      } else {
        try body(try record(row, heading, line: reader.line))
      }
    }
  }

  private func record(
    _ row: [String?], _ heading: [String], line: Int
  ) throws(Problem) -> ImportRecord {
    guard row.count == heading.count, let id = row[0], let slash = id.lastIndex(of: "/") else {
      throw Problem(
        "\(url.lastPathComponent), line \(line): \(row.count) cells under a heading of "
          + "\(heading.count), or an id that is no Entity/pN")
    }
    let cells = zip(heading, row).dropFirst().compactMap { name, cell in
      cell.map { (name, $0 as Any) }
    }
    return ImportRecord(
      entity: try entity(String(id[..<slash])), id: id,
      values: Dictionary(cells, uniquingKeysWith: { first, _ in first }))
  }

  // MARK: - JSON

  /// The records of a JSON file that `export --as json` wrote.
  private func records(json data: Data) throws -> [ImportRecord] {
    let root: Any
    do { root = try JSONSerialization.jsonObject(with: data) } catch {
      throw Problem("the file is no JSON: \(ErrorText.problem(error).message)")
    }
    guard let members = root as? [String: Any],
      let entities = members["entities"] as? [String: Any]
    else { throw Problem("the file has no “entities”: it is no export of corebook") }
    return try entities.sorted { $0.key < $1.key }.flatMap { name, list in
      guard let objects = list as? [[String: Any]] else {
        throw Problem("“\(name)” is no list of objects")
      }
      let entity = try entity(name)
      return try objects.enumerated().map { index, values in
        guard let id = values["_id"] as? String else {
          throw Problem("object \(index + 1) of “\(name)” has no _id")
        }
        return ImportRecord(
          entity: entity, id: id, values: values.filter { !$0.key.hasPrefix("_") })
      }
    }
  }
}
