/// What a command of the object language has open, followed line by line: a string, and brackets.
///
/// Each line is read once, so that a string that nobody closes does not cost more with every line.
struct OpenPlaces {
  private var brackets: [Unicode.Scalar] = []
  private var quote: Unicode.Scalar?
  /// The end of the line before, by which a `#` is told from a reserved word as a key.
  private var tail: [Unicode.Scalar] = []

  /// What keeps the command from being finished.
  var opening: InputReader.Opening? {
    if let quote { return .string(Character(quote)) }
    return brackets.last.map { .bracket(Character($0)) }
  }

  /// Reads one more line of the command.
  mutating func take(_ line: String) {
    let before = tail.isEmpty ? [] : tail + ["\n"]
    let lexer = Lexer(before + Array(line.unicodeScalars))
    var position = before.count
    if quote == nil { position = lexer.skippingBlanks(from: position) }
    while position < lexer.scalars.count {
      let scalar = lexer.scalars[position]
      if let open = quote {
        position += scalar == "\\" ? 2 : 1
        if scalar == open { quote = nil }
      } else {
        if scalar == "\"" || scalar == "'" { quote = scalar }
        if "([{".unicodeScalars.contains(scalar) { brackets.append(scalar) }
        if ")]}".unicodeScalars.contains(scalar) { _ = brackets.popLast() }
        position += 1
      }
      if quote == nil { position = lexer.skippingBlanks(from: position) }
    }
    tail = lexer.scalars.suffix(64)
  }
}
