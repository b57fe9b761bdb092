/// Reads the tokens of one command. It never fails: what cannot be read is a token of its own.
package struct Lexer: Sendable {
  /// The whole command, newlines of continued lines included.
  package let scalars: [Unicode.Scalar]

  package init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  /// The token that begins at or after `position`, blanks and comments skipped.
  package func token(at position: Int) -> Token {
    let start = skippingBlanks(from: position)
    guard start < scalars.count else {
      return Token(kind: .end, span: Span(start: scalars.count, end: scalars.count))
    }
    let scalar = scalars[start]
    switch scalar {
    case "\"", "'": return string(at: start)
    case "$": return prefixed(at: start, "$", digits: true) { .variable($0) }
    case "@": return prefixed(at: start, "@", digits: false) { .operation($0) }
    default: break
    }
    if startsURI(at: start) { return uri(at: start) }
    if Self.isWordStart(scalar) {
      let end = wordEnd(from: start)
      return Token(kind: .word(text(start, end)), span: Span(start: start, end: end))
    }
    if startsNumber(at: start) { return number(at: start) }
    return symbol(at: start)
  }

  /// The text between two positions.
  package func text(_ start: Int, _ end: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<max(start, min(end, scalars.count))])
    return String(view)
  }

  /// The scalar at a position, or nil past the end.
  func scalar(_ position: Int) -> Unicode.Scalar? {
    position >= 0 && position < scalars.count ? scalars[position] : nil
  }

  // MARK: - Blanks and comments

  /// The first position from `position` on that is neither blank nor in a comment.
  func skippingBlanks(from position: Int) -> Int {
    var position = max(0, position)
    while let scalar = scalar(position) {
      if scalar.properties.isWhitespace {
        position += 1
      } else if scalar == "#", CommentRule.isComment(at: position, in: scalars) {
        while let next = self.scalar(position), next != "\n" { position += 1 }
      } else {
        break
      }
    }
    return position
  }

  // MARK: - Words

  static func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    isWordStart(scalar) || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
  }

  func wordEnd(from start: Int) -> Int {
    var end = start
    while let scalar = scalar(end), Self.isWordPart(scalar) { end += 1 }
    return end
  }

  private func prefixed(
    at start: Int, _ sign: String, digits: Bool, _ kind: (String) -> Token.Kind
  ) -> Token {
    let end = wordEnd(from: start + 1)
    let span = Span(start: start, end: max(end, start + 1))
    guard end > start + 1 else {
      return Token(kind: .invalid("a name must follow '\(sign)'"), span: span)
    }
    return Token(kind: kind(text(start + 1, end)), span: span)
  }

  // MARK: - Symbols and URIs

  private func symbol(at start: Int) -> Token {
    let two = text(start, start + 2)
    let length = ["+=", "-=", "=="].contains(two) ? 2 : 1
    return Token(
      kind: .symbol(text(start, start + length)), span: Span(start: start, end: start + length))
  }

  private func startsURI(at start: Int) -> Bool {
    text(start, start + 11) == "x-coredata:"
  }

  private func uri(at start: Int) -> Token {
    var end = start
    while let scalar = scalar(end), !scalar.properties.isWhitespace,
      !",]);=".unicodeScalars.contains(scalar)
    {
      end += 1
    }
    return Token(kind: .uri(text(start, end)), span: Span(start: start, end: end))
  }
}
