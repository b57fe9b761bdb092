package import Foundation

/// A chapter of the workbook: its text in steps, its model, the script that fills its store.
package struct Chapter: Sendable {
  /// A part of the text with one idea, ending perhaps in a task.
  package struct Step: Sendable {
    /// Counted from 1.
    package let number: Int
    package let title: String
    /// The text without the task.
    package let text: Markdown
    /// The transcripts of the text, in order.
    package let transcripts: [Transcript]
    /// The blocks of Swift that are compiled and run, in order.
    package let programs: [Program]
    package let task: ChapterTask?
  }

  /// A block of Swift headed `swift check`, and what it prints.
  package struct Program: Sendable, Equatable {
    package let text: String
    /// The number of its first line in `chapter.md`.
    package let line: Int
    /// The text of the block headed `output` that follows it; nil where none does.
    package let output: String?

    /// Whether it declares types, functions or extensions, which stand for themselves.
    var isDeclaration: Bool {
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("//") }
      let words = lines.lazy.flatMap { $0.split(separator: " ") }.drop { $0.hasPrefix("@") }
      let kinds = ["class", "struct", "enum", "extension", "func", "protocol"]
      return words.prefix { $0.allSatisfy(\.isLetter) }.contains { kinds.contains(String($0)) }
    }
  }

  /// A recorded session within the text.
  package struct Transcript: Sendable, Equatable {
    /// The lines between the fences.
    package let text: String
    /// The number of its first line in `chapter.md`.
    package let line: Int
  }

  /// The folder, `Chapters/02-OrgChart`.
  package let folder: URL
  package let number: Int
  /// The scenario's name, `OrgChart`.
  package let name: String
  package let title: String
  /// What stands before the first step.
  package let introduction: Markdown
  package let steps: [Step]
  package let model: URL
  /// The script that fills a new store; nil where the chapter begins with an empty one.
  package let scenario: URL?
  /// How many players of the generated league fill a new store, unless asked for more; nil where a
  /// script does.
  package let players: Int?
  /// What of the chapter is still to be written, nil for a whole one.
  package let later: String?
  /// The names of the chapters to read before.
  package let prerequisites: [String]
  /// The demands of the seed texts that the chapter teaches, by the step that reaches each.
  package let demands: [String: String]

  /// The folder's name, `02-OrgChart`, by which progress is kept.
  package var key: String { folder.lastPathComponent }

  /// The step of that number.
  package func step(_ number: Int) -> Step? {
    steps.first { $0.number == number }
  }

  package var tasks: [ChapterTask] { steps.compactMap(\.task) }
}
