/// Writes values as `NSKeyedArchiver` does on a Mac, for the classes that `KeyedArchiveDecoder`
/// reads.
package struct KeyedArchiveEncoder {
  private var objects: [PropertyListNode] = [.string("$null")]
  private var strings: [String: Int] = [:]
  private var classes: [String: Int] = [:]

  /// Archives one value.
  ///
  /// - Throws: `ArchiveError.cannotEncode` with the type that has no archived form here.
  package static func encode(_ value: Any) throws(ArchiveError) -> Data {
    var encoder = KeyedArchiveEncoder()
    let root = try encoder.add(value)
    return KeyedArchive.data(objects: encoder.objects, root: root)
  }

  private init() {}

  private mutating func append(_ node: PropertyListNode) -> Int {
    objects.append(node)
    return objects.count - 1
  }

  private mutating func add(_ value: Any) throws(ArchiveError) -> Int {
    switch value {
    case let text as String: return add(text: text)
    case let number as NSDecimalNumber: return add(decimal: number)
    case let flag as Bool: return append(.boolean(flag))
    case let number as any BinaryInteger: return append(.integer(Int64(clamping: number)))
    case let number as Double: return append(.real(number))
    case let number as Float: return append(.real(Double(number)))
    case let number as NSNumber: return add(number: number)
    case let data as Data: return append(.data(data))
    case let date as Date:
      return add("NSDate", ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    case let uuid as UUID:
      let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
      return add("NSUUID", ["NS.uuidbytes": .data(bytes)])
    case let url as URL: return try add(url: url)
    case is NSNull: return add("NSNull", [:])
    case let set as NSOrderedSet: return try add(orderedSet: set)
    case let set as Set<AnyHashable>: return try add("NSSet", members: set.map(\.base))
    case let set as NSSet: return try add("NSSet", members: set.allObjects)
    case let list as [Any]: return try add("NSArray", members: list)
    case let entries as [AnyHashable: Any]: return try add(dictionary: entries)
    default: throw .cannotEncode(type: String(reflecting: type(of: value)))
    }
  }

  private mutating func add(text: String) -> Int {
    if let known = strings[text] { return known }
    let place = append(.string(text))
    strings[text] = place
    return place
  }

  private mutating func add(number: NSNumber) -> Int {
    switch number.objCType.pointee {
    case CChar(UInt8(ascii: "f")), CChar(UInt8(ascii: "d")):
      append(.real(number.doubleValue))
    default: append(.integer(number.int64Value))
    }
  }

  /// Adds an object of a class; its place is taken before its parts, as Apple's archiver does.
  private mutating func add(_ name: String, _ fields: [String: PropertyListNode]) -> Int {
    let place = append(.null)
    fill(place, name, fields)
    return place
  }

  private mutating func fill(_ place: Int, _ name: String, _ fields: [String: PropertyListNode]) {
    var fields = fields
    fields["$class"] = .uid(classReference(name))
    objects[place] = .dictionary(fields)
  }

  private mutating func classReference(_ name: String) -> Int {
    if let known = classes[name] { return known }
    let parents = name == "NSDecimalNumber" ? ["NSNumber", "NSValue", "NSObject"] : ["NSObject"]
    let place = append(
      .dictionary([
        "$classname": .string(name),
        "$classes": .array(([name] + parents).map { .string($0) }),
      ]))
    classes[name] = place
    return place
  }

  private mutating func add(_ name: String, members: [Any]) throws(ArchiveError) -> Int {
    let place = append(.null)
    fill(place, name, ["NS.objects": .array(try references(members))])
    return place
  }

  private mutating func references(_ values: [Any]) throws(ArchiveError) -> [PropertyListNode] {
    var found: [PropertyListNode] = []
    for value in values { found.append(.uid(try add(value))) }
    return found
  }

  private mutating func add(dictionary: [AnyHashable: Any]) throws(ArchiveError) -> Int {
    let place = append(.null)
    let entries = dictionary.sorted { "\($0.key)" < "\($1.key)" }
    let keys = try references(entries.map(\.key.base))
    let values = try references(entries.map(\.value))
    fill(place, "NSDictionary", ["NS.keys": .array(keys), "NS.objects": .array(values)])
    return place
  }

  private mutating func add(orderedSet: NSOrderedSet) throws(ArchiveError) -> Int {
    let place = append(.null)
    var fields: [String: PropertyListNode] = [:]
    for (index, value) in orderedSet.array.enumerated() {
      fields["NS.object.\(index)"] = .uid(try add(value))
    }
    fill(place, "NSOrderedSet", fields)
    return place
  }

  private mutating func add(url: URL) throws(ArchiveError) -> Int {
    let place = append(.null)
    let base = try url.baseURL.map { base throws(ArchiveError) in try add(url: base) } ?? 0
    let relative = add(text: url.relativeString)
    fill(place, "NSURL", ["NS.base": .uid(base), "NS.relative": .uid(relative)])
    return place
  }

  private mutating func add(decimal number: NSDecimalNumber) -> Int {
    let decimal = number.decimalValue
    var words = Self.words(of: decimal)
    let length = words.count / 2
    words += Array(repeating: 0, count: 16 - words.count)
    return add(
      "NSDecimalNumber",
      [
        "NS.exponent": .integer(Int64(decimal.isNaN ? 0 : decimal.exponent)),
        "NS.length": .integer(Int64(length)),
        "NS.negative": .boolean(decimal.isNaN || decimal.isSignMinus),
        "NS.compact": .boolean(true), "NS.bo": .integer(1), "NS.mantissa": .data(Data(words)),
      ])
  }

  /// The digits of a decimal as words of sixteen bits, low word and low byte first. Done by long
  /// division: a `Decimal` has no room for the fractions that dividing it would need.
  private static func words(of decimal: Decimal) -> [UInt8] {
    var digits = decimal.isNaN ? [] : decimal.significand.description.compactMap(\.wholeNumberValue)
    var words: [UInt8] = []
    while digits.contains(where: { $0 != 0 }) {
      var remainder = 0
      for index in digits.indices {
        remainder = remainder * 10 + digits[index]
        digits[index] = remainder / 65_536
        remainder %= 65_536
      }
      words += [UInt8(remainder & 0xff), UInt8(remainder >> 8)]
    }
    return words
  }
}
