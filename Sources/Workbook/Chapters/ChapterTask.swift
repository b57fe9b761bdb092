/// Something to do in the console, checked by what it leaves in graph and store.
package struct ChapterTask: Sendable {
  /// The name under which progress remembers it.
  package let id: String
  /// The words behind `Task:` in the heading.
  package let title: String
  package let text: Markdown
  package let checks: [TaskCheck]
  /// Hints, each saying more than the one before.
  package let hints: [String]
  /// Commands that do the task.
  package let solution: [String]
  /// Another right way; nil where there is none worth telling.
  package let another: [String]?
  /// Ways to get it wrong, which the checks must not accept.
  package let wrong: [[String]]
}
