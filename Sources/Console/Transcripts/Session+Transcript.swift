import CoreData

/// `.transcript FILE [swift|repl]`: the session so far as a script, or as a Swift program.
extension Session {
  func writeTranscript(_ path: String, _ form: ToolCommand.TranscriptForm) throws {
    let text =
      switch form {
      case .repl: history.map { $0 + "\n" }.joined()
      case .swift: SwiftProgram(names: names, model: stack?.plan.model?.path).text(history)
      }
    try NamedFile.write(text, to: path, in: folder)
    acknowledge("wrote \(path)")
  }
}
