import CoreData

/// `.transcript FILE [swift|repl]`: the session so far as a script, or as a Swift program.
extension Session {
  func writeTranscript(_ path: String, _ form: ToolCommand.TranscriptForm) throws {
    let text =
      switch form {
      case .repl: history.map { $0 + "\n" }.joined()
      case .swift: SwiftProgram(names: names, model: stack?.plan.model?.path).text(history)
      }
    let url = URL(fileURLWithPath: path, relativeTo: folder)
    guard FileManager.default.createFile(atPath: url.path, contents: Data(text.utf8)) else {
      throw Problem("cannot write \(path)", kind: .file)
    }
    acknowledge("wrote \(path)")
  }
}
