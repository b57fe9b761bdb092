/// One thing that the console has to say.
package enum OutputEvent: Sendable, Equatable {
  /// A one-line confirmation, which `-q` drops.
  case acknowledgement(String)
  /// What was asked for, bytes as they go to standard output.
  case output([UInt8])
  /// A text that the console laid out with colours, for a terminal that shows them.
  case styled(String)
  /// What happened by itself: an observer or a controller speaks. One line.
  case event(String)
  /// Advice or a warning for standard error. One line or several.
  case notice(String)
  /// A command failed. `source` is its text; `place` says where a script that the command read
  /// failed.
  case problem(Problem, source: String, place: ScriptPlace?)
  /// The program shall end.
  case quit
}

/// A line of a script.
package struct ScriptPlace: Sendable, Equatable {
  package let script: String
  package let line: Int

  package init(script: String, line: Int) {
    self.script = script
    self.line = line
  }
}
