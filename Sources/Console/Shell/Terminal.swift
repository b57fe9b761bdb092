internal import Foundation
internal import ScratchFolders

/// The console on a terminal: a thin shell around the session.
final class Terminal {
  private let session: Session
  private let output: OutputWriter
  /// Where the history of a scenario is kept; nil to keep none.
  private let historyURL: (String) -> URL?
  /// The scenario whose history is loaded.
  private var scenario = ""
  private var reader = InputReader()
  private var editor: LineEditor?
  private var hasQuit = false
  /// Takes what the running command prints.
  private var pager: Pager?
  /// Whether it was said that no history is kept.
  private var hasLostHistory = false
  /// Whether something that the running command said was not shown any more.
  private var isCut = false

  init(session: Session, output: OutputWriter, historyURL: @escaping (String) -> URL?) {
    self.session = session
    self.output = output
    self.historyURL = historyURL
  }

  /// - Parameter opening: a command whose answer a person sees first.
  func run(opening: String?) -> Int32 {
    editor = LineEditor(
      program: "corebook", historySize: 5000,
      questions: LineEditor.Questions(
        prompt: { [unowned self] in prompt }, complete: { [unowned self] in complete($0) }))
    guard let editor else {
      output.error("error: the terminal cannot be used for line editing; use 'run -'")
      return ExitStatus.failure
    }
    session.isInterrupted = { [output, unowned self] in
      LineEditor.isInterrupted || !output.isOpen || pager?.isAbandoned ?? false
    }
    session.ask = { [unowned self] in answer(to: $0) }
    if let opening { perform(opening) }
    while !hasQuit {
      output.flush()
      loadHistory(editor)
      switch editor.read() {
      case .line(let text):
        take(text, editor)
      case .interrupted:
        reader.abandon()
        pendingEntry = ""
      case .end:
        output.write("")
        hasQuit = !LineEditor.hasTerminal || mayLeave()
      }
    }
    output.flush()
    session.close()
    return ExitStatus.success
  }

  // MARK: - Lines

  /// Takes a line, or several that were pasted, and runs the commands they complete.
  private func take(_ text: String, _ editor: LineEditor) {
    if reader.isContinuing { remindOfOpening(text) }
    let lines = ScriptRunner.lines(of: text)
    var entry = ""
    for line in lines.isEmpty ? [""] : lines {
      entry += (entry.isEmpty ? "" : "\n") + line
      guard let input = reader.feed(line) else { continue }
      pendingEntry += entry
      entry = ""
      remember(editor)
      execute(input.text)
      if hasQuit { return }
    }
    if reader.isContinuing {
      pendingEntry += entry + "\n"
    } else {
      pendingEntry = ""
    }
  }

  /// Says what keeps a command from its end when a line looks like a command of its own.
  private func remindOfOpening(_ text: String) {
    let line = text.trimmingCharacters(in: .whitespaces)
    guard line.isEmpty || isCommand(line), let opening = reader.opening else { return }
    output.error("note: \(opening.described) yet; close it, or give the command up with Ctrl-C")
  }

  /// Whether a line is a command of its own and not merely a name, as a line in a list can be.
  private func isCommand(_ line: String) -> Bool {
    if line.hasPrefix(".") { return true }
    switch try? Parser.parse(line) {
    case nil, .print: return false
    default: return true
    }
  }

  /// What has been typed of a command that goes on.
  private var pendingEntry = ""

  private func remember(_ editor: LineEditor) {
    let entry = pendingEntry.trimmingCharacters(in: .whitespacesAndNewlines)
    pendingEntry = ""
    if !entry.isEmpty { editor.remember(entry) }
    guard let file = historyURL(scenario), !editor.saveHistory(to: file.path) else { return }
    sayHistoryIsLost(
      "cannot write \(file.path): \(String(cString: strerror(errno))); \(HomeFolder.remedy)")
  }

  private func execute(_ text: String) {
    if mayRun(text) { perform(text) }
  }

  private func perform(_ text: String) {
    LineEditor.forgetInterrupt()
    session.settings.fitScreen(columns: LineEditor.columns)
    let pager = Pager(
      output: output, isOn: session.settings.usesPager, instead: session.settings.pagerInstead)
    self.pager = pager
    defer { self.pager = nil }
    let printer = EventPrinter(
      output: output, usesColor: session.settings.usesColor && OutputWriter.errorsAreSeen,
      isPlain: session.settings.rendering.isPlain)
    var isTold = false
    isCut = false
    session.execute(text) { event in
      switch event {
      case .problem(let problem, let source, let place):
        pager.finish()
        // Who leaves the pager early has seen enough, and knows that it ends there.
        if pager.isAbandoned, problem.message == Problem.interrupted.message { return }
        isTold = true
        printer.print(problem, source: source, place: place)
      case .quit: self.hasQuit = self.mayLeave()
      case .output(let bytes): self.show(printer.shown(bytes), pager)
      case .styled(let text): self.show(Array(text.utf8), pager)
      default:
        pager.finish()
        printer.print(event)
      }
    }
    pager.finish()
    if isCut, !isTold, !pager.isAbandoned { printer.print(.interrupted, source: "", place: nil) }
    output.flush()
    LineEditor.forgetInterrupt()
  }

  /// Shows an answer in pieces, so that Ctrl-C ends what has long been found out too.
  private func show(_ bytes: [UInt8], _ pager: Pager) {
    var rest = bytes[...]
    while !rest.isEmpty, !session.isInterrupted() {
      pager.write(Array(rest.prefix(8192)))
      rest = rest.dropFirst(8192)
    }
    if !rest.isEmpty { isCut = true }
  }

  // MARK: - Asking

  /// Asks before a command that gives up unsaved changes.
  private func mayRun(_ text: String) -> Bool {
    guard session.hasUnsavedChanges, let command = try? Parser.parse(text) else { return true }
    switch command {
    case .reset, .tool(.restart), .tool(.open), .tool(.store(.some)):
      return ask("Give up unsaved changes?")
    case .tool(.words(.chapter, let words)), .tool(.words(.reset, let words)):
      return words.isEmpty || ask("Give up unsaved changes?")
    default: return true
    }
  }

  private func mayLeave() -> Bool {
    guard session.hasUnsavedChanges else { return true }
    return ask("Leave, giving up unsaved changes?")
  }

  private func ask(_ question: String) -> Bool {
    let answer = answer(to: "\(question) [y/N] ") ?? ""
    return ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased())
  }

  /// Puts a question; the answer is a line as it is typed, without editing; nil on Ctrl-C and Ctrl-D.
  ///
  /// It looks now and then whether Ctrl-C was typed: a signal just before `read` would not end it.
  private func answer(to question: String) -> String? {
    LineEditor.forgetInterrupt()
    output.write(Array(question.utf8))
    output.flush()
    var bytes: [UInt8] = []
    while !LineEditor.isInterrupted {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 200) > 0 else { continue }
      var byte: UInt8 = 0
      let count = Foundation.read(STDIN_FILENO, &byte, 1)
      if count == 1, byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      if count == 1 { bytes.append(byte) }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    LineEditor.forgetInterrupt()
    output.write("")
    return nil
  }

  // MARK: - Prompt and completion

  private var prompt: String {
    reader.isContinuing ? "   ...> " : session.promptText
  }

  private func complete(_ line: String) -> (edit: CompletionEdit, listing: String?) {
    let (prefix, found) = Completer(session: session).completions(of: pendingEntry + line)
    let edit = CompletionEdit(found, replacing: prefix)
    guard found.count > 1, edit.insertion.isEmpty else { return (edit, nil) }
    return (
      edit, CompletionMenu.text(found, columns: LineEditor.columns, rows: LineEditor.rows)
    )
  }

  // MARK: - History

  /// Takes the history of the scenario that is open, when it is another than before.
  private func loadHistory(_ editor: LineEditor) {
    guard session.scenarioName != scenario else { return }
    scenario = session.scenarioName
    guard let file = historyURL(scenario) else { return }
    do {
      try FolderMaking.make(
        file.deletingLastPathComponent(), isPrivate: true, remedy: HomeFolder.remedy)
    } catch {
      sayHistoryIsLost(error.localizedDescription)
    }
    editor.loadHistory(from: file.path)
  }

  /// Says once that what is typed will not be known the next time; nothing else misses it.
  private func sayHistoryIsLost(_ reason: String) {
    guard !hasLostHistory else { return }
    hasLostHistory = true
    output.error("note: the history of commands is not kept: \(reason)")
  }
}
