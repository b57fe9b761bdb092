/// Writes values as `NSKeyedArchiver` does on a Mac, for the classes that `KeyedArchiveDecoder`
/// reads.
package struct KeyedArchiveEncoder {
  private var objects: [PlistValue] = [.string("$null")]
  private var strings: [PlistValue: Int] = [:]
  private var classes: [String: Int] = [:]

  /// Archives one value.
  ///
  /// - Throws: `ArchiveError.cannotEncode` with the type that has no archived form here.
  package static func encode(_ value: Any) throws(ArchiveError) -> Data {
    var encoder = KeyedArchiveEncoder()
    let root = try encoder.add(value)
    return BinaryPlistWriter.data(
      dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .int(100_000),
        "$top": dictionary(["root": .uid(root)]), "$objects": .array(encoder.objects),
      ]))
  }

  private init() {}

  private static func dictionary(_ entries: [String: PlistValue]) -> PlistValue {
    .dictionary(entries.sorted { $0.key < $1.key }.map { PlistValue.Entry($0.key, $0.value) })
  }

  private mutating func append(_ node: PlistValue) -> Int {
    objects.append(node)
    return objects.count - 1
  }

  private mutating func add(_ value: Any) throws(ArchiveError) -> Int {
    switch value {
    case let text as String: return add(text: text)
    case let number as NSDecimalNumber: return add(decimal: number)
    case let number as NSNumber: return append(.number(number))
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
    if let known = strings[.string(text)] { return known }
    let place = append(.string(text))
    strings[.string(text)] = place
    return place
  }

  /// Adds an object of a class; its place is taken before its parts, as Apple's archiver does.
  private mutating func add(_ name: String, _ fields: [String: PlistValue]) -> Int {
    let place = append(.bool(false))
    fill(place, name, fields)
    return place
  }

  private mutating func fill(_ place: Int, _ name: String, _ fields: [String: PlistValue]) {
    var fields = fields
    fields["$class"] = .uid(classReference(name))
    objects[place] = Self.dictionary(fields)
  }

  private mutating func classReference(_ name: String) -> Int {
    if let known = classes[name] { return known }
    let parents = name == "NSDecimalNumber" ? ["NSNumber", "NSValue", "NSObject"] : ["NSObject"]
    let place = append(
      Self.dictionary([
        "$classname": .string(name),
        "$classes": .array(([name] + parents).map { .string($0) }),
      ]))
    classes[name] = place
    return place
  }

  private mutating func add(_ name: String, members: [Any]) throws(ArchiveError) -> Int {
    let place = append(.bool(false))
    fill(place, name, ["NS.objects": .array(try references(members))])
    return place
  }

  private mutating func references(_ values: [Any]) throws(ArchiveError) -> [PlistValue] {
    var found: [PlistValue] = []
    for value in values { found.append(.uid(try add(value))) }
    return found
  }

  private mutating func add(dictionary: [AnyHashable: Any]) throws(ArchiveError) -> Int {
    let place = append(.bool(false))
    let entries = dictionary.sorted { "\($0.key)" < "\($1.key)" }
    let keys = try references(entries.map(\.key.base))
    let values = try references(entries.map(\.value))
    fill(place, "NSDictionary", ["NS.keys": .array(keys), "NS.objects": .array(values)])
    return place
  }

  private mutating func add(orderedSet: NSOrderedSet) throws(ArchiveError) -> Int {
    let place = append(.bool(false))
    var fields: [String: PlistValue] = [:]
    for (index, value) in orderedSet.array.enumerated() {
      fields["NS.object.\(index)"] = .uid(try add(value))
    }
    fill(place, "NSOrderedSet", fields)
    return place
  }

  private mutating func add(url: URL) throws(ArchiveError) -> Int {
    let place = append(.bool(false))
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
        "NS.exponent": .int(Int64(decimal.isNaN ? 0 : decimal.exponent)),
        "NS.length": .int(Int64(length)),
        "NS.negative": .bool(decimal.isNaN || decimal.isSignMinus),
        "NS.compact": .bool(true), "NS.mantissa.bo": .int(1), "NS.mantissa": .data(Data(words)),
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
