package import Foundation

/// The exercises as they were before anybody worked on them.
package struct PristineFiles: Sendable {
  private let folder: URL

  /// Finds them beside the program, where the build copies them, else in the checkout.
  package init(root: WorkbookRoot) {
    let inSources = root.url.appendingPathComponent("Sources/Workbook/Pristine")
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("Corebook_Workbook.resources/Pristine")
    let manager = FileManager.default
    folder = manager.fileExists(atPath: inSources.path) ? inSources : beside
  }

  /// The folder of a chapter's stubs and of what is given with them.
  package func folder(of chapterKey: String) -> URL {
    folder.appendingPathComponent(chapterKey)
  }

  /// The names of a chapter's Swift files.
  package func files(of chapterKey: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder(of: chapterKey).path)
    return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted()
  }

  /// The stub of an exercise.
  package func text(of exercise: Exercise) throws(WorkbookError) -> String {
    let url = folder(of: exercise.chapterKey).appendingPathComponent(exercise.fileName)
    guard let data = FileManager.default.contents(atPath: url.path) else {
      throw WorkbookError("the stub of \(exercise.id) is missing: \(url.path)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
