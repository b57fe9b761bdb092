import CoreData

/// Reads JSON (RFC 8259). Foundation's reader makes numbers of another size of some, and drops all but
/// one of several members of a name; here a number stays its text, and such a file is refused.
struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private static let deepest = 100

  /// Reads a whole file.
  static func read(_ data: Data) throws(Problem) -> JSONValue {
    var reader = JSONReader(bytes: Array(data))
    if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.place == reader.bytes.count else {
      throw reader.problem("something follows the end")
    }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private func problem(_ what: String) -> Problem {
    let line = bytes[..<min(place, bytes.count)].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    return Problem("the file is no JSON: line \(line): \(what)")
  }

  // MARK: - Values

  private mutating func value() throws(Problem) -> JSONValue {
    skipBlanks()
    guard let byte = next else { throw problem("it ends too early") }
    switch byte {
    case UInt8(ascii: "{"): return try nested { reader throws(Problem) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(Problem) in try reader.list() }
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: return try word()
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(Problem) -> JSONValue
  ) throws(Problem) -> JSONValue {
    guard depth < Self.deepest else {
      throw problem("lists and objects lie too deep in each other")
    }
    depth += 1
    place += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(Problem) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else {
        throw problem("a name in quotation marks is missing")
      }
      let name = try text()
      guard names.insert(name).inserted else { throw problem("“\(name)” is there twice") }
      skipBlanks()
      guard take(":") else { throw problem("a colon is missing behind “\(name)”") }
      members.append(JSONValue.Member(name: name, value: try value()))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw problem("an object is not closed") }
    return .object(members)
  }

  private mutating func list() throws(Problem) -> JSONValue {
    var values: [JSONValue] = []
    skipBlanks()
    if take("]") { return .list([]) }
    repeat {
      values.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw problem("a list is not closed") }
    return .list(values)
  }

  private mutating func word() throws(Problem) -> JSONValue {
    for (word, value) in [
      ("null", JSONValue.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ]
    where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return value
    }
    throw problem("no value begins like this")
  }

  private mutating func number() throws(Problem) -> String {
    let start = place
    _ = take("-")
    let whole = takeDigits()
    let hasLeadingZero = whole > 1 && bytes[place - whole] == UInt8(ascii: "0")
    var isWhole = whole > 0 && !hasLeadingZero
    if take(".") { isWhole = takeDigits() > 0 && isWhole }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      isWhole = takeDigits() > 0 && isWhole
    }
    guard isWhole else { throw problem("a number is not whole") }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func takeDigits() -> Int {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place - start
  }

  // MARK: - Texts

  private mutating func text() throws(Problem) -> String {
    place += 1
    var found: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        guard let text = String(validating: found, as: UTF8.self) else {
          throw problem("a text is not encoded in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        place += 1
        found += Array(String(try escaped()).utf8)
      case 0..<0x20: throw problem("a control character stands in a text")
      default:
        found.append(byte)
        place += 1
      }
    }
    throw problem("a text is not closed")
  }

  private static let escapes: [UInt8: Character] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escaped() throws(Problem) -> Character {
    guard let byte = next else { throw problem("a text is not closed") }
    place += 1
    if let character = Self.escapes[byte] { return character }
    guard byte == UInt8(ascii: "u") else { throw problem("there is no such escape in a text") }
    var code = try unit()
    if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
      let second = try unit()
      guard (0xDC00..<0xE000).contains(second) else { throw problem("half a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw problem("half a surrogate pair") }
    return Character(scalar)
  }

  /// The four hexadecimal digits of `\u`.
  private mutating func unit() throws(Problem) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw problem("\\u wants four hexadecimal digits") }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }
}
