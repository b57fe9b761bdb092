package import Foundation
package import Workbook

/// Where the workbook is, and where a person's own work in it is kept.
package struct WorkbookPlace: Sendable {
  package let root: WorkbookRoot
  package let home: URL

  package init(root: WorkbookRoot, home: URL) {
    self.root = root
    self.home = home
  }

  package var progress: ProgressFile {
    ProgressFile(home: home) { text in
      FileHandle.standardError.write(Data("note: \(text)\n".utf8))
    }
  }

  /// A person's own store of a chapter.
  package func store(of chapter: Chapter) -> URL {
    home.appendingPathComponent("chapters/\(chapter.key)/\(chapter.name).sqlite")
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
