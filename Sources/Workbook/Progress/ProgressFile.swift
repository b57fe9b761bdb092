package import Foundation

/// LearnerProgress as kept in the home folder, `progress.json`.
package struct ProgressFile: Sendable {
  package let url: URL

  package init(home: URL) {
    url = home.appendingPathComponent("progress.json")
  }

  /// Reads it; a missing file is a beginning.
  ///
  /// - Throws: ``WorkbookError`` when the file is there and cannot be understood.
  package func read() throws(WorkbookError) -> LearnerProgress {
    guard let data = FileManager.default.contents(atPath: url.path) else {
      return LearnerProgress()
    }
    do {
      return try JSONDecoder().decode(LearnerProgress.self, from: data)
    } catch {
      throw WorkbookError(
        "\(url.path) cannot be understood (\(error)); move it away, then run "
          + "'corebook exercises check --all' to find out again what is done")
    }
  }

  /// Changes it, in one step for whoever reads it.
  package func update(_ change: (inout LearnerProgress) -> Void) throws(WorkbookError) {
    var progress = try read()
    let before = progress
    change(&progress)
    guard progress != before || !FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(progress).write(to: url, options: .atomic)
    } catch {
      throw WorkbookError("cannot write \(url.path): \(error.localizedDescription)")
    }
  }
}
