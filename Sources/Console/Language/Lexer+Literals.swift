/// Strings and numbers.
extension Lexer {
  /// A string in single or double quotes; a backslash escapes.
  func string(at start: Int) -> Token {
    let quote = scalars[start]
    var view = String.UnicodeScalarView()
    var position = start + 1
    while let scalar = scalar(position) {
      if scalar == quote {
        return Token(
          kind: .string(String(view)), span: Span(start: start, end: position + 1))
      }
      if scalar == "\\" {
        guard let (escaped, next) = escape(at: position) else {
          return Token(
            kind: .invalid("unknown escape in a string; \\\\ writes a backslash"),
            span: Span(start: position, end: min(position + 2, scalars.count)))
        }
        view.append(escaped)
        position = next
      } else {
        view.append(scalar)
        position += 1
      }
    }
    return Token(
      kind: .invalid("the string is not closed"), span: Span(start: start, end: scalars.count))
  }

  private func escape(at position: Int) -> (Unicode.Scalar, next: Int)? {
    switch scalar(position + 1) {
    case "n": return ("\n", position + 2)
    case "t": return ("\t", position + 2)
    case "r": return ("\r", position + 2)
    case "0": return ("\0", position + 2)
    case "\\": return ("\\", position + 2)
    case "\"": return ("\"", position + 2)
    case "'": return ("'", position + 2)
    case "u": return unicodeEscape(at: position)
    default: return nil
    }
  }

  /// `\u{1F600}` or `\u00e9`.
  private func unicodeEscape(at position: Int) -> (Unicode.Scalar, next: Int)? {
    var start = position + 2
    var end = start + 4
    var next = end
    if scalar(start) == "{" {
      start += 1
      end = start
      while let scalar = scalar(end), scalar != "}", end - start < 8 { end += 1 }
      guard scalar(end) == "}" else { return nil }
      next = end + 1
    }
    guard end <= scalars.count, let code = UInt32(text(start, end), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { return nil }
    return (scalar, next)
  }

  func startsNumber(at start: Int) -> Bool {
    var position = start
    if scalar(position) == "-" || scalar(position) == "+" { position += 1 }
    if scalar(position) == "." { position += 1 }
    return isDigit(position)
  }

  /// Digits with an optional sign, fraction and exponent, kept as written.
  func number(at start: Int) -> Token {
    var position = start
    if scalar(position) == "-" || scalar(position) == "+" { position += 1 }
    while isDigit(position) { position += 1 }
    if scalar(position) == ".", isDigit(position + 1) {
      position += 1
      while isDigit(position) { position += 1 }
    }
    if scalar(position) == "e" || scalar(position) == "E" {
      var exponent = position + 1
      if scalar(exponent) == "-" || scalar(exponent) == "+" { exponent += 1 }
      if isDigit(exponent) {
        position = exponent
        while isDigit(position) { position += 1 }
      }
    }
    let end = wordEnd(from: position)
    guard end == position else {
      return Token(
        kind: .invalid("'\(text(start, end))' is not a number"), span: Span(start: start, end: end))
    }
    return Token(kind: .number(text(start, end)), span: Span(start: start, end: end))
  }

  private func isDigit(_ position: Int) -> Bool {
    guard let scalar = scalar(position) else { return false }
    return scalar >= "0" && scalar <= "9"
  }
}
