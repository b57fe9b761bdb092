private import Foundation
internal import ScratchFolders
internal import Workbook

/// The verbs of the workbook.
extension CommandLineTool {
  /// Where the workbook is, by `--root` and `--home`.
  func workbookPlace() throws(Problem) -> WorkbookPlace {
    let root = try reading { () throws(WorkbookError) in
      try WorkbookRoot.find(option: options.root)
    }
    return WorkbookPlace(
      root: root, home: HomeFolder.url(option: options.home), players: options.players)
  }

  /// Where a chapter works that `--step` was given for: in a folder of its own, which goes.
  private func passingPlace() throws(Problem) -> WorkbookPlace {
    let place = try workbookPlace()
    do {
      return WorkbookPlace(
        root: place.root, home: try TemporaryFolder.make(), players: place.players,
        isTemporary: true)
    } catch {
      throw Problem("cannot make a temporary folder: \(error.localizedDescription)", kind: .file)
    }
  }

  /// Opens a chapter in the session.
  func openChapter(_ name: String) throws(Problem) {
    let place = options.step == nil ? try workbookPlace() : try passingPlace()
    session.workbook = place
    if options.players != nil {
      let chapter = try reading { () throws(WorkbookError) in try place.root.chapter(name) }
      guard chapter.players != nil else {
        throw Problem(
          "--players goes with a chapter on the generated league, as large-league is; "
            + "\(chapter.name) has a story of its own", kind: .usage)
      }
    }
    try session.openChapter(name)
    if let step = options.step { try session.begin(atStep: step) }
  }

  func runWorkbook(_ verb: Invocation.WorkbookVerb, _ words: [String]) throws(Problem) -> Int32 {
    switch verb {
    case .chapter:
      try openChapter(words[0])
      options.chapter = words[0]
      return console()
    case .exercises: return try runExercises(words)
    case .checkWorkbook: return try checkWorkbook(words)
    case .grade: return try grade(words)
    }
  }

  func say(_ event: OutputEvent) {
    EventPrinter(output: output, isPlain: options.isPlain).print(event)
  }
}
