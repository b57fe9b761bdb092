/// Writes the file of an XML store.
struct XMLStoreWriter {
  private let model: ModelLayout
  private var text = ""

  init(_ model: ModelLayout) {
    self.model = model
  }

  mutating func write(_ store: MemoryStore) throws -> Data {
    text = """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>134481920</version>
              <UUID>\(XMLStoreText.escaped(store.metadata[NSStoreUUIDKey] as? String ?? ""))</UUID>
              <nextObjectID>\(store.lastSharedKey)</nextObjectID>
              <metadata>

      """
    text += try metadata(store.metadata)
    text += "        </metadata>\n    </databaseInfo>\n"
    store.forEachRecord { write($0) }
    text += "</database>\n"
    return Data(text.utf8)
  }

  /// The metadata as Foundation writes a property list, without its head; the UUID has an element
  /// of its own.
  private func metadata(_ metadata: [String: Any]) throws -> String {
    var metadata = metadata
    metadata[NSStoreUUIDKey] = nil
    return try XMLPlistWriter.list(PlistValue(metadata), margin: "            ")
  }

  private mutating func write(_ record: AtomicRecord) {
    let layout = record.layout
    text += "    <object type=\"\(XMLStoreText.quoted(layout.name.uppercased()))\""
    text += " id=\"z\(record.pk)\">\n"
    for property in layout.attributes {
      guard let value = record.values[property.slot], let content = Self.content(of: value) else {
        continue
      }
      text += "        <attribute name=\"\(name(of: property, layout))\""
      text += " type=\"\(Self.typeName(of: property))\">\(content)</attribute>\n"
    }
    for property in layout.properties
    where property.kind.isRelationship && !property.isTransient {
      write(property, record, layout)
    }
    text += "    </object>\n"
  }

  private mutating func write(
    _ property: PropertyLayout, _ record: AtomicRecord, _ layout: EntityLayout
  ) {
    var targets = record.members[property.slot] ?? []
    if case .object(let key)? = record.values[property.slot] { targets = [key] }
    let maximum = property.kind == .toOne ? 1 : property.maxCount
    var head = "        <relationship name=\"\(name(of: property, layout))\""
    head += " type=\"\(property.minCount)/\(maximum)\""
    head +=
      " destination=\"\(XMLStoreText.quoted(property.destination?.name.uppercased() ?? ""))\""
    guard !targets.isEmpty else {
      text += head + "></relationship>\n"
      return
    }
    // A parser takes attributes up to ten million characters: longer lists go on in another element.
    for start in stride(from: 0, to: targets.count, by: Self.longestList) {
      let piece = targets[start..<min(start + Self.longestList, targets.count)]
      let ids = piece.map { "z\($0.pk)" }.joined(separator: " ")
      text += head + " idrefs=\"\(ids)\"></relationship>\n"
    }
  }

  /// How many objects one element names at most.
  static let longestList = 400_000

  /// Small letters, unless another property's name differs only in its letters' size.
  private func name(of property: PropertyLayout, _ layout: EntityLayout) -> String {
    let small = property.name.lowercased()
    let isShared = layout.properties.contains {
      $0 !== property && $0.name.lowercased() == small
    }
    return XMLStoreText.quoted(isShared ? property.name : small)
  }

  private static func typeName(of property: PropertyLayout) -> String {
    switch property.type {
    case .integer16AttributeType: "int16"
    case .integer32AttributeType: "int32"
    case .integer64AttributeType: "int64"
    case .decimalAttributeType: "decimal"
    case .doubleAttributeType: "double"
    case .floatAttributeType: "float"
    case .stringAttributeType: "string"
    case .booleanAttributeType: "bool"
    case .dateAttributeType: "date"
    case .UUIDAttributeType: "uuid"
    case .URIAttributeType: "uri"
    case .binaryDataAttributeType: "binary"
    default: "transformable"
    }
  }

  private static func content(of value: SlotValue) -> String? {
    switch value {
    case .string(let text): XMLStoreText.escaped(text)
    case .int(let number): String(number)
    case .bool(let flag): flag ? "1" : "0"
    case .double(let number): "\(number)"
    case .float(let number): "\(number)"
    case .date(let seconds): "\(seconds)"
    case .decimal(let box): box.value.description
    case .uuid(let box): box.value.uuidString
    case .uri(let url): XMLStoreText.escaped(url.absoluteString)
    case .data(let data): data.base64EncodedString()
    case .unset, .null, .transformable, .object: nil
    }
  }
}
