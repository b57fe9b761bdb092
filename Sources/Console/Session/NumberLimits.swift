import CoreData

/// What number attributes hold without losing digits. A number is held to it whether it was written
/// out or came by a name or a key path.
enum NumberLimits {
  /// The range of an integer attribute; nil for other types.
  static func integers(_ type: NSAttributeType) -> ClosedRange<Int64>? {
    switch type {
    case .integer16AttributeType: Int64(Int16.min)...Int64(Int16.max)
    case .integer32AttributeType: Int64(Int32.min)...Int64(Int32.max)
    case .integer64AttributeType: Int64.min...Int64.max
    default: nil
    }
  }

  /// Refuses a number that an attribute would cut or round away.
  static func check(
    _ value: Any?, _ type: NSAttributeType, at span: Span
  ) throws(Problem) {
    guard let number = value as? NSNumber else { return }
    let text = ValueText.text(number)
    if let limits = integers(type) {
      guard let whole = whole(number), limits.contains(whole) else {
        throw problem(text, type, at: span)
      }
    } else if type == .booleanAttributeType {
      guard [0, 1].contains(number.doubleValue) else {
        throw Problem("true or false is wanted here, not \(text)", at: span)
      }
    } else if type == .floatAttributeType, number.doubleValue.isFinite,
      !Float(number.doubleValue).isFinite
        || Float(number.doubleValue) == 0 && number.doubleValue != 0
    {
      throw Problem("\(text) is beyond the numbers that can be held here", at: span)
    }
  }

  /// Why an integer attribute does not take a number.
  static func problem(_ text: String, _ type: NSAttributeType, at span: Span) -> Problem {
    guard let limits = integers(type), !text.contains(where: ".eE".contains) else {
      return Problem(
        "a whole number is wanted here, not \(text): \(TypeName.of(type)) holds no fraction",
        at: span)
    }
    return Problem(
      "\(text) does not fit \(TypeName.of(type)), which holds \(limits.lowerBound) to "
        + "\(limits.upperBound)", at: span)
  }

  /// A number as a whole one; nil where it is none, or too large.
  private static func whole(_ number: NSNumber) -> Int64? {
    if let decimal = number as? NSDecimalNumber { return Int64(decimal.decimalValue.description) }
    switch String(cString: number.objCType) {
    case "d", "f": return Int64(exactly: number.doubleValue)
    case "Q": return Int64(exactly: number.uint64Value)
    default: return number.int64Value
    }
  }
}
