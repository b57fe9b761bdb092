/// Cuts a script into commands.
package enum ScriptRunner {
  /// Hands out the commands of a script as its bytes come, until one says to stop.
  ///
  /// - Parameters:
  ///   - next: the next bytes; empty at the end.
  ///   - body: told each command; whether to go on.
  ///   - wrong: told of a line that cannot be read, and of a command that the end leaves
  ///     unfinished; whether to go on.
  static func inputs(
    from next: () -> [UInt8], _ body: (Input) -> Bool, wrong: (Problem, Int) -> Bool
  ) {
    var cutter = LineCutter()
    var reader = InputReader()
    var isAtEnd = false
    while !isAtEnd {
      let bytes = next()
      isAtEnd = bytes.isEmpty
      var lines = cutter.take(bytes[...])
      if isAtEnd, let last = cutter.finish() { lines.append(last) }
      for line in lines {
        guard Self.take(line, &reader, body, wrong) else { return }
      }
      if cutter.isTooLong { return }
    }
    if let (problem, line) = reader.finish() { _ = wrong(problem, line) }
  }

  private static func take(
    _ line: LineCutter.Line, _ reader: inout InputReader, _ body: (Input) -> Bool,
    _ wrong: (Problem, Int) -> Bool
  ) -> Bool {
    if case .text(let text) = line { return reader.feed(text).map(body) ?? true }
    reader.skipLine()
    return line.problem.map { wrong($0, reader.line) } ?? true
  }

  /// The same of a whole script.
  static func inputs(
    of bytes: [UInt8], _ body: (Input) -> Bool, wrong: (Problem, Int) -> Bool
  ) {
    var rest: [UInt8]? = bytes
    inputs(
      from: {
        defer { rest = nil }
        return rest ?? []
      }, body, wrong: wrong)
  }

  /// The lines of a text, whatever ends them.
  static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var current = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        if current.last == "\r" { current.removeLast() }
        lines.append(String(current))
        current = String.UnicodeScalarView()
      } else {
        current.append(scalar)
      }
    }
    if !current.isEmpty { lines.append(String(current)) }
    return lines
  }
}
