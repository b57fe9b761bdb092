/// Reads a type out of a list of tokens.
package struct TypeParser {
  private let tokens: [SourceToken]
  /// The next token to read.
  package private(set) var position: Int
  private let depth: Int
  /// Deeper than anyone writes; beyond it the text is taken for no type.
  private static let deepest = 64

  /// - Parameters:
  ///   - tokens: the tokens of a file.
  ///   - position: where the type begins.
  package init(tokens: [SourceToken], position: Int) {
    self.init(tokens: tokens, position: position, depth: 0)
  }

  private init(tokens: [SourceToken], position: Int, depth: Int) {
    self.tokens = tokens
    self.position = position
    self.depth = depth
  }

  /// Reads a type inside another one.
  private mutating func inner() -> TypeName? {
    guard depth < Self.deepest else { return nil }
    var parser = TypeParser(tokens: tokens, position: position, depth: depth + 1)
    guard let type = parser.type() else { return nil }
    position = parser.position
    return type
  }

  private var current: SourceToken? {
    position < tokens.count ? tokens[position] : nil
  }

  private func sees(_ text: String) -> Bool {
    current?.reads(text) == true
  }

  private mutating func take(_ text: String) -> Bool {
    guard sees(text) else { return false }
    position += 1
    return true
  }

  /// - Returns: the type that begins here, or nil where none does.
  package mutating func type() -> TypeName? {
    let start = position
    var isPlain = true
    while let token = current {
      if token.reads("@") {
        position += 2
      } else if Self.prefixes.contains(token.text), token.kind == .word {
        position += 1
      } else {
        break
      }
      isPlain = false
    }
    guard var type = primary() else { return nil }
    type = suffixed(type)
    while sees("&") || sees("->") || sees("async") || sees("throws") {
      isPlain = false
      position += 1
      guard let right = primary() else { continue }
      _ = suffixed(right)
    }
    return isPlain ? type : asWritten(from: start)
  }

  private mutating func suffixed(_ type: TypeName) -> TypeName {
    var type = type
    while let token = current, token.touchesPrevious, token.reads("?") || token.reads("!") {
      position += 1
      type = .optional(type)
    }
    return type
  }

  private mutating func primary() -> TypeName? {
    guard let token = current else { return nil }
    if token.reads("[") { return bracketed() }
    if token.reads("(") { return parenthesised() }
    guard token.kind == .word else { return nil }
    var path = [token.text]
    var arguments: [TypeName] = []
    position += 1
    while true {
      if sees("<") {
        position += 1
        while let argument = inner() {
          arguments.append(argument)
          guard take(",") else { break }
        }
        guard take(">") else { return nil }
      } else if sees("."), position + 1 < tokens.count, tokens[position + 1].kind == .word {
        path.append(tokens[position + 1].text)
        position += 2
      } else {
        return .sugared(path, arguments)
      }
    }
  }

  private mutating func bracketed() -> TypeName? {
    position += 1
    guard let element = inner() else { return nil }
    if take(":") {
      guard let value = inner(), take("]") else { return nil }
      return .dictionary(element, value)
    }
    return take("]") ? .array(element) : nil
  }

  private mutating func parenthesised() -> TypeName? {
    let start = position
    var depth = 0
    repeat {
      if sees("(") { depth += 1 }
      if sees(")") { depth -= 1 }
      position += 1
    } while depth > 0 && position < tokens.count
    let end = position
    guard depth < Self.deepest else { return nil }
    var parser = TypeParser(tokens: tokens, position: start + 1, depth: depth + 1)
    if let only = parser.type(), parser.position == end - 1 { return only }
    return asWritten(from: start)
  }

  private func asWritten(from start: Int) -> TypeName {
    var text = ""
    for index in start..<min(position, tokens.count) {
      let token = tokens[index]
      let isJoined = token.touchesPrevious || index == start
      text += (isJoined ? "" : " ") + token.text
    }
    let names = tokens[start..<min(position, tokens.count)].filter { $0.kind == .word }
    return .other(text, names: names.map(\.text))
  }

  private static let prefixes: Set<String> = [
    "any", "some", "inout", "__owned", "__shared", "borrowing", "consuming", "sending",
  ]
}
