import CoreData
import Inspector
import Workbook

/// A command that succeeded.
struct Remembered {
  let text: String
  let facts: SwiftFacts
}

/// `.transcript FILE [swift|repl]`: the session so far as a script, or as a Swift program.
extension Session {
  func writeTranscript(_ path: String, _ form: ToolCommand.TranscriptForm) throws {
    let text =
      switch form {
      case .repl: script
      case .swift: try program(beside: path)
      }
    try NamedFile.write(text, to: path, in: folder)
    acknowledge("wrote \(path)")
  }

  /// Keeps a command for transcripts. What a script that was read ran is kept command by command, and
  /// not the reading too.
  ///
  /// A script begins where its chapter was opened or begun anew: what came before is about another
  /// store, and would take the chapter's own away where it runs.
  func remember(_ command: Command, _ text: String) {
    guard !isReplaying else { return }
    switch command {
    case .tool(.read), .tool(.transcript), .tool(.quit): return
    case .tool(.words(.chapter, let words)), .tool(.words(.reset, let words)):
      guard !words.isEmpty else { return }
      history = []
      historyStart = 0
    default:
      // Blanks around a command are no part of it: they stood behind the `;;` of another.
      history.append(
        Remembered(
          text: text.trimmingCharacters(in: .whitespacesAndNewlines), facts: swiftFacts(of: command)
        ))
    }
  }

  /// The commands, and above them how to run them.
  private var script: String {
    let heading = (scriptStart ?? ScriptStart(self)).heading
    let lines = heading + history.map { ScriptStart.line($0.text) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The program for what has been done since the store was opened. A model that the store alone has
  /// is written beside it.
  private func program(beside path: String) throws -> String {
    let stack = try openStack()
    let model: String
    if let url = stack.plan.model, StoreFile.kind(of: url) == nil {
      model = url.path
    } else {
      let url = URL(fileURLWithPath: path + ".mom", relativeTo: folder)
      _ = try WritingPlace(url, path: path + ".mom")
      let name = url.deletingPathExtension().lastPathComponent
      try ModelCompiler.compile(stack.model, name: name, to: url)
      acknowledge("wrote \(path).mom, the store's model")
      model = url.path
    }
    let program = SwiftProgram(
      model: model, store: existedBefore ? stack.plan.store?.path : nil,
      type: stack.plan.type)
    return program.text(Array(history.dropFirst(historyStart)))
  }
}
