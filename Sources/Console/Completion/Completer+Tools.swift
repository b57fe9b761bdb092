/// Dot commands and what follows them.
extension Completer {
  func tool(_ line: String) -> (prefix: String, found: [Completion]) {
    let word = Self.lastWord(line) { !$0.isWhitespace }
    let before = line.dropLast(word.count).split { $0.isWhitespace }.map(String.init)
    guard let first = before.first, let name = ToolName(rawValue: String(first.dropFirst())) else {
      let all = ToolName.allCases.map { name in
        Completion(
          "." + name.rawValue, HelpTopic.named("." + name.rawValue)?.summary ?? "leaves")
      }
      return (word, Self.matching(word, all))
    }
    if name == .explain { return object(Self.behindFirstWord(line)) }
    if Self.takesFile(name, before.count) {
      return FileCompletion(folder: session.folder).completions(of: line, behind: before.count)
    }
    return (word, Self.matching(word, arguments(of: name, Array(before.dropFirst()))))
  }

  private static func behindFirstWord(_ line: String) -> String {
    String(line.drop { !$0.isWhitespace }.drop { $0.isWhitespace })
  }

  /// Whether the next word is a file's name, after so many words.
  private static func takesFile(_ name: ToolName, _ count: Int) -> Bool {
    switch name {
    case .read, .open, .output, .saveAs, .transcript, .import, .migrate: count == 1
    case .export: count == 2
    case .model, .graph: count == 2 || count == 3
    case .stack: count == 2
    default: false
    }
  }

  private func arguments(of name: ToolName, _ words: [String]) -> [Completion] {
    switch (name, words.count) {
    case (.saveAs, 1):
      return ToolCommand.StoreType.allCases.filter { $0 != .memory }
        .map { Completion($0.rawValue, "store") }
    case (.transcript, 1):
      return ToolCommand.TranscriptForm.allCases.map { Completion($0.rawValue, "form") }
    case (.diff, 1): return pointCompletions()
    case (_, 0): return firstArguments(of: name)
    default: return []
    }
  }

  private func firstArguments(of name: ToolName) -> [Completion] {
    switch name {
    case .mode: OutputMode.allCases.map { Completion($0.rawValue, "mode") }
    case .headers, .echo, .bail, .quiet, .timer, .color, .pager, .rows, .swift, .faults, .strict,
      .predict:
      [Completion("on"), Completion("off")]
    case .view: ToolCommand.View.allCases.map { Completion($0.rawValue) }
    case .store: ToolCommand.StoreType.allCases.map { Completion($0.rawValue, "store") }
    case .schema, .indexes, .dump: session.tableCompletions() + session.entityCompletions()
    case .tables: session.tableCompletions()
    case .help: HelpTopic.all.map { Completion($0.name, $0.summary) }
    case .why: session.nameCompletions()
    case .graph: session.nameCompletions() + Self.forms
    case .model: session.entityCompletions() + Self.forms
    case .stack: Self.forms
    case .export: ["json", "csv", "sql"].map { Completion($0, "form") }
    case .goto, .diff: pointCompletions()
    case .undo: session.undoCompletions()
    case .sqldebug:
      zip(["0", "1", "2", "3"], ["nothing", "statements", "bound values too", "plans too"])
        .map { Completion($0, $1) }
    case .chapter: session.chapterCompletions()
    case .next: [Completion("anyway", "leaves the task undone")]
    case .reset:
      [Completion("chapter", "from its beginning"), Completion("step", "as this step begins")]
    default: []
    }
  }

  private func pointCompletions() -> [Completion] {
    // Nothing is completed where there is no line.
    (try? session.timeline())?.points.enumerated().map { Completion(String($0), $1.name) } ?? []
  }

  private static let forms = DiagramForm.allCases.map { Completion($0.rawValue, "form") }
}
