import Foundation

extension PredicateFunction {
  /// `CAST(value, "type")`.
  static func cast(_ value: PredicateValue, to type: PredicateValue) throws -> PredicateValue {
    guard case .string(let name) = type else {
      throw PredicateEvaluationError.badArgument("CAST", found: "the type \(type)")
    }
    if value.isNull { return .null }
    if let literal = value.constantCast(to: name) { return literal }
    switch (name, value) {
    case ("NSString", .string), ("NSDate", .date), ("NSData", .data), ("NSUUID", .uuid),
      ("NSURL", .url):
      return value
    case ("NSString", .date(let date)): return .string("\(date)")
    case ("NSString", .uuid(let uuid)): return .string(uuid.uuidString)
    case ("NSString", .url(let url)): return .string(url.absoluteString)
    case ("NSString", _):
      if value.number != nil { return .string("\(value)") }
    case ("NSNumber", .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
    case ("NSNumber", .string(let text)):
      return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) } ?? .null
    case ("NSNumber", _):
      if value.number != nil { return value }
    case ("NSDecimalNumber", _):
      if let number = value.number { return .decimal(number.decimalValue) }
    case ("NSDate", .string(let text)):
      return ISO8601DateFormatter().date(from: text).map { .date($0) } ?? .null
    default: break
    }
    throw PredicateEvaluationError.badArgument("CAST to \(name)", found: "\(value)")
  }

  /// `collection[index]`; an index out of range gives nil (B008: `{}[FIRST] = 1` is false).
  static func element(
    of collection: PredicateValue, at index: PredicateValue
  ) throws -> PredicateValue {
    if collection.isNull { return .null }
    if case .dictionary(let entries) = collection {
      if index == .string("SIZE") { return .int(Int64(entries.count)) }
      return entries[index] ?? .null
    }
    guard let members = collection.members else {
      throw PredicateEvaluationError.notCollection("an index", found: "\(collection)")
    }
    switch index {
    case .string("FIRST"): return members.first ?? .null
    case .string("LAST"): return members.last ?? .null
    case .string("SIZE"): return .int(Int64(members.count))
    default:
      guard let place = index.number?.truncated else {
        throw PredicateEvaluationError.badArgument("an index", found: "\(index)")
      }
      return members.indices.contains(Int(place)) ? members[Int(place)] : .null
    }
  }
}
