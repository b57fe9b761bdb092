package import Foundation
package import Workbook

/// Where the workbook is, and where a person's own work in it is kept.
package struct WorkbookPlace: Sendable {
  package let root: WorkbookRoot
  package let home: URL
  /// How many players a chapter on the generated league is to have; nil for as many as it says.
  package let players: Int?
  /// Whether `home` goes when the program ends.
  let isTemporary: Bool

  package init(
    root: WorkbookRoot, home: URL, players: Int? = nil, isTemporary: Bool = false
  ) {
    self.root = root
    self.home = home
    self.players = players
    self.isTemporary = isTemporary
  }

  package var progress: ProgressFile {
    ProgressFile(home: home) { text in
      FileHandle.standardError.write(Data("note: \(Excerpt.ofMessage(text))\n".utf8))
    }
  }

  /// A person's own store of a chapter; one for each size that was asked for.
  package func store(of chapter: Chapter) -> URL {
    var name = chapter.name
    if let players, let usual = chapter.players, players != usual { name += "-\(players)" }
    return home.appendingPathComponent("chapters/\(chapter.key)/\(name).sqlite")
  }
}

extension Problem {
  /// What is wrong with a chapter's or an exercise's files.
  init(_ error: WorkbookError) {
    self.init(error.message, kind: .file)
  }
}

/// Runs `body`, turning what is wrong with the workbook's files into a problem.
func reading<Result>(
  _ body: () throws(WorkbookError) -> Result
) throws(Problem) -> Result {
  do {
    return try body()
  } catch {
    throw Problem(error)
  }
}
