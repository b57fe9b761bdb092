/// Holds an XML store against a model: names to entities and properties, texts to values, ids to
/// keys.
struct XMLStoreLinker {
  private let model: ModelLayout
  private let document: XMLStoreDocument
  private let entities: [String: EntityLayout]
  private var keys: [String: ObjectKey] = [:]

  init(_ model: ModelLayout, _ document: XMLStoreDocument) {
    self.model = model
    self.document = document
    entities = Dictionary(
      model.entities.map { ($0.name.uppercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func records() throws(XMLStoreReader.Failure) -> [AtomicRecord] {
    var layouts: [EntityLayout] = []
    var spare = document.nextObjectID
    for object in document.objects { spare = max(spare, Self.number(object.id) ?? 0) }
    for object in document.objects {
      guard let layout = entities[object.type.uppercased()] else {
        throw .init(reason: "the model has no entity “\(object.type)”")
      }
      var number = Self.number(object.id)
      if number == nil {
        spare += 1
        number = spare
      }
      let key = ObjectKey(entity: layout.number, pk: number ?? 0)
      guard keys.updateValue(key, forKey: object.id) == nil else {
        throw .init(reason: "two objects have the id “\(object.id)”")
      }
      layouts.append(layout)
    }
    var records: [AtomicRecord] = []
    for (object, layout) in zip(document.objects, layouts) {
      records.append(try record(object, layout))
    }
    return records
  }

  /// The number in `z12`; nil for other names, and for numbers beyond what a store can count on from.
  private static func number(_ id: String) -> Int64? {
    guard id.hasPrefix("z"), let number = Int64(id.dropFirst()),
      1...AtomicRecord.greatestKey ~= number
    else { return nil }
    return number
  }

  private func record(
    _ object: XMLStoreDocument.Object, _ layout: EntityLayout
  ) throws(XMLStoreReader.Failure) -> AtomicRecord {
    var record = AtomicRecord(layout: layout, pk: keys[object.id]?.pk ?? 0, version: 1)
    for value in object.values {
      let property = try property(value.name, layout)
      guard property.word != 0 else { continue }
      record.values[property.slot] = try slotValue(value.text, property)
    }
    for link in object.links {
      let property = try property(link.name, layout)
      let targets = link.targets.compactMap { keys[$0] }
      if property.kind.isToMany {
        record.members[property.slot, default: []] += targets
      } else if property.kind == .toOne, let target = targets.first {
        record.values[property.slot] = .object(target)
      }
    }
    return record
  }

  private func property(
    _ name: String, _ layout: EntityLayout
  ) throws(XMLStoreReader.Failure) -> PropertyLayout {
    if let exact = layout.property(named: name) { return exact }
    if let found = layout.properties.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return found
    }
    throw .init(reason: "the entity \(layout.name) has no property “\(name)”")
  }

  private func slotValue(
    _ text: String, _ property: PropertyLayout
  ) throws(XMLStoreReader.Failure) -> SlotValue {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let found: SlotValue? =
      switch property.kind {
      case .string: .string(XMLStoreText.unescaped(text))
      case .int: Int64(trimmed).map { .int($0) }
      case .bool: Int64(trimmed).map { .bool($0 != 0) }
      case .double: Double(trimmed).map { .double($0) }
      case .float: Float(trimmed).map { .float($0) }
      case .date: Double(trimmed).map { .date($0) }
      case .decimal: DecimalBox(text: trimmed).map { .decimal($0) }
      case .uuid: UUID(uuidString: trimmed).map { .uuid(UUIDBox($0)) }
      case .uri: URL(string: XMLStoreText.unescaped(trimmed)).map { .uri($0) }
      case .data, .transformable:
        Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) }
      case .toOne, .toMany, .orderedToMany, .fetched, .composite: nil
      }
    guard let found else {
      throw .init(reason: "“\(property.name)” has the value “\(text)”, which is of another type")
    }
    return found
  }
}
