import CoreData

/// Puts the objects of an exported file into a context: all of them or none.
///
/// They are new objects; the ids in the file only say who refers to whom.
struct StoreImport {
  let context: NSManagedObjectContext
  let model: NSManagedObjectModel

  /// An object as the file gives it.
  struct Record {
    let entity: NSEntityDescription
    let id: String
    /// JSON values or texts of cells, by property.
    let values: [String: Any]
  }

  /// Inserts the records and saves.
  ///
  /// - Returns: how many objects were inserted.
  /// - Throws: what is wrong with the records, or what saving refuses.
  func insert(_ records: [Record]) throws -> Int {
    var objects: [String: NSManagedObject] = [:]
    for record in records {
      guard !record.entity.isAbstract else {
        throw Problem("\(record.id): “\(record.entity.name ?? "")” is abstract")
      }
      guard objects[record.id] == nil else { throw Problem("there are two objects \(record.id)") }
      objects[record.id] = NSManagedObject(entity: record.entity, insertInto: context)
    }
    for record in records {
      guard let object = objects[record.id] else { continue }
      for (name, given) in record.values.sorted(by: { $0.key < $1.key }) {
        try set(given, name, of: object, record, objects)
      }
    }
    try context.save()
    return records.count
  }

  private func set(
    _ given: Any, _ name: String, of object: NSManagedObject, _ record: Record,
    _ objects: [String: NSManagedObject]
  ) throws {
    let property = record.entity.propertiesByName[name]
    if let attribute = property as? NSAttributeDescription {
      if attribute is NSDerivedAttributeDescription { return }
      try object.set(TransferValue.value(given, attribute, place: record.id), name)
      return
    }
    guard let relationship = property as? NSRelationshipDescription else {
      throw Problem("\(record.id): “\(record.entity.name ?? "")” has no property “\(name)”")
    }
    let ids = try Self.ids(given, place: "\(record.id).\(name)")
    let partners = try ids.map { id throws(Problem) in
      guard let partner = objects[id] else {
        throw Problem("\(record.id): “\(name)” leads to \(id), which the file does not have")
      }
      return partner
    }
    if relationship.isToMany {
      if relationship.isOrdered {
        try object.set(NSOrderedSet(array: partners), name)
      } else {
        try object.set(NSSet(array: partners), name)
      }
    } else if let partner = partners.first {
      try object.set(partner, name)
    }
  }

  private static func ids(_ given: Any, place: String) throws(Problem) -> [String] {
    switch given {
    case is NSNull: return []
    case let text as String: return text.split(separator: " ").map(String.init)
    case let list as [String]: return list
    default: throw Problem("\(place): a relationship needs an id, or a list of ids")
    }
  }

  // MARK: - Reading files

  /// The records of a JSON file that `export --as json` wrote.
  func records(json data: Data) throws -> [Record] {
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
        return Record(entity: entity, id: id, values: values.filter { !$0.key.hasPrefix("_") })
      }
    }
  }

  /// The records of a CSV file: blocks with a heading each, empty lines between them.
  func records(csv text: String, name: String) throws -> [Record] {
    var records: [Record] = []
    var heading: [String] = []
    var reader = CSVReader(text)
    while let row = try reader.row() {
      if row.count == 1, row[0] == nil {
        heading = []
      } else if heading.isEmpty {
        heading = row.map { $0 ?? "" }
        guard heading.first == "_id" else {
          throw Problem("\(name), line \(reader.line): a heading begins with _id")
        }
      } else {
        guard row.count == heading.count, let id = row[0], let slash = id.lastIndex(of: "/") else {
          throw Problem(
            "\(name), line \(reader.line): \(row.count) cells under a heading of \(heading.count), "
              + "or an id that is no Entity/pN")
        }
        let cells = zip(heading, row).dropFirst().compactMap { name, cell in
          cell.map { (name, $0 as Any) }
        }
        records.append(
          Record(
            entity: try entity(String(id[..<slash])), id: id,
            values: Dictionary(cells, uniquingKeysWith: { first, _ in first })))
      }
    }
    return records
  }

  private func entity(_ name: String) throws(Problem) -> NSEntityDescription {
    guard let entity = model.entitiesByName[name] else {
      throw Problem("the model has no entity “\(name)”")
    }
    return entity
  }
}

/// Reads CSV (RFC 4180): cells that are nothing are told from cells that are `""`.
struct CSVReader {
  private let scalars: [UInt8]
  private var place = 0
  /// The line that the last row ended on.
  private(set) var line = 0

  init(_ text: String) { scalars = Array(text.utf8) }

  /// The next row; nil at the end. An unquoted empty cell is nil.
  mutating func row() throws(Problem) -> [String?]? {
    guard place < scalars.count else { return nil }
    line += 1
    var cells: [String?] = []
    while true {
      cells.append(try cell())
      guard place < scalars.count else { return cells }
      let end = scalars[place]
      place += 1
      if end == UInt8(ascii: ",") { continue }
      if end == UInt8(ascii: "\r"), place < scalars.count, scalars[place] == UInt8(ascii: "\n") {
        place += 1
      }
      return cells
    }
  }

  private mutating func cell() throws(Problem) -> String? {
    guard place < scalars.count, scalars[place] == UInt8(ascii: "\"") else {
      let start = place
      while place < scalars.count, !Self.ends.contains(scalars[place]) { place += 1 }
      return start == place ? nil : String(decoding: scalars[start..<place], as: UTF8.self)
    }
    var bytes: [UInt8] = []
    place += 1
    while place < scalars.count {
      let byte = scalars[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        bytes.append(byte)
        continue
      }
      guard place < scalars.count, scalars[place] == UInt8(ascii: "\"") else {
        guard place == scalars.count || Self.ends.contains(scalars[place]) else {
          throw Problem("line \(line): text behind a closing quotation mark")
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
      place += 1
    }
    throw Problem("line \(line): a quotation mark is not closed")
  }

  private static let ends: Set<UInt8> = [
    UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
  ]
}
