import CoreData

extension Session {
  /// `show NAME|ENTITY`
  func show(_ name: ObjectName) throws {
    if case .name(let spelled) = name, names[spelled.text] == nil,
      let entity = try openStack().model.entitiesByName[spelled.text]
    {
      for line in EntityText.lines(entity) { write(line) }
      return
    }
    if describeController(name) { return }
    switch try named(name) {
    case .object(let object): describe(object)
    case .objects(let objects):
      if objects.isEmpty { write("empty") }
      for object in objects { write(ObjectLabel.withID(object)) }
    case .value(let value, let attribute): write(ValueText.text(value, attribute))
    }
  }

  private func describe(_ object: NSManagedObject) {
    let state = object.isFault ? "a fault until now" : "its values were at hand"
    write("\(object.shortName): \(Self.changeState(object)), \(state)")
    let properties = EntityProperties.of(object.entity)
    let before = Self.storedValues(of: object)
    let names = properties.attributes.map(\.name) + properties.relationships.map(\.name)
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    for attribute in properties.attributes {
      let text = ValueText.debugText(attribute, of: object)
      var line = "  " + Self.padded(attribute.name, width) + "  " + text
      if let old = before[attribute.name],
        ValueText.debugText(old, attribute) != text
      {
        line += "  (stored: \(ValueText.debugText(old, attribute)))"
      }
      write(line)
    }
    for relationship in properties.relationships {
      // What cannot be read is told by the context's handler.
      let value = ValueText.text(try? object.get(relationship.name))
      write("  " + Self.padded(relationship.name, width) + "  " + value)
    }
  }

  /// The stored values of an object that differs from its row; none for one that does not.
  private static func storedValues(of object: NSManagedObject) -> [String: Any] {
    object.isUpdated ? object.committedValues(forKeys: nil) : [:]
  }

  static func changeState(_ object: NSManagedObject) -> String {
    if object.isDeleted { return "deleted, not saved" }
    if object.isInserted { return "inserted, not saved" }
    if object.isUpdated { return "changed, not saved" }
    return object.managedObjectContext == nil ? "gone" : "as stored"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}

extension NSDeleteRule {
  /// The rule in one word.
  var word: String {
    switch self {
    case .noActionDeleteRule: "nothing"
    case .nullifyDeleteRule: "nullify"
    case .cascadeDeleteRule: "cascade"
    case .denyDeleteRule: "deny"
    @unknown default: "nothing"
    }
  }
}

extension ValueText {
  /// An attribute of an object, text in quotes.
  static func debugText(_ attribute: NSAttributeDescription, of object: NSManagedObject) -> String {
    let value = try? object.get(attribute.name)
    return debugText(value, attribute)
  }
}
