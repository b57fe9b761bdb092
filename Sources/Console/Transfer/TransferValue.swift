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

  /// The value of an attribute that a file gives.
  ///
  /// - Parameter given: a JSON value, or the text of a CSV cell.
  /// - Throws: an error that names the attribute and the value.
  static func value(
    _ given: Any, _ attribute: NSAttributeDescription, place: String
  ) throws(Problem) -> Any? {
    if given is NSNull { return nil }
    if let composite = attribute as? NSCompositeAttributeDescription {
      return try elements(given, composite, place: place)
    }
    let found: Any? =
      if let text = given as? String {
        parse(text, attribute)
      } else if let number = given as? NSNumber {
        self.number(number, attribute)
      } else {
        nil
      }
    guard let found else {
      throw Problem(
        "\(place): “\(attribute.name)” is \(attribute.attributeType.sourceName), which "
          + "\(String(describing: given).prefix(60)) is not")
    }
    return found
  }

  private static func elements(
    _ given: Any, _ composite: NSCompositeAttributeDescription, place: String
  ) throws(Problem) -> Any? {
    let object: Any? =
      if let text = given as? String {
        // Text that is no JSON is no such value, as is said below.
        try? JSONSerialization.jsonObject(with: Data(text.utf8))
      } else {
        given
      }
    guard let members = object as? [String: Any] else {
      throw Problem(
        "\(place): “\(composite.name)” is composite and needs an object of its elements")
    }
    var values: [String: Any] = [:]
    for (name, member) in members {
      guard let element = composite.elements.first(where: { $0.name == name }) else {
        throw Problem("\(place): “\(composite.name)” has no element “\(name)”")
      }
      values[name] = try value(member, element, place: place)
    }
    return values
  }

  private static func number(_ number: NSNumber, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType, .doubleAttributeType, .floatAttributeType:
      number
    case .decimalAttributeType: Decimal(string: number.stringValue)
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: number.doubleValue)
    default: nil
    }
  }

  private static func parse(_ text: String, _ attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .integer16AttributeType: return Int16(text)
    case .integer32AttributeType: return Int32(text)
    case .integer64AttributeType: return Int64(text)
    case .booleanAttributeType: return ["true": true, "1": true, "false": false, "0": false][text]
    case .doubleAttributeType: return Double(text)
    case .floatAttributeType: return Float(text)
    case .decimalAttributeType: return Decimal(string: text)
    case .stringAttributeType: return text
    case .URIAttributeType: return URL(string: text)
    case .UUIDAttributeType: return UUID(uuidString: text)
    case .dateAttributeType:
      let seconds = Double(text) ?? ISODate.seconds(from: text)
      return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
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
