/// Values as model sources spell them: `defaultValueString="0"`.
package enum SourceValue {
  /// The value of the text for an attribute type, as the framework boxes it; nil if the text is no
  /// such value or the type has no text form.
  package static func parse(_ text: String, type: NSAttributeType) -> Any? {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      return integer(text)
    case .decimalAttributeType:
      return decimal(text)
    case .doubleAttributeType:
      return Double(text).map { NSNumber(value: $0) }
    case .floatAttributeType:
      return Float(text).map { NSNumber(value: $0) }
    case .stringAttributeType:
      return text
    case .booleanAttributeType:
      return boolean(text).map { NSNumber(value: $0) }
    case .dateAttributeType:
      return date(text)
    case .UUIDAttributeType:
      return UUID(uuidString: text)
    case .URIAttributeType:
      return text.isEmpty ? nil : URL(string: text)
    case .undefinedAttributeType, .binaryDataAttributeType, .transformableAttributeType,
      .objectIDAttributeType, .compositeAttributeType:
      return nil
    }
  }

  /// The value that an element gives for an attribute's default or one of its limits: the interval
  /// of a date if there is one, else the text.
  ///
  /// - Parameters:
  ///   - prefix: `default`, `min` or `max`.
  ///   - attributes: the element's attributes.
  ///   - type: the type of the value.
  package static func value(
    _ prefix: String, in attributes: [String: String], type: NSAttributeType
  ) -> Any? {
    if type == .dateAttributeType,
      let seconds = attributes[prefix + "DateTimeInterval"].flatMap(Double.init), seconds.isFinite
    {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    return attributes[prefix + "ValueString"].flatMap { parse($0, type: type) }
  }

  private static func integer(_ text: String) -> NSNumber? {
    if let number = Int64(text) { return NSNumber(value: number) }
    if let flag = boolean(text) { return NSNumber(value: flag ? 1 : 0) }
    guard let number = Double(text), number.magnitude < 0x1p63 else { return nil }
    return NSNumber(value: Int64(number))
  }

  private static func decimal(_ text: String) -> NSDecimalNumber? {
    guard Double(text) != nil, let value = Decimal(string: text, locale: nil) else { return nil }
    return NSDecimalNumber(decimal: value)
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: nil
    }
  }

  /// A date in the form `2013-04-23 12:00:00 +0000`; time and zone may be missing.
  static func date(_ text: String) -> Date? {
    let fields = text.split(separator: " ")
    guard let first = fields.first, fields.count <= 3 else { return nil }
    let day = first.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard day.count == 3, let year = day[0], let month = day[1], let dayOfMonth = day[2],
      1...9999 ~= year, 1...12 ~= month, 1...31 ~= dayOfMonth
    else { return nil }
    var parts = DateComponents(
      timeZone: TimeZone(secondsFromGMT: 0), year: year, month: month, day: dayOfMonth)
    if fields.count > 1 {
      let time = fields[1].split(separator: ":").map { Int($0) }
      guard 2...3 ~= time.count, let hour = time[0], let minute = time[1], 0...24 ~= hour,
        0...59 ~= minute
      else { return nil }
      parts.hour = hour
      parts.minute = minute
      if time.count == 3 {
        guard let second = time[2], 0...60 ~= second else { return nil }
        parts.second = second
      }
    }
    if fields.count > 2 {
      guard let zone = Int(fields[2]), -2400...2400 ~= zone else { return nil }
      parts.timeZone = TimeZone(secondsFromGMT: (zone / 100) * 3600 + (zone % 100) * 60)
    }
    return Calendar(identifier: .gregorian).date(from: parts)
  }

  /// The text of a value, nil for a value without text form.
  package static func text(_ value: Any, type: NSAttributeType) -> String? {
    switch value {
    case let decimal as NSDecimalNumber: return decimal.description
    case let number as NSNumber where type == .booleanAttributeType:
      return number.boolValue ? "YES" : "NO"
    case let number as NSNumber where type == .floatAttributeType:
      return String(number.floatValue)
    case let number as NSNumber where type == .doubleAttributeType:
      return String(number.doubleValue)
    case let number as NSNumber: return number.stringValue
    case let text as String: return text
    case let uuid as UUID: return uuid.uuidString
    case let url as URL: return url.absoluteString
    default: return nil
    }
  }
}
