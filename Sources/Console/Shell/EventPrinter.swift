/// Puts events where they belong: answers on standard output, problems on standard error.
package struct EventPrinter {
  let output: OutputWriter
  let usesColor: Bool
  let isPlain: Bool

  package init(output: OutputWriter, usesColor: Bool = false, isPlain: Bool = false) {
    self.output = output
    self.usesColor = usesColor
    self.isPlain = isPlain
  }

  /// Prints an event that is no problem.
  func print(_ event: OutputEvent) {
    switch event {
    case .acknowledgement(let line), .event(let line):
      output.write(shown(Array((OutputWriter.fitted(line) + "\n").utf8)))
    case .output(let bytes): output.write(shown(bytes))
    case .styled(let text): output.writeStyled(Array(text.utf8))
    case .notice(let text):
      output.error(
        Self.fitted(
          String(decoding: Excerpt.shown(Array(text.utf8), isPlain: isPlain), as: UTF8.self)))
    case .problem, .quit: break
    }
  }

  /// What standard output gets: as it is for programs, without what a terminal would obey for
  /// people.
  func shown(_ bytes: [UInt8]) -> [UInt8] {
    isPlain || OutputWriter.outputIsSeen ? Excerpt.shown(bytes, isPlain: isPlain) : bytes
  }

  /// Prints a problem: where it is, what it is, and the line with a caret under the place.
  func print(_ problem: Problem, source: String, place: ScriptPlace?) {
    let offset = Caret.lineOffset(of: problem, in: source)
    let head = place.map { "\($0.script):\($0.line + offset): " } ?? ""
    let text = Self.fitted("error: \(Excerpt.ofMessage(head))\(Excerpt.ofMessage(problem.message))")
    let mark = usesColor ? "\u{1B}[31merror:\u{1B}[0m" : "error:"
    output.errorStyled(mark + text.dropFirst("error:".count))
    let width = OutputWriter.errorsAreSeen ? LineEditor.columns : nil
    for line in Caret.lines(for: problem, in: source, width: width) { output.error(line) }
  }
}

extension EventPrinter {
  /// A message broken between words where a person reads it on a terminal; as it is elsewhere.
  private static func fitted(_ message: String) -> String {
    OutputWriter.errorsAreSeen ? wrapped(message, width: LineEditor.columns) : message
  }

  /// A text whose lines are broken at blanks so that they fit a width. A word too long for what is left
  /// of a line goes to the next, a path behind a short beginning stays where it is. What follows is
  /// indented as the line is.
  package static func wrapped(_ text: String, width: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { wrapped(line: String($0), width: width) }.joined(separator: "\n")
  }

  private static func wrapped(line: String, width: Int) -> String {
    guard DisplayWidth.of(line) > width else { return line }
    let blanks = line.prefix { $0 == " " }
    let indent = String(blanks.prefix(width / 3))
    var result = String(blanks)
    var used = blanks.count
    var isFirst = true
    for word in line.dropFirst(blanks.count).split(separator: " ", omittingEmptySubsequences: false)
    {
      let length = DisplayWidth.of(String(word))
      if !isFirst, used + 1 + length > width, length <= width / 2 || used > width / 2 {
        result += "\n" + indent
        used = indent.count
      } else if !isFirst {
        result += " "
        used += 1
      }
      isFirst = false
      result += word
      used += length
    }
    return result
  }
}

/// Points at a place in a command.
package enum Caret {
  /// How many lines below the command's first the place lies.
  static func lineOffset(of problem: Problem, in source: String) -> Int {
    guard let span = problem.span else { return 0 }
    return source.unicodeScalars.prefix(span.start).filter { $0 == "\n" }.count
  }

  /// The line of the place, and a caret below it; nothing where the place is unknown.
  ///
  /// - Parameter width: how many columns both may take; the caret stays under its place because neither is
  ///   broken by the terminal.
  package static func lines(
    for problem: Problem, in source: String, width: Int? = nil
  ) -> [String] {
    guard let span = problem.span else { return [] }
    let scalars = Array(source.unicodeScalars)
    guard span.start <= scalars.count, !scalars.isEmpty else { return [] }
    let start = scalars[..<span.start].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = scalars[span.start...].firstIndex(of: "\n") ?? scalars.count
    var window = Excerpt.window(of: start..<end, around: span.start)
    if let width {
      // The two blanks before it, and what says that it goes on.
      let room = max(4, width - 5)
      while window.count > 2, DisplayWidth.of(text(scalars[window])) > room {
        let excess = max(1, (DisplayWidth.of(text(scalars[window])) - room) / 2)
        // What is before the place goes first where more stands there.
        if span.start - window.lowerBound > window.count / 2 {
          window = min(window.lowerBound + excess, span.start)..<window.upperBound
        } else {
          window = window.lowerBound..<max(window.upperBound - excess, min(span.start + 1, end))
        }
      }
    }
    let line = text(scalars[window])
    let before = DisplayWidth.of(text(scalars[window.lowerBound..<span.start]))
    let length = max(
      1,
      DisplayWidth.of(
        text(scalars[span.start..<max(span.start, min(span.end, window.upperBound))])))
    let head = window.lowerBound > start ? "…" : ""
    let tail = window.upperBound < end ? "…" : ""
    return [
      "  " + head + line + tail,
      "  " + String(repeating: " ", count: head.count + before)
        + String(repeating: "^", count: length),
    ]
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    scalars.map(Excerpt.visible).joined()
  }
}
