/// Makes values from a keyed archive, of the classes that property lists and attributes use.
///
/// Foundation's unarchiver on Linux ends the program on classes it does not expect and on damaged
/// bytes; here both are errors. Results are Swift values where there are such: `String`, `Date`,
/// `Data`, `URL`, `UUID`, `[Any]`, `[AnyHashable: Any]`, `Set<AnyHashable>`; numbers are
/// `NSNumber`, decimals `NSDecimalNumber`.
package struct KeyedArchiveDecoder {
  private let archive: ModelArchive
  private let allowed: Set<String>?
  private var openObjects: Set<Int> = []
  /// How many more objects may be made: an archive whose objects share others could otherwise
  /// stand for more than fits into memory.
  private var budget = 10_000_000

  /// Reads the root of an archive.
  ///
  /// - Parameter allowed: the names of the classes that may occur (or whose subclasses may); nil
  ///   for all that can be read.
  /// - Throws: `ArchiveError.damaged`, or `.classNotAllowed` with the name of the class.
  package static func decode(
    _ data: Data, allowed: Set<String>? = nil
  ) throws(ArchiveError) -> Any? {
    let archive: ModelArchive
    do {
      archive = try ModelArchive(data)
    } catch {
      throw .damaged(reason: error.reason)
    }
    var decoder = KeyedArchiveDecoder(archive: archive, allowed: allowed)
    return try decoder.value(archive.value(ofObject: archive.root))
  }

  private init(archive: ModelArchive, allowed: Set<String>?) {
    self.archive = archive
    self.allowed = allowed
  }

  private mutating func value(_ value: ModelArchive.Value?) throws(ArchiveError) -> Any? {
    budget -= 1
    guard budget > 0 else { throw .damaged(reason: "it stands for too many objects") }
    switch value {
    case nil, .null: return nil
    case .bool(let flag): return try plain("NSNumber", NSNumber(value: flag))
    case .int(let number): return try plain("NSNumber", NSNumber(value: number))
    case .real(let number): return try plain("NSNumber", NSNumber(value: number))
    case .date(let seconds):
      return try plain("NSDate", Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let data): return try plain("NSData", data)
    case .string(let text): return try plain("NSString", text)
    case .list: throw .damaged(reason: "a list stands where an object should")
    case .object(let object): return try make(object)
    }
  }

  private func plain(_ name: String, _ value: Any) throws(ArchiveError) -> Any {
    if let allowed, !allowed.contains(name) { throw .classNotAllowed(name: name) }
    return value
  }

  private mutating func make(_ object: Int) throws(ArchiveError) -> Any? {
    guard openObjects.insert(object).inserted, openObjects.count < 512 else {
      throw .damaged(reason: "its objects contain each other, or nest too deeply")
    }
    defer { openObjects.remove(object) }
    guard let name = archive.className(object) else {
      throw .damaged(reason: "an object has no class")
    }
    if let allowed, allowed.isDisjoint(with: archive.classNames(object) + [name]) {
      throw .classNotAllowed(name: name)
    }
    switch name {
    case "NSArray", "NSMutableArray": return try list(of: object)
    case "NSSet", "NSMutableSet": return Set(try hashables(archive.elements(.object(object))))
    case "NSDictionary", "NSMutableDictionary": return try dictionary(object)
    case "NSOrderedSet", "NSMutableOrderedSet": return try orderedSet(object)
    case "NSString", "NSMutableString": return archive.string(.object(object)) ?? ""
    case "NSURL": return try url(object)
    case "NSNull": return NSNull()
    case "NSDecimalNumber" where isNotANumber(object): return NSDecimalNumber.notANumber
    case "NSData", "NSMutableData", "NSDate", "NSUUID", "NSDecimalNumber",
      "NSDecimalNumberPlaceholder":
      if let value = archive.plain(.object(object)) { return value }
      throw .damaged(reason: "an object of the class \(name) is incomplete")
    default: throw .classNotAllowed(name: name)
    }
  }

  private mutating func list(of object: Int) throws(ArchiveError) -> [Any] {
    try list(archive.elements(.object(object)))
  }

  private mutating func list(_ elements: [ModelArchive.Value]?) throws(ArchiveError) -> [Any] {
    var values: [Any] = []
    for element in elements ?? [] { values.append(try value(element) ?? NSNull()) }
    return values
  }

  private mutating func hashables(
    _ elements: [ModelArchive.Value]?
  ) throws(ArchiveError) -> [AnyHashable] {
    var values: [AnyHashable] = []
    for any in try list(elements) {
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

  private mutating func dictionary(_ object: Int) throws(ArchiveError) -> [AnyHashable: Any] {
    guard let entries = archive.entries(.object(object)) else {
      throw .damaged(reason: "a dictionary has no entries")
    }
    let keys = try hashables(entries.map(\.key))
    let values = try list(entries.map(\.value))
    return Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
  }

  /// Members stand under `NS.object.0`, `NS.object.1`…
  private mutating func orderedSet(_ object: Int) throws(ArchiveError) -> Any {
    var values: [Any] = []
    while let member = archive.field("NS.object.\(values.count)", of: object) {
      values.append(try value(member) ?? NSNull())
    }
    return NSOrderedSet(array: values)
  }

  /// A decimal without digits is zero, and no number at all with a sign.
  private func isNotANumber(_ object: Int) -> Bool {
    archive.integer(archive.field("NS.length", of: object)) == 0
      && archive.flag("NS.negative", of: object)
  }

  private mutating func url(_ object: Int) throws(ArchiveError) -> URL {
    let base = try value(archive.field("NS.base", of: object)) as? URL
    guard let text = archive.string(archive.field("NS.relative", of: object)),
      let url = URL(string: text, relativeTo: base)
    else { throw .damaged(reason: "a URL cannot be read") }
    return url
  }
}
