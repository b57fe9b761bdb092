/// A recorded session: commands behind `> `, and below each what it printed.
///
/// A continued command goes on behind `...> `. In expected lines `...` stands for anything within a
/// line, and alone on a line for any number of lines. A line that begins with `error:` is what went
/// to standard error. Lines before the first command are a heading.
package struct Transcript: Sendable, Equatable {
  package struct Step: Sendable, Equatable {
    package let input: String
    package let expected: [String]
    /// The number of the command's first line.
    package let line: Int
  }

  package private(set) var heading: [String] = []
  package private(set) var steps: [Step] = []

  package init(_ text: String) {
    var input: [String] = []
    var expected: [String] = []
    var start = 0
    for (index, line) in ScriptRunner.lines(of: text).enumerated() {
      if let rest = Self.rest(of: line, behind: "> ") {
        finish(&input, &expected, start)
        input = [rest]
        start = index + 1
      } else if let rest = Self.rest(of: line, behind: "...> "), expected.isEmpty, !input.isEmpty {
        input.append(rest)
      } else if input.isEmpty {
        heading.append(line)
      } else {
        expected.append(line)
      }
    }
    finish(&input, &expected, start)
  }

  private static func rest(of line: String, behind mark: String) -> String? {
    if line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
    return line + " " == mark ? "" : nil
  }

  private mutating func finish(_ input: inout [String], _ expected: inout [String], _ line: Int) {
    guard !input.isEmpty else { return }
    steps.append(Step(input: input.joined(separator: "\n"), expected: expected, line: line))
    input = []
    expected = []
  }

  /// Whether what was printed is what was expected, wildcards considered.
  package static func matches(_ expected: [String], _ found: [String]) -> Bool {
    matches(expected[...], found[...])
  }

  private static func matches(_ expected: ArraySlice<String>, _ found: ArraySlice<String>) -> Bool {
    guard let pattern = expected.first else { return found.isEmpty }
    if pattern == "..." {
      return (found.startIndex...found.endIndex).contains {
        matches(expected.dropFirst(), found[$0...])
      }
    }
    guard let line = found.first, matches(pattern, line) else { return false }
    return matches(expected.dropFirst(), found.dropFirst())
  }

  private static func matches(_ pattern: String, _ line: String) -> Bool {
    let parts = pattern.split(separator: "...", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return pattern == line }
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let start = first(part, in: rest) else { return false }
      rest = rest[start...].dropFirst(part.count)
    }
    return rest.hasSuffix(parts.last ?? "")
  }

  private static func first(_ part: String, in text: Substring) -> String.Index? {
    var index = text.startIndex
    while index <= text.endIndex {
      if text[index...].hasPrefix(part) { return index }
      guard index < text.endIndex else { return nil }
      index = text.index(after: index)
    }
    return nil
  }
}

extension Session {
  /// Runs a step of a transcript.
  ///
  /// - Returns: the lines it printed, problems as `error: …` without the caret.
  package func lines(of step: Transcript.Step) -> [String] {
    var text = ""
    var reader = InputReader()
    for line in ScriptRunner.lines(of: step.input) {
      guard let input = reader.feed(line) else { continue }
      execute(input.text) { event in
        switch event {
        case .acknowledgement(let line), .event(let line), .notice(let line): text += line + "\n"
        case .output(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .styled(let styled): text += styled
        case .problem(let problem, _, _): text += "error: \(problem.message)\n"
        case .quit: break
        }
      }
    }
    if let (problem, _) = reader.finish() { text += "error: \(problem.message)\n" }
    return ScriptRunner.lines(of: text)
  }
}
