private import Foundation
internal import Workbook

/// The verbs of the workbook.
extension CommandLineTool {
  /// Where the workbook is, by `--root` and `--home`.
  func workbookPlace() throws(Problem) -> WorkbookPlace {
    let root = try reading { () throws(WorkbookError) in
      try WorkbookRoot.find(option: options.root)
    }
    return WorkbookPlace(root: root, home: HomeFolder.url(option: options.home))
  }

  /// Opens a chapter in the session.
  func openChapter(_ name: String) throws(Problem) {
    session.workbook = try workbookPlace()
    try session.openChapter(name)
  }

  func runWorkbook(_ verb: Invocation.WorkbookVerb, _ words: [String]) throws(Problem) -> Int32 {
    switch verb {
    case .chapter:
      try openChapter(words[0])
      if isatty(STDIN_FILENO) == 1 { session.execute(".chapter \(words[0])") { self.say($0) } }
      return console()
    case .exercises: return try runExercises(words)
    case .checkWorkbook: return try checkWorkbook()
    case .grade: return try grade(words)
    }
  }

  func say(_ event: OutputEvent) {
    EventPrinter(output: output, isPlain: options.isPlain).print(event)
  }
}
