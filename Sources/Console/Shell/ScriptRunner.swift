/// Cuts a script into commands.
package enum ScriptRunner {
  /// Hands out the commands of a text until `body` says to stop; tells when the last one is
  /// unfinished.
  package static func inputs(
    of text: String, _ body: (Input) -> Bool, unfinished: (Problem, Int) -> Void
  ) {
    var reader = InputReader()
    for line in lines(of: text) {
      guard let input = reader.feed(line) else { continue }
      guard body(input) else { return }
    }
    if let (problem, line) = reader.finish() { unfinished(problem, line) }
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
