import CoreData

/// Values on their way into and out of exported files. What is written can be read back exactly.
enum TransferValue {
  /// A value as JSON.
  static func json(_ value: Any?, _ attribute: NSAttributeDescription) -> String {
    guard let value, !(value is NSNull) else { return "null" }
    if let composite = attribute as? NSCompositeAttributeDescription {
      let elements = value as? [String: Any] ?? [:]
      let members = composite.elements.map {
        "\(JSONText.quote($0.name)): \(json(elements[$0.name], $0))"
      }
      return "{" + members.joined(separator: ", ") + "}"
    }
    guard let text = text(value, attribute) else { return "null" }
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      return text
    case .doubleAttributeType, .floatAttributeType:
      return (value as? NSNumber)?.doubleValue.isFinite == true ? text : JSONText.quote(text)
    case .dateAttributeType: return Double(text) != nil ? text : JSONText.quote(text)
    default: return JSONText.quote(text)
    }
  }

  /// A value as text; nil for none.
  static func text(_ value: Any?, _ attribute: NSAttributeDescription) -> String? {
    guard let value, !(value is NSNull) else { return nil }
    if attribute is NSCompositeAttributeDescription { return json(value, attribute) }
    switch (attribute.attributeType, value) {
    case (.booleanAttributeType, let number as NSNumber):
      return number.boolValue ? "true" : "false"
    case (.floatAttributeType, let number as NSNumber): return "\(number.floatValue)"
    case (.doubleAttributeType, let number as NSNumber): return "\(number.doubleValue)"
    case (.dateAttributeType, let date as Date):
      let seconds = date.timeIntervalSinceReferenceDate
      let text = ISODate.text(secondsSince2001: seconds)
      return ISODate.seconds(from: text) == seconds ? text : "\(seconds)"
    case (.transformableAttributeType, let undecoded as UndecodedValue):
      return ValueText.text(undecoded.data)
    case (.transformableAttributeType, let value):
      // A value without stored form shows as none; nothing saved has one.
      let data = try? ValueTransformer.storedData(
        of: value, transformerName: attribute.valueTransformerName)
      return data.map { ValueText.text($0) }
    default: return ValueText.text(value, attribute)
    }
  }

  /// The value of an attribute that a file gives: exactly it, or an error.
  ///
  /// - Parameter given: a JSON value; the text of a CSV cell is one.
  /// - Throws: an error that names the attribute and the value.
  static func value(
    _ given: JSONValue, _ attribute: NSAttributeDescription, place: String
  ) throws(Problem) -> Any? {
    if given == .null { return nil }
    if let composite = attribute as? NSCompositeAttributeDescription {
      return try elements(given, composite, place: place)
    }
    let found: Any? =
      switch given {
      case .text(let text): parse(text, attribute)
      case .number(let text) where Self.areNumbers(attribute.attributeType): parse(text, attribute)
      case .boolean(let flag) where attribute.attributeType == .booleanAttributeType: flag
      default: nil
      }
    guard let found else { throw refusal(given, attribute, place: place) }
    return found
  }

  /// Whether numbers without quotes are values of a type.
  private static func areNumbers(_ type: NSAttributeType) -> Bool {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .doubleAttributeType, .floatAttributeType, .decimalAttributeType,
      .dateAttributeType:
      true
    default: false
    }
  }

  private static func refusal(
    _ given: JSONValue, _ attribute: NSAttributeDescription, place: String
  ) -> Problem {
    var limits = ""
    if let range = NumberLimits.integers(attribute.attributeType) {
      limits = " (whole numbers, \(range.lowerBound) to \(range.upperBound))"
    }
    return Problem(
      "\(place): “\(attribute.name)” is \(attribute.attributeType.sourceName)\(limits), "
        + "which \(given.shown) is not; nothing was imported")
  }

  private static func elements(
    _ given: JSONValue, _ composite: NSCompositeAttributeDescription, place: String
  ) throws(Problem) -> Any? {
    var object = given
    // The cell of a CSV file; what is no JSON is no object either, and is refused as such.
    if case .text(let text) = given, let read = try? JSONReader.read(Data(text.utf8)) {
      object = read
    }
    guard case .object(let members) = object else {
      throw Problem(
        "\(place): “\(composite.name)” is composite and needs an object of its elements")
    }
    var values: [String: Any] = [:]
    for member in members {
      guard let element = composite.elements.first(where: { $0.name == member.name }) else {
        throw Problem("\(place): “\(composite.name)” has no element “\(member.name)”")
      }
      values[member.name] = try value(member.value, element, place: place)
    }
    return values
  }

  private static func parse(_ text: String, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .integer16AttributeType: return Int16(text)
    case .integer32AttributeType: return Int32(text)
    case .integer64AttributeType: return Int64(text)
    case .booleanAttributeType: return ["true": true, "1": true, "false": false, "0": false][text]
    case .doubleAttributeType: return ExactNumber.double(text)
    case .floatAttributeType: return ExactNumber.float(text)
    case .decimalAttributeType: return ExactNumber.decimal(text)
    case .stringAttributeType: return text
    case .URIAttributeType: return URL(string: text)
    case .UUIDAttributeType: return UUID(uuidString: text)
    case .dateAttributeType:
      let seconds = ExactNumber.double(text) ?? ISODate.seconds(from: text)
      guard let seconds, !seconds.isNaN else { return nil }
      return Date(timeIntervalSinceReferenceDate: seconds)
    case .binaryDataAttributeType: return hexadecimal(text)
    case .transformableAttributeType:
      return hexadecimal(text).map { data in
        // Bytes that nobody here can decode stay bytes.
        (try? ValueTransformer.value(
          ofStored: data, transformerName: attribute.valueTransformerName))
          ?? UndecodedValue(data: data, reason: "as in the exported file")
      }
    default: return nil
    }
  }

  /// The bytes of `x'00ff'`.
  static func hexadecimal(_ text: String) -> Data? {
    guard text.hasPrefix("x'"), text.hasSuffix("'"), text.utf8.count >= 3 else { return nil }
    let digits = text.utf8.dropFirst(2).dropLast()
    guard digits.count % 2 == 0 else { return nil }
    var data = Data(capacity: digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        data.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    return data
  }
}
