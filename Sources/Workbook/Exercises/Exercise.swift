package import Foundation

/// An exercise of a chapter.
package struct Exercise: Sendable, Equatable {
  /// `E0203`: the chapter's number, then the exercise's.
  package let id: String
  package let title: String
  /// The chapter's folder name, `02-OrgChart`.
  package let chapterKey: String
  package let chapterNumber: Int
  /// The file's name, `E0203_TreeOfEmployees.swift`.
  package let fileName: String
  /// Hints, each saying more than the one before.
  package let hints: [String]
  /// What the solution costs; nil where nobody has measured it yet.
  package let cost: Verdict.Cost?

  /// The module of the chapter's exercises, `Chapter02`.
  package var module: String { "Chapter" + chapterKey.prefix(2) }

  /// The learner's file.
  package func file(in root: WorkbookRoot) -> URL {
    root.exercisesFolder.appendingPathComponent("\(chapterKey)/\(fileName)")
  }

  /// The solved file.
  package func solution(in root: WorkbookRoot) -> URL {
    root.solutionsFolder.appendingPathComponent("\(chapterKey)/\(fileName)")
  }

  /// The grader, an `XCTestCase`.
  package func grader(in root: WorkbookRoot) -> URL {
    root.gradersFolder.appendingPathComponent("\(chapterKey)/\(id)Grader.swift")
  }

  /// Answers that the grader must refuse.
  package func wrongAnswers(in root: WorkbookRoot) -> [URL] {
    let folder = root.gradersFolder.appendingPathComponent("Wrong/\(id)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent($0) }
  }
}

extension WorkbookRoot {
  /// The folder of the graders.
  package var gradersFolder: URL { url.appendingPathComponent("Tests/GraderTests") }
}
