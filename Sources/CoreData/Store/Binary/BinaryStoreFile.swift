/// The file of a binary store: a binary property list with the metadata and every object.
///
/// Difference from Apple: its binary stores are archives of private classes, and neither reads the
/// other's.
final class BinaryStoreFile: OwnAtomicFile {
  let url: URL
  var stamp: FileStamp?
  private let model: ModelLayout

  /// What the list is known by, and its version.
  private static let formatKey = "CorebookBinaryStore"
  private static let format: Int64 = 1

  init(_ url: URL, _ model: ModelLayout) {
    self.url = url
    self.model = model
  }

  private func damaged(_ reason: String) -> AtomicFileError { .damaged(url, reason: reason) }

  private func readList() throws -> [String: Any] {
    let data = try contents()
    try requireBinary(data)
    guard
      let list = SafePropertyList.read(data),
      let entries = list as? [String: Any]
    else { throw damaged("it is no property list") }
    guard let format = entries[Self.formatKey] as? Int64 else {
      throw damaged("it is a property list, but none of a binary store")
    }
    guard format == Self.format else {
      throw damaged("it has the format \(format), and only \(Self.format) is known")
    }
    return entries
  }

  private func requireBinary(_ data: Data) throws {
    if data.starts(with: Array("SQLite format 3".utf8)) {
      throw AtomicFileError.typeMismatch(
        url, wanted: NSBinaryStoreType, found: NSSQLiteStoreType)
    }
    if data.starts(with: Array("<?xml".utf8)) {
      throw AtomicFileError.typeMismatch(url, wanted: NSBinaryStoreType, found: NSXMLStoreType)
    }
  }

  func readMetadata() throws -> [String: Any] {
    guard let metadata = try readList()["metadata"] as? [String: Any] else {
      throw damaged("its metadata are missing")
    }
    return metadata
  }

  func read(into store: MemoryStore) throws {
    let list = try readList()
    guard let entities = list["entities"] as? [[String: Any]] else {
      throw damaged("its objects are missing")
    }
    var records: [AtomicRecord] = []
    for entity in entities {
      guard let name = entity["name"] as? String,
        let objects = entity["objects"] as? [[String: Any]]
      else { throw damaged("an entity has no name or no objects") }
      guard let layout = model.entity(named: name) else {
        throw damaged("the model has no entity “\(name)”")
      }
      for object in objects { records.append(try record(object, layout)) }
    }
    do {
      try store.load(records)
    } catch {
      throw damaged(error.reason)
    }
    for (name, last) in (list["lastKeys"] as? [String: Int]) ?? [:] {
      guard let layout = model.entity(named: name) else { continue }
      guard last <= AtomicRecord.greatestKey else {
        throw damaged("it counts the objects of \(name) to \(last)")
      }
      let table = store.table(layout.rootNumber)
      table.lastKey = max(table.lastKey, Int64(last))
    }
  }

  private func record(_ object: [String: Any], _ layout: EntityLayout) throws -> AtomicRecord {
    guard let pk = object["#"] as? Int, 1...Int(AtomicRecord.greatestKey) ~= pk else {
      throw damaged("an object has no key, or one that no other can follow")
    }
    let version = object["version"] as? Int ?? 1
    var record = AtomicRecord(layout: layout, pk: Int64(pk), version: Int32(clamping: version))
    let values = object["values"] as? [String: Any] ?? [:]
    for property in layout.properties {
      guard let value = values[property.name] else { continue }
      if property.kind.isToMany {
        record.members[property.slot] = try keys(value, property)
      } else if property.word != 0 {
        record.values[property.slot] = try slotValue(value, property)
      }
    }
    return record
  }

  private func keys(_ value: Any, _ property: PropertyLayout) throws -> [ObjectKey] {
    guard let list = value as? [String] else {
      throw damaged("“\(property.name)” holds no list of objects")
    }
    return try list.map { try key($0, property) }
  }

  /// A reference: the entity's name, a slash, the key.
  private func key(_ text: String, _ property: PropertyLayout) throws -> ObjectKey {
    guard let slash = text.lastIndex(of: "/"), let pk = Int64(text[text.index(after: slash)...]),
      let layout = model.entity(named: String(text[..<slash]))
    else { throw damaged("“\(property.name)” refers to “\(text)”") }
    return ObjectKey(entity: layout.number, pk: pk)
  }

  private func slotValue(_ value: Any, _ property: PropertyLayout) throws -> SlotValue {
    let found: SlotValue? =
      switch property.kind {
      case .toOne: try (value as? String).map { .object(try key($0, property)) }
      case .decimal:
        (value as? String).flatMap(DecimalBox.init(text:)).map { .decimal($0) }
      case .uuid: (value as? String).flatMap { UUID(uuidString: $0) }.map { .uuid(UUIDBox($0)) }
      case .uri: (value as? String).flatMap { URL(string: $0) }.map { .uri($0) }
      case .transformable: (value as? Data).map { .data($0) }
      default: SlotValue.from(value, type: property.type)
      }
    guard let found else { throw damaged("“\(property.name)” has a value of another type") }
    return found
  }

  func write(_ store: MemoryStore) throws {
    var objects: [String: [PlistValue]] = [:]
    store.forEachRecord { record in
      objects[record.layout.name, default: []].append(entry(record))
    }
    let roots = model.entities.filter { $0.number == $0.rootNumber }.map {
      PlistValue.Entry($0.name, .int(store.table($0.rootNumber).lastKey))
    }
    let entities = objects.sorted { $0.key < $1.key }.map {
      PlistValue.dictionary([.init("name", .string($0.key)), .init("objects", .array($0.value))])
    }
    do {
      let list = PlistValue.dictionary([
        .init(Self.formatKey, .int(Self.format)), .init("metadata", try PlistValue(store.metadata)),
        .init("entities", .array(entities)), .init("lastKeys", .dictionary(roots)),
      ])
      try replace(by: BinaryPlistWriter.data(list))
    } catch let error as AtomicFileError {
      throw error
    } catch {
      throw AtomicFileError.unwritable(url, error)
    }
  }

  private func entry(_ record: AtomicRecord) -> PlistValue {
    var values: [PlistValue.Entry] = []
    for property in record.layout.properties {
      if let value = record.values[property.slot].flatMap(plain) {
        values.append(.init(property.name, value))
      } else if let members = record.members[property.slot] {
        values.append(.init(property.name, .array(members.map { .string(reference($0)) })))
      }
    }
    return .dictionary([
      .init("#", .int(record.pk)), .init("version", .int(Int64(record.version))),
      .init("values", .dictionary(values)),
    ])
  }

  private func reference(_ key: ObjectKey) -> String {
    "\(model.entity(number: key.entity).name)/\(key.pk)"
  }

  private func plain(_ value: SlotValue) -> PlistValue? {
    switch value {
    case .string(let text): .string(text)
    case .int(let number): .int(number)
    case .bool(let flag): .bool(flag)
    case .double(let number): .real(number)
    case .float(let number): .real(Double(number))
    case .date(let seconds): .date(seconds)
    case .data(let data): .data(data)
    case .object(let key): .string(reference(key))
    case .decimal(let box): .string(box.value.description)
    case .uuid(let box): .string(box.value.uuidString)
    case .uri(let url): .string(url.absoluteString)
    case .unset, .null, .transformable: nil
    }
  }
}
