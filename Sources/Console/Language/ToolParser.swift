/// The dot commands.
extension Parser {
  mutating func toolCommand() throws(Problem) -> ToolCommand {
    let start = lexer.skippingBlanks(from: position)
    let words = try ToolWords.split(lexer, from: start + 1)
    guard let first = words.first else {
      throw Problem(
        "a command must follow '.'; .help lists them", at: Span(start: start, end: start + 1))
    }
    guard let name = ToolName(rawValue: first.text) else {
      if ["step", "prev", "previous", "back"].contains(first.text) {
        throw Problem(
          "there is no command '.\(first.text)'; .text N shows another step, and '.reset step' begins "
            + "this one anew", at: first.span)
      }
      throw Problem.unknown(
        "there is no command '.\(first.text)'; .help lists them",
        Spelled("." + first.text, at: first.span),
        among: ToolName.allCases.map { "." + $0.rawValue })
    }
    let arguments = ToolArguments(name: name, whole: first.span, words: Array(words.dropFirst()))
    if name == .explain { return .explain(try explained(behind: first)) }
    return try arguments.command()
  }

  private mutating func explained(behind word: Spelled) throws(Problem) -> FetchCommand {
    position = word.span.end
    guard take(word: "fetch") else { throw unexpected("'fetch ENTITY …' after .explain") }
    let fetch = try fetchCommand()
    try expectEnd()
    return fetch
  }
}

/// Splits a dot command into words at blanks; quotes hold a word together.
enum ToolWords {
  static func split(_ lexer: Lexer, from start: Int) throws(Problem) -> [Spelled] {
    var words: [Spelled] = []
    var position = start
    while let scalar = lexer.scalar(position) {
      if scalar.properties.isWhitespace {
        position += 1
      } else if scalar == "#", lexer.scalar(position - 1)?.properties.isWhitespace ?? true {
        while let next = lexer.scalar(position), next != "\n" { position += 1 }
      } else if scalar == "\"" || scalar == "'" {
        let token = lexer.string(at: position)
        guard case .string(let text) = token.kind else {
          if case .invalid(let reason) = token.kind { throw Problem(reason, at: token.span) }
          throw Problem("the word cannot be read", at: token.span)
        }
        words.append(Spelled(text, at: token.span))
        position = token.span.end
      } else {
        var end = position
        while let next = lexer.scalar(end), !next.properties.isWhitespace { end += 1 }
        words.append(Spelled(lexer.text(position, end), at: Span(start: position, end: end)))
        position = end
      }
    }
    return words
  }
}
