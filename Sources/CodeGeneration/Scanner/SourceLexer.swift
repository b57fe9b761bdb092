/// Cuts Swift source into tokens: comments, literals and code known not to be compiled fall away.
///
/// It does not judge the source; the compiler does. Text it cannot make sense of comes out as marks.
package struct SourceLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  private var endOfPrevious = -1
  private var branches: [Branch] = []
  private var tokens: [SourceToken] = []

  /// One `#if` … `#endif` being read.
  private struct Branch {
    /// The conditions of the branches already passed.
    var passed: [String]
    /// The condition of the branch being read.
    var current: String
    /// Whether a branch known to be true has been passed.
    var decided: Bool
    /// Whether the branch being read is known not to be compiled.
    var dead: Bool
  }

  /// - Returns: the tokens of `source` in order.
  package static func tokens(of source: String) -> [SourceToken] {
    var lexer = SourceLexer(bytes: Array(source.utf8))
    lexer.run()
    return lexer.tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  private func reads(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position + length <= bytes.count else { return false }
    for offset in 0..<length where bytes[position + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  private mutating func advance() {
    if byte() == UInt8(ascii: "\n") {
      line += 1
      lineStart = position + 1
    }
    position += 1
  }

  private mutating func run() {
    while position < bytes.count {
      let current = byte()
      if current == 0x20 || (0x09...0x0D).contains(current) {
        advance()
      } else if reads("//") {
        skipLine()
      } else if reads("/*") {
        skipBlockComment()
      } else if let hashes = openingHashes() {
        literal { $0.skipString(hashes: hashes) }
      } else if current == UInt8(ascii: "#"), directive() {
        continue
      } else if current == UInt8(ascii: "/"), let end = regularExpressionEnd() {
        literal { $0.position = end }
      } else if isWordByte(current) || current == UInt8(ascii: "`") {
        word()
      } else {
        let length = reads("->") ? 2 : 1
        emit(.mark, from: position, to: position + length, line: line, lineStart: lineStart)
        position += length
        endOfPrevious = position
      }
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: byte >= 0x80
    }
  }

  private mutating func emit(
    _ kind: SourceToken.Kind, from: Int, to: Int, line: Int, lineStart: Int
  ) {
    guard !branches.contains(where: \.dead) else { return }
    var conditions: [String] = []
    for branch in branches {
      for passed in branch.passed where BuildCondition.value(of: passed) == nil {
        conditions.append("!(\(passed))")
      }
      if !branch.current.isEmpty, BuildCondition.value(of: branch.current) == nil {
        conditions.append(branch.current)
      }
    }
    let text = kind == .literal ? "" : String(decoding: bytes[from..<to], as: UTF8.self)
    tokens.append(
      SourceToken(
        kind: kind, text: text, line: line, column: from - lineStart + 1,
        touchesPrevious: from == endOfPrevious, conditions: conditions))
  }

  private mutating func word() {
    let start = position
    if byte() == UInt8(ascii: "`") {
      position += 1
      while position < bytes.count, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") {
        position += 1
      }
      position = min(position + 1, bytes.count)
    } else {
      while isWordByte(byte()), position < bytes.count { position += 1 }
    }
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start])
    emit(isNumber ? .literal : .word, from: start, to: position, line: line, lineStart: lineStart)
    endOfPrevious = position
  }

  private mutating func literal(_ skip: (inout SourceLexer) -> Void) {
    let (start, startLine, startOfLine) = (position, line, lineStart)
    skip(&self)
    emit(.literal, from: start, to: position, line: startLine, lineStart: startOfLine)
    endOfPrevious = position
  }
}

// MARK: - Comments and literals

extension SourceLexer {
  private mutating func skipLine() {
    while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if reads("/*") {
        depth += 1
        position += 2
      } else if reads("*/") {
        depth -= 1
        position += 2
      } else {
        advance()
      }
    } while depth > 0 && position < bytes.count
  }

  /// The number of `#` before a string's quotation mark, or nil where no string begins.
  private func openingHashes() -> Int? {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    return byte(hashes) == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func skipString(hashes: Int) {
    position += hashes
    let isLong = reads("\"\"\"")
    position += isLong ? 3 : 1
    while position < bytes.count {
      if isLong ? reads("\"\"\"") : byte() == UInt8(ascii: "\"") {
        let quotes = isLong ? 3 : 1
        if (0..<hashes).allSatisfy({ byte(quotes + $0) == UInt8(ascii: "#") }) {
          position += quotes + hashes
          return
        }
        advance()
      } else if byte() == UInt8(ascii: "\\"),
        (0..<hashes).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") })
      {
        position += 1 + hashes
        if byte() == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
      } else if byte() == UInt8(ascii: "\n"), !isLong {
        return
      } else {
        advance()
      }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if let hashes = openingHashes() {
        skipString(hashes: hashes)
        continue
      }
      if byte() == UInt8(ascii: "(") { depth += 1 }
      if byte() == UInt8(ascii: ")") { depth -= 1 }
      advance()
    } while depth > 0 && position < bytes.count
  }

  /// The place after a `/regular expression/` that begins here, or nil where `/` is an operator.
  private func regularExpressionEnd() -> Int? {
    if let last = tokens.last {
      let beforeExpression: Set<String> = ["=", "(", ",", ":", "[", "{", "return", "?", "&", "|"]
      guard last.kind != .literal, beforeExpression.contains(last.text) else { return nil }
    }
    guard byte(1) != 0x20, byte(1) != UInt8(ascii: "\n") else { return nil }
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "/") { return end + 1 }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}

// MARK: - Conditional compilation

extension SourceLexer {
  /// Reads `#if`, `#elseif`, `#else` or `#endif`; anything else beginning with `#` is left alone.
  private mutating func directive() -> Bool {
    if reads("#if") {
      position += 3
      let condition = restOfLine()
      branches.append(Branch(passed: [], current: condition, decided: false, dead: false))
      settle()
    } else if reads("#elseif") {
      position += 7
      next(condition: restOfLine())
    } else if reads("#else") {
      position += 5
      next(condition: "")
    } else if reads("#endif") {
      position += 6
      if !branches.isEmpty { branches.removeLast() }
    } else {
      return false
    }
    return true
  }

  private mutating func next(condition: String) {
    guard var branch = branches.popLast() else { return }
    if BuildCondition.value(of: branch.current) == true { branch.decided = true }
    branch.passed.append(branch.current)
    branch.current = condition
    branches.append(branch)
    settle()
  }

  private mutating func settle() {
    guard var branch = branches.popLast() else { return }
    let known = branch.current.isEmpty ? true : BuildCondition.value(of: branch.current)
    branch.dead = branch.decided || known == false
    branches.append(branch)
  }

  private mutating func restOfLine() -> String {
    let start = position
    while position < bytes.count, byte() != UInt8(ascii: "\n"), !reads("//"), !reads("/*") {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
