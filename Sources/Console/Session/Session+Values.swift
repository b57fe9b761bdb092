import CoreData

/// From values in a command to values of the graph.
extension Session {
  /// The value for a property: of the attribute's type, or an object or objects.
  func value(
    _ value: ValueExpression, for property: NSPropertyDescription
  ) throws(Problem) -> Any? {
    if let attribute = property as? NSAttributeDescription {
      return try self.value(value, for: attribute)
    }
    guard let relationship = property as? NSRelationshipDescription else {
      throw Problem(
        "'\(property.name)' is computed by a fetch and cannot be set", at: value.span)
    }
    let objects = try self.objects(value, for: relationship)
    guard relationship.isToMany else {
      guard objects.count < 2 else {
        throw Problem(
          "'\(relationship.name)' holds one object, not \(objects.count)", at: value.span)
      }
      return objects.first
    }
    return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
  }

  private func value(
    _ value: ValueExpression, for attribute: NSAttributeDescription
  ) throws(Problem) -> Any? {
    if let word = forgottenQuotes(value, attribute.attributeType) {
      throw Problem.unknown(
        "nothing is named '\(word.text)'; a text stands in quotes: \"\(word.text)\"", word,
        among: names.all)
    }
    let found = try plainValue(value, type: attribute.attributeType)
    if found is NSManagedObject || found is [NSManagedObject] {
      throw AttributeMismatch.problem(found, attribute, at: value.span)
    }
    if attribute is NSCompositeAttributeDescription {
      guard found == nil || found is [String: Any] else {
        throw AttributeMismatch.problem(found, attribute, at: value.span)
      }
      return found
    }
    guard SlotValue.from(found, type: attribute.attributeType) != nil else {
      throw AttributeMismatch.problem(found, attribute, at: value.span)
    }
    try NumberLimits.check(found, attribute.attributeType, at: value.span)
    return found
  }

  /// A word that names nothing where a text can stand, by itself or in a list.
  private func forgottenQuotes(_ value: ValueExpression, _ type: NSAttributeType) -> Spelled? {
    switch (type, value.kind) {
    case (.stringAttributeType, _): bareWord(value)
    case (.transformableAttributeType, .list(let values)):
      values.lazy.compactMap { self.forgottenQuotes($0, type) }.first
    case (.transformableAttributeType, _): bareWord(value)
    default: nil
    }
  }

  /// A word that names nothing: a text whose quotes were forgotten, most likely.
  private func bareWord(_ value: ValueExpression) -> Spelled? {
    guard case .path(let path) = value.kind, path.keys.isEmpty, case .name(let name) = path.object,
      name.text != "it", names[name.text] == nil
    else { return nil }
    return name
  }

  /// The objects for a relationship: none for nil, one, or a list.
  func objects(
    _ value: ValueExpression, for relationship: NSRelationshipDescription
  ) throws(Problem) -> [NSManagedObject] {
    let found = try plainValue(value, type: nil)
    let objects: [NSManagedObject]
    switch found {
    case nil: objects = []
    case let object as NSManagedObject: objects = [object]
    case let list as [NSManagedObject]: objects = list
    case let list as [Any] where list.isEmpty: objects = []
    default:
      throw Problem(
        "'\(relationship.name)' holds objects of \(relationship.destinationEntity?.name ?? "?"), "
          + "not \(ValueText.debugText(found))", at: value.span)
    }
    for object in objects {
      guard let destination = relationship.destinationEntity,
        object.entity.isKindOf(entity: destination)
      else {
        throw Problem(
          "'\(relationship.name)' holds objects of \(relationship.destinationEntity?.name ?? "?"), "
            + "and \(object.shortName) is none", at: value.span)
      }
    }
    return objects
  }

  /// A value as it is, numbers as fits `type`.
  func plainValue(_ value: ValueExpression, type: NSAttributeType?) throws(Problem) -> Any? {
    switch value.kind {
    case .null: return nil
    case .boolean(let flag): return NSNumber(value: flag)
    case .number(let text): return try Self.number(text, type, at: value.span)
    case .string(let text): return text
    case .date(let text):
      return ISODate.seconds(from: text).map(Date.init(timeIntervalSinceReferenceDate:))
    case .now: return Date()
    case .uuid(let text): return UUID(uuidString: text)
    case .url(let text): return URL(string: text)
    case .data(let bytes): return Data(bytes)
    case .decimal(let text): return NSDecimalNumber(string: text)
    case .hash(let text): return NSNumber(value: StringHash.ofText(text))
    case .path(let path): return try evaluate(path).plain
    case .list(let values):
      var list: [Any] = []
      for item in values {
        list.append(try plainValue(item, type: type) ?? NSNull())
      }
      return list
    }
  }

  private static func number(
    _ text: String, _ type: NSAttributeType?, at span: Span
  ) throws(Problem) -> NSNumber {
    switch type {
    case .decimalAttributeType:
      if let number = ExactNumber.decimal(text) { return NSDecimalNumber(decimal: number) }
    case .doubleAttributeType, .dateAttributeType:
      if let number = ExactNumber.double(text) { return NSNumber(value: number) }
    case .floatAttributeType:
      if let number = ExactNumber.float(text) { return NSNumber(value: number) }
    default:
      if let number = Int64(text) { return NSNumber(value: number) }
      if let type, NumberLimits.integers(type) != nil {
        throw NumberLimits.problem(text, type, at: span)
      }
      if let number = ExactNumber.double(text) { return NSNumber(value: number) }
    }
    throw Problem("\(text) is beyond the numbers that can be held here", at: span)
  }
}

/// The message that a value does not fit an attribute.
enum AttributeMismatch {
  static func problem(
    _ value: Any?, _ attribute: NSAttributeDescription, at span: Span
  ) -> Problem {
    // An element of a composite attribute is in no entity.
    let owner = attribute.declaringEntity?.name.map { $0 + "." } ?? ""
    return Problem(
      "\(owner)\(attribute.name) is \(TypeName.of(attribute.attributeType)) and cannot hold "
        + "\(kind(of: value)) \(ValueText.debugText(value)); \(advice(attribute.attributeType))",
      at: span)
  }

  private static func kind(of value: Any?) -> String {
    switch value {
    case is String: "the text"
    case is Date: "the date"
    case is Data: "the data"
    case is UUID: "the UUID"
    case is URL: "the URL"
    case is NSManagedObject: "the object"
    case is NSNumber: "the number"
    default: "the value"
    }
  }

  private static func advice(_ type: NSAttributeType) -> String {
    switch type {
    case .stringAttributeType: "write \"…\""
    case .dateAttributeType: "write date(\"2012-01-31T12:00:00Z\")"
    case .UUIDAttributeType: "write uuid(\"…\")"
    case .URIAttributeType: "write url(\"…\")"
    case .binaryDataAttributeType: "write data(\"…\") in hexadecimal digits"
    case .booleanAttributeType: "write true or false"
    case .compositeAttributeType: "set its elements one by one, NAME.attribute.element = …"
    default: "write a number without quotes"
    }
  }
}

/// Attribute types in a learner's words.
enum TypeName {
  static func of(_ type: NSAttributeType) -> String {
    switch type {
    case .integer16AttributeType: "an Integer 16"
    case .integer32AttributeType: "an Integer 32"
    case .integer64AttributeType: "an Integer 64"
    case .decimalAttributeType: "a Decimal"
    case .doubleAttributeType: "a Double"
    case .floatAttributeType: "a Float"
    case .stringAttributeType: "a String"
    case .booleanAttributeType: "a Boolean"
    case .dateAttributeType: "a Date"
    case .binaryDataAttributeType: "Binary Data"
    case .UUIDAttributeType: "a UUID"
    case .URIAttributeType: "a URI"
    case .transformableAttributeType: "a Transformable"
    case .compositeAttributeType: "a Composite"
    default: "of another type"
    }
  }
}
