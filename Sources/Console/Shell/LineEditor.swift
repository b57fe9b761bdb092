internal import CEdit
internal import Foundation

/// libedit, for one terminal: editing, history, completion.
final class LineEditor {
  enum Result {
    case line(String)
    case end
    case interrupted
  }

  /// What the editor asks of its owner.
  struct Questions {
    let prompt: () -> String
    /// Given the line up to the cursor: what to change, and what to list.
    let complete: (String) -> (edit: CompletionEdit, listing: String?)
  }

  private let questions: Questions
  private var editor: OpaquePointer?
  /// The text libedit holds on to until the next prompt.
  private var promptText: UnsafeMutablePointer<CChar>?

  init?(program: String, historySize: Int, questions: Questions) {
    self.questions = questions
    let context = Unmanaged.passUnretained(self).toOpaque()
    editor = cedit_open(
      program, Int32(historySize), context,
      { context in
        guard let context else { return nil }
        return UnsafePointer(
          Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().nextPrompt())
      },
      { context, line, cursor in
        guard let context, let line else { return cedit_completion() }
        let editor = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: line, count: cursor)
        return editor.completion(of: String(decoding: bytes, as: UTF8.self))
      })
    guard editor != nil else { return nil }
  }

  deinit {
    if let editor { cedit_close(editor) }
    free(promptText)
  }

  func read() -> Result {
    var line: UnsafePointer<CChar>?
    var length = 0
    switch cedit_read(editor, &line, &length) {
    case Int32(CEDIT_LINE.rawValue):
      let bytes = UnsafeRawBufferPointer(start: line, count: length)
      return .line(String(decoding: bytes, as: UTF8.self))
    case Int32(CEDIT_INTERRUPTED.rawValue): return .interrupted
    default: return .end
    }
  }

  func remember(_ entry: String) {
    cedit_remember(editor, entry)
  }

  func loadHistory(from path: String) {
    _ = cedit_load_history(editor, path)
  }

  /// Writes the history; whether that could be done.
  func saveHistory(to path: String) -> Bool {
    cedit_save_history(editor, path) >= 0
  }

  private func nextPrompt() -> UnsafeMutablePointer<CChar>? {
    free(promptText)
    promptText = strdup(questions.prompt())
    return promptText
  }

  private func completion(of line: String) -> cedit_completion {
    let (edit, listing) = questions.complete(line)
    return cedit_completion(
      erased: Int32(edit.erased),
      insertion: edit.insertion.isEmpty ? nil : strdup(edit.insertion),
      listing: listing.map { strdup($0) })
  }

  // MARK: - The terminal

  static var columns: Int { Int(cedit_columns()) }
  static var rows: Int { Int(cedit_rows()) }
  /// Whether there is still somebody at the terminal; one that was closed ends its input for ever.
  static var hasTerminal: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
    return poll(&input, 1, 0) <= 0 || Int32(input.revents) & (POLLHUP | POLLERR | POLLNVAL) == 0
  }
  static var isInterrupted: Bool { cedit_peek_interrupt() != 0 }
  static func forgetInterrupt() { _ = cedit_take_interrupt() }
}
