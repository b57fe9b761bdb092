package import Foundation

/// What the solutions of a chapter's exercises cost, as measured: its `costs.json`.
package struct SolutionCosts {
  package var byExercise: [String: Verdict.Cost]
  package let url: URL

  /// Reads them; none where there is no file.
  ///
  /// - Throws: ``WorkbookError`` when the file cannot be understood.
  package init(of chapterKey: String, in root: WorkbookRoot) throws(WorkbookError) {
    url = root.chaptersFolder.appendingPathComponent("\(chapterKey)/costs.json")
    guard let data = FileManager.default.contents(atPath: url.path) else {
      byExercise = [:]
      return
    }
    do {
      byExercise = try JSONDecoder().decode([String: Verdict.Cost].self, from: data)
    } catch {
      throw WorkbookError("\(url.path) cannot be understood: \(error)")
    }
  }

  /// Writes them.
  package func write() throws(WorkbookError) {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      var data = try encoder.encode(byExercise)
      data.append(0x0A)
      try data.write(to: url, options: .atomic)
    } catch {
      throw WorkbookError("cannot write \(url.path): \(error.localizedDescription)")
    }
  }
}
