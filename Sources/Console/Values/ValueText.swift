import CoreData

/// Values as text.
enum ValueText {
  /// A value as the console prints it, by the type of the attribute it came from.
  static func text(_ value: Any?, _ attribute: NSAttributeDescription? = nil) -> String {
    guard let value, !(value is NSNull) else { return "nil" }
    if attribute is NSCompositeAttributeDescription, let attribute {
      return TransferValue.json(value, attribute)
    }
    switch value {
    case let object as NSManagedObject: return object.shortName
    case let text as String: return text
    case let number as NSDecimalNumber: return number.decimalValue.description
    case let number as NSNumber: return text(number, attribute?.attributeType)
    case let date as Date:
      return ISODate.text(secondsSince2001: date.timeIntervalSinceReferenceDate)
    case let data as Data: return hex(data)
    case let uuid as UUID: return uuid.uuidString
    case let url as URL: return url.absoluteString
    case let set as NSOrderedSet: return list(set.array, isOrdered: true)
    case let set as NSSet: return list(set.allObjects, isOrdered: false)
    case let array as [Any]: return list(array, isOrdered: true)
    default: return String(describing: value)
    }
  }

  /// The same with quotes around text, for messages.
  static func debugText(_ value: Any?, _ attribute: NSAttributeDescription? = nil) -> String {
    if let text = value as? String { return literal(text) }
    return text(value, attribute)
  }

  private static func text(_ number: NSNumber, _ type: NSAttributeType?) -> String {
    switch type {
    case .booleanAttributeType: return number.boolValue ? "true" : "false"
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      return String(number.int64Value)
    case .floatAttributeType: return NumberText.text(number.floatValue)
    case .doubleAttributeType: return NumberText.text(number.doubleValue)
    default: break
    }
    switch String(cString: number.objCType) {
    case "c", "B": return number.boolValue ? "true" : "false"
    case "f": return NumberText.text(number.floatValue)
    case "d": return NumberText.text(number.doubleValue)
    case "Q": return String(number.uint64Value)
    default: return String(number.int64Value)
    }
  }

  private static func hex(_ data: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("x'".utf8)
    for byte in data {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "'"))
    return String(decoding: text, as: UTF8.self)
  }

  private static func list(_ values: [Any], isOrdered: Bool) -> String {
    guard !values.isEmpty else { return "empty" }
    if let objects = values as? [NSManagedObject] {
      let shown = isOrdered ? objects : ObjectOrder.byID(objects)
      return shown.map(\.shortName).joined(separator: ", ")
    }
    let texts = values.map { text($0) }
    return (isOrdered ? texts : texts.sorted()).joined(separator: ", ")
  }
}

/// Orders of objects for printing.
enum ObjectOrder {
  /// By entity, then number; unsaved ones behind saved ones of their entity.
  static func byID(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    objects.sorted { key($0) < key($1) }
  }

  static func key(_ object: NSManagedObject) -> (String, Int, Int64) {
    (object.entity.name ?? "", object.pk < 0 ? 1 : 0, abs(object.pk))
  }

  /// By label, then id.
  static func byLabel(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    let labelled = objects.map { (label: ObjectLabel.of($0) ?? "", object: $0) }
    return labelled.sorted {
      $0.label == $1.label ? key($0.object) < key($1.object) : $0.label < $1.label
    }.map(\.object)
  }
}

/// The label of an object: its `name`, else its `title`, else its first text attribute.
enum ObjectLabel {
  static func of(_ object: NSManagedObject) -> String? {
    let attributes = EntityProperties.of(object.entity).attributes
    let texts = attributes.filter { $0.attributeType == .stringAttributeType }
    let chosen =
      texts.first { $0.name == "name" } ?? texts.first { $0.name == "title" } ?? texts.first
    // An object that cannot be read has no name to show.
    guard let chosen, let value = try? object.get(chosen.name) else { return nil }
    return value as? String
  }

  /// `Person/p1 John`
  static func withID(_ object: NSManagedObject) -> String {
    guard let label = of(object), !label.isEmpty else { return object.shortName }
    return "\(object.shortName) \(ValueText.oneLine(label))"
  }
}

/// An entity's properties by kind, in the model's order.
struct EntityProperties {
  let attributes: [NSAttributeDescription]
  let toOnes: [NSRelationshipDescription]
  let toManies: [NSRelationshipDescription]
  let relationships: [NSRelationshipDescription]

  static func of(_ entity: NSEntityDescription) -> EntityProperties {
    let properties = entity.properties
    let relationships = properties.compactMap { $0 as? NSRelationshipDescription }
    return EntityProperties(
      attributes: properties.compactMap { $0 as? NSAttributeDescription },
      toOnes: relationships.filter { !$0.isToMany },
      toManies: relationships.filter(\.isToMany), relationships: relationships)
  }
}
