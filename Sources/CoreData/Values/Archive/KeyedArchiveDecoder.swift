/// Makes values from a keyed archive, of the classes that property lists and attributes use.
///
/// Results are Swift values where there are such: `String`, `Date`, `Data`, `URL`, `UUID`,
/// `[Any]`, `[AnyHashable: Any]`, `Set<AnyHashable>`; numbers are `NSNumber`, decimals
/// `NSDecimalNumber`.
package struct KeyedArchiveDecoder {
  private let archive: KeyedArchive
  private let allowed: Set<String>?
  private var openPlaces: Set<Int> = []

  /// Reads the root of an archive.
  ///
  /// - Parameter allowed: the names of the classes that may occur (or whose subclasses may); nil
  ///   for all that can be read.
  /// - Throws: `ArchiveError.damaged`, or `.classNotAllowed` with the name of the class.
  package static func decode(
    _ data: Data, allowed: Set<String>? = nil
  ) throws(ArchiveError) -> Any? {
    let archive = try KeyedArchive(data)
    var decoder = KeyedArchiveDecoder(archive: archive, allowed: allowed)
    guard let root = archive.top["root"] else {
      throw .damaged(reason: "it has no root object")
    }
    return try decoder.value(root)
  }

  private init(archive: KeyedArchive, allowed: Set<String>?) {
    self.archive = archive
    self.allowed = allowed
  }

  private mutating func value(_ reference: PropertyListNode) throws(ArchiveError) -> Any? {
    guard let place = reference.uid else { return try make(reference) }
    guard let object = try archive.object(reference) else { return nil }
    guard openPlaces.insert(place).inserted, openPlaces.count < 512 else {
      throw .damaged(reason: "its objects contain each other, or nest too deeply")
    }
    defer { openPlaces.remove(place) }
    return try make(object)
  }

  private mutating func make(_ object: PropertyListNode) throws(ArchiveError) -> Any? {
    switch object {
    case .null: return nil
    case .boolean(let flag): return try plain("NSNumber", NSNumber(value: flag))
    case .integer(let number): return try plain("NSNumber", NSNumber(value: number))
    case .real(let number): return try plain("NSNumber", NSNumber(value: number))
    case .date(let seconds):
      return try plain("NSDate", Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let data): return try plain("NSData", data)
    case .string(let string): return try plain("NSString", string)
    case .uid: throw .damaged(reason: "a reference leads to a reference")
    case .array: throw .damaged(reason: "a list stands where an object should")
    case .dictionary: return try instance(object)
    }
  }

  private func plain(_ name: String, _ value: Any) throws(ArchiveError) -> Any {
    if let allowed, !allowed.contains(name) { throw .classNotAllowed(name: name) }
    return value
  }

  private mutating func instance(_ object: PropertyListNode) throws(ArchiveError) -> Any? {
    let classes = try archive.classes(of: object)
    guard let name = classes.first else { throw .damaged(reason: "an object has no class") }
    if let allowed, allowed.isDisjoint(with: classes) { throw .classNotAllowed(name: name) }
    switch name {
    case "NSArray", "NSMutableArray": return try list(object["NS.objects"])
    case "NSSet", "NSMutableSet": return Set(try hashables(object["NS.objects"]))
    case "NSDictionary", "NSMutableDictionary": return try dictionary(object)
    case "NSOrderedSet", "NSMutableOrderedSet": return try orderedSet(object)
    case "NSString", "NSMutableString": return object["NS.string"]?.string ?? ""
    case "NSData", "NSMutableData": return object["NS.data"]?.data ?? Data()
    case "NSDate": return Date(timeIntervalSinceReferenceDate: try real(object["NS.time"]))
    case "NSUUID": return try uuid(object["NS.uuidbytes"])
    case "NSURL": return try url(object)
    case "NSNull": return NSNull()
    case "NSDecimalNumber": return try decimal(object)
    default: throw .classNotAllowed(name: name)
    }
  }

  private mutating func list(_ references: PropertyListNode?) throws(ArchiveError) -> [Any] {
    var values: [Any] = []
    for reference in references?.array ?? [] { values.append(try value(reference) ?? NSNull()) }
    return values
  }

  private mutating func hashables(
    _ references: PropertyListNode?
  ) throws(ArchiveError) -> [AnyHashable] {
    var values: [AnyHashable] = []
    for any in try list(references) {
      if let number = any as? NSDecimalNumber {
        // On Linux hashing an NSDecimalNumber never returns.
        values.append(AnyHashable(number.decimalValue))
        continue
      }
      guard let hashable = any as? AnyHashable else {
        throw .damaged(reason: "a member of a set, or a key, cannot be hashed")
      }
      values.append(hashable)
    }
    return values
  }

  private mutating func dictionary(
    _ object: PropertyListNode
  ) throws(ArchiveError) -> [AnyHashable: Any] {
    let keys = try hashables(object["NS.keys"])
    let values = try list(object["NS.objects"])
    guard keys.count == values.count else {
      throw .damaged(reason: "a dictionary has more keys than values, or fewer")
    }
    return Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
  }

  /// Members stand under `NS.object.0`, `NS.object.1`…
  private mutating func orderedSet(_ object: PropertyListNode) throws(ArchiveError) -> Any {
    var values: [Any] = []
    while let reference = object["NS.object.\(values.count)"] {
      values.append(try value(reference) ?? NSNull())
    }
    return NSOrderedSet(array: values)
  }

  private func real(_ node: PropertyListNode?) throws(ArchiveError) -> Double {
    switch node {
    case .real(let number)?: return number
    case .integer(let number)?: return Double(number)
    default: throw .damaged(reason: "a number is missing")
    }
  }

  private func uuid(_ node: PropertyListNode?) throws(ArchiveError) -> UUID {
    guard let bytes = node?.data.map([UInt8].init), bytes.count == 16 else {
      throw .damaged(reason: "a UUID has no sixteen bytes")
    }
    return NSUUID(uuidBytes: bytes) as UUID
  }

  private mutating func url(_ object: PropertyListNode) throws(ArchiveError) -> URL {
    let base = try object["NS.base"].map { base throws(ArchiveError) in try value(base) } as? URL
    guard let text = try archive.object(object["NS.relative"])?.string,
      let url = URL(string: text, relativeTo: base)
    else { throw .damaged(reason: "a URL cannot be read") }
    return url
  }

  /// Exponent, sign and a mantissa of up to eight words of sixteen bits, low word first.
  private func decimal(_ object: PropertyListNode) throws(ArchiveError) -> NSDecimalNumber {
    guard let bytes = object["NS.mantissa"]?.data, let length = object["NS.length"]?.integer,
      let exponent = object["NS.exponent"]?.integer, (0...8).contains(length),
      bytes.count >= 2 * length, (-128...127).contains(exponent)
    else { throw .damaged(reason: "a decimal number is incomplete") }
    let isNegative = object["NS.negative"] == .boolean(true)
    if length == 0 { return isNegative ? .notANumber : .zero }
    let isLittleEndian = object["NS.bo"]?.integer ?? 1 == 1
    var value = Decimal(0)
    let words = [UInt8](bytes)
    for word in (0..<Int(length)).reversed() {
      let (first, second) = (Int(words[2 * word]), Int(words[2 * word + 1]))
      value = value * 65_536 + Decimal(isLittleEndian ? second << 8 | first : first << 8 | second)
    }
    let scaled = Decimal(
      sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: value)
    return NSDecimalNumber(decimal: scaled)
  }
}
