import CoreData

/// An object as an exported file gives it.
struct ImportRecord {
  let entity: NSEntityDescription
  let id: String
  /// By property; the text of a cell is one of JSON.
  let values: [String: JSONValue]
}

/// A file to import, which is gone through twice: once for the objects, once for who leads to whom.
/// CSV is read piece by piece each time, JSON as a whole.
struct ImportSource {
  let url: URL
  let model: NSManagedObjectModel

  /// The files at a place: a folder stands for the CSV files in it.
  static func at(_ url: URL, model: NSManagedObjectModel) throws(Problem) -> [ImportSource] {
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
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    guard let names else { throw Problem("cannot read the folder \(url.path)", kind: .file) }
    let files = names.sorted().filter { $0.hasSuffix(".csv") }
      .map { url.appendingPathComponent($0) }.filter(StoreFile.isOrdinary)
    guard !files.isEmpty else {
      throw Problem("there is no file of CSV in the folder \(url.path)", kind: .file)
    }
    return files.map { ImportSource(url: $0, model: model) }
  }

  /// Calls a closure with each record.
  func forEach(_ body: (ImportRecord) throws -> Void) throws {
    if isCSV {
      try forEachRow(body)
    } else {
      for record in try records(json: try NamedFile.read(url.path)) { try body(record) }
    }
  }

  /// Whether the file holds CSV: its name says so, or it begins with the heading of an export.
  private var isCSV: Bool {
    if url.pathExtension == "csv" { return true }
    let head = StoreFile.head(of: url, count: 8) ?? Data()
    return String(decoding: head, as: UTF8.self).contains("_id,")
      && !head.contains(UInt8(ascii: "{"))
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
        guard Set(heading).count == heading.count else {
          throw Problem("\(url.lastPathComponent), line \(reader.line): a heading is there twice")
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
      cell.map { (name, JSONValue.text($0)) }
    }
    return ImportRecord(
      entity: try entity(String(id[..<slash])), id: id,
      values: Dictionary(cells, uniquingKeysWith: { first, _ in first }))
  }

  // MARK: - JSON

  /// The records of a JSON file that `export --as json` wrote.
  private func records(json data: Data) throws(Problem) -> [ImportRecord] {
    let root = try JSONReader.read(data)
    guard case .object(let entities)? = root["entities"] else {
      throw Problem("the file has no “entities”: it is no export of corebook")
    }
    try Self.check(root)
    var records: [ImportRecord] = []
    for member in entities.sorted(by: { $0.name < $1.name }) {
      guard case .list(let objects) = member.value else {
        throw Problem("“\(member.name)” is no list of objects")
      }
      let entity = try entity(member.name)
      for (index, object) in objects.enumerated() {
        let place = "object \(index + 1) of “\(member.name)”"
        guard case .object(let values) = object else { throw Problem("\(place) is no object") }
        guard case .text(let id)? = object["_id"] else { throw Problem("\(place) has no _id") }
        guard id.hasPrefix(member.name + "/") else {
          throw Problem("\(place) has the _id \(id), and one begins with \(member.name)/ there")
        }
        records.append(
          ImportRecord(
            entity: entity, id: id,
            values: Dictionary(
              values.filter { !$0.name.hasPrefix("_") }.map { ($0.name, $0.value) },
              uniquingKeysWith: { first, _ in first })))
      }
    }
    return records
  }

  /// What the file says of itself, if anything.
  private static func check(_ root: JSONValue) throws(Problem) {
    if let format = root["format"], format != .text("corebook-export") {
      throw Problem("the file's format is \(format.shown), not \"corebook-export\"")
    }
    if let version = root["version"], version != .number("1") {
      throw Problem("the file is of version \(version.shown), and this corebook reads version 1")
    }
  }
}
