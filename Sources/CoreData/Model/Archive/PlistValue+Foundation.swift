import Foundation

extension PlistValue {
  /// The property list that a value of Foundation's is: texts, numbers, dates, data, arrays, and
  /// dictionaries with texts as keys, which are put in the order of their bytes.
  ///
  /// - Parameter value: the value.
  /// - Throws: `Failure`, which names the place of the first value that no property list can hold.
  package init(_ value: Any) throws(Failure) {
    self = try Self.make(value, at: "", depth: 0)
  }

  private static func make(
    _ value: Any, at place: String, depth: Int
  ) throws(Failure) -> PlistValue {
    guard depth < maximumDepth else {
      throw Failure(place: place, reason: "it is nested deeper than \(maximumDepth) levels")
    }
    switch value {
    case let text as String: return .string(text)
    case let text as Substring: return .string(String(text))
    case let number as NSNumber: return .number(number)
    case let data as Data: return .data(data)
    case let date as Date: return .date(date.timeIntervalSinceReferenceDate)
    case let list as [Any]:
      var items: [PlistValue] = []
      items.reserveCapacity(list.count)
      for (index, item) in list.enumerated() {
        items.append(try make(item, at: "\(place)[\(index)]", depth: depth + 1))
      }
      return .array(items)
    case let dictionary as [String: Any]:
      var entries: [Entry] = []
      entries.reserveCapacity(dictionary.count)
      for (key, item) in dictionary {
        let inner = place.isEmpty ? key : "\(place).\(key)"
        entries.append(Entry(key, try make(item, at: inner, depth: depth + 1)))
      }
      entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .dictionary(entries)
    case is [AnyHashable: Any]:
      throw Failure(place: place, reason: "a dictionary has keys that are no texts")
    default:
      throw Failure(
        place: place, reason: "a property list cannot hold a value of the type \(type(of: value))")
    }
  }

  /// A number by what it was made of: there are two truth values, each one object.
  package static func number(_ number: NSNumber) -> PlistValue {
    if number === NSNumber(value: true) { return .bool(true) }
    if number === NSNumber(value: false) { return .bool(false) }
    return switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): .real(number.doubleValue)
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
      .unsigned(number.uint64Value)
    default: .int(number.int64Value)
    }
  }
}
