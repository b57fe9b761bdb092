/// Cuts a text of the predicate format language into tokens, each byte looked at a bounded number
/// of times.
package struct Lexer {
  let text: String
  let bytes: [UInt8]
  var index = 0

  /// Where the last token began, in bytes.
  package private(set) var tokenStart = 0

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The next token; `.end` at the end, however often it is asked for.
  package mutating func next() throws -> Token {
    skipBlanks()
    tokenStart = index
    guard let byte = peek(0) else { return .end }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try scanString(quote: byte))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try scanNumber())
    case UInt8(ascii: "."):
      if let digit = peek(1), digit.isDigit { return .number(try scanNumber()) }
      index += 1
      return .sign(.dot)
    case UInt8(ascii: "$"):
      index += 1
      return .variable(try scanName("the name of a variable"))
    case UInt8(ascii: "@"):
      index += 1
      return .collectionOperator("@" + (try scanName("a collection operator such as @count")))
    case UInt8(ascii: "#"):
      index += 1
      return .word(try scanName("a key"), escaped: true)
    case UInt8(ascii: "%"): return try scanPlaceholder()
    default:
      if byte.startsName { return try scanWord() }
      return .sign(try scanSign())
    }
  }

  /// An error at a byte of the text.
  package func error(at offset: Int, expected: String) -> PredicateSyntaxError {
    let position = String(decoding: bytes[..<min(offset, bytes.count)], as: UTF8.self).count
    return PredicateSyntaxError(position: position, expected: expected, text: text)
  }

  func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private mutating func skipBlanks() {
    while let byte = peek(0), byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { index += 1 }
  }

  mutating func scanName(_ expected: String) throws -> String {
    let start = index
    if let byte = peek(0), byte.startsName {
      while let byte = peek(0), byte.continuesName { index += 1 }
    }
    guard index > start else { throw error(at: start, expected: expected) }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// A word, or the name of a function with its colons.
  private mutating func scanWord() throws -> Token {
    let name = try scanName("a word")
    guard peek(0) == UInt8(ascii: ":"), peek(1) != UInt8(ascii: "=") else {
      return .word(name, escaped: false)
    }
    let start = tokenStart
    while let byte = peek(0), byte.continuesName || byte == UInt8(ascii: ":") { index += 1 }
    guard bytes[index - 1] == UInt8(ascii: ":") else {
      throw error(at: index, expected: "':' or '(' after a function's name")
    }
    return .functionName(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// `%@`, `%K`, printf's letters with their flags, and `%%`, the modulus.
  private mutating func scanPlaceholder() throws -> Token {
    index += 1
    let start = index
    while let byte = peek(0), byte.isFormatFlag { index += 1 }
    guard let conversion = peek(0) else {
      throw error(at: tokenStart, expected: "a letter after '%', such as %@, %K or %d")
    }
    index += 1
    switch conversion {
    case UInt8(ascii: "%") where index == start + 1: return .sign(.modulus)
    case UInt8(ascii: "@"): return .placeholder("@")
    case UInt8(ascii: "K"): return .placeholder("K")
    default:
      guard "diouxXDUcCeEfFgGaAsS".utf8.contains(conversion) else {
        throw error(at: tokenStart, expected: "%@, %K or a printf format such as %d or %f")
      }
      return .placeholder(String(decoding: [conversion], as: UTF8.self))
    }
  }

  private mutating func scanSign() throws -> Token.Sign {
    let pair = [peek(0), peek(1)].compactMap { $0 }
    if pair.count == 2, let sign = Self.pairs[UInt16(pair[0]) << 8 | UInt16(pair[1])] {
      index += 2
      return sign
    }
    guard let first = pair.first, let sign = Self.singles[first] else {
      throw error(at: index, expected: "a key, a value or an operator")
    }
    index += 1
    return sign
  }

  private static let singles: [UInt8: Token.Sign] = {
    var signs: [UInt8: Token.Sign] = [UInt8(ascii: "="): .equal]
    for sign in Token.Sign.allCases where sign.rawValue.utf8.count == 1 {
      signs[sign.rawValue.utf8.first ?? 0] = sign
    }
    return signs
  }()

  private static let pairs: [UInt16: Token.Sign] = {
    func code(_ text: String) -> UInt16 { text.utf8.reduce(0) { $0 << 8 | UInt16($1) } }
    var signs: [UInt16: Token.Sign] = [
      code("<>"): .notEqual, code("=<"): .lessOrEqual, code("=>"): .greaterOrEqual,
    ]
    for sign in Token.Sign.allCases where sign.rawValue.utf8.count == 2 {
      signs[code(sign.rawValue)] = sign
    }
    return signs
  }()
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Letters, the underscore, and everything beyond ASCII.
  var startsName: Bool {
    (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
      || self == UInt8(ascii: "_") || self >= 0x80
  }

  var continuesName: Bool { startsName || isDigit }

  /// Flags, width, precision and length of a printf format.
  var isFormatFlag: Bool { isDigit || "hljtzqL+- #.'".utf8.contains(self) }
}
