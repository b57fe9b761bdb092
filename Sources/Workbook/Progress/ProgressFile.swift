package import Foundation
internal import ScratchFolders

/// LearnerProgress as kept in the home folder, `progress.json`.
package struct ProgressFile: Sendable {
  package let url: URL
  /// Told what a person should know.
  private let note: @Sendable (String) -> Void

  /// - Parameters:
  ///   - home: the folder of a person's own things.
  ///   - note: told that a damaged file was put aside.
  package init(home: URL, note: @escaping @Sendable (String) -> Void = { _ in }) {
    url = home.appendingPathComponent("progress.json")
    self.note = note
  }

  /// Reads it; a missing file is a beginning. A file that cannot be understood is put aside, and a
  /// new beginning made: no damage here may keep a person from working.
  ///
  /// - Throws: ``WorkbookError`` when the damaged file cannot be put aside.
  package func read() throws(WorkbookError) -> LearnerProgress {
    guard let data = FileManager.default.contents(atPath: url.path) else {
      return LearnerProgress()
    }
    do {
      return try JSONDecoder().decode(LearnerProgress.self, from: data)
    } catch {
      try putAside()
      return LearnerProgress()
    }
  }

  private func putAside() throws(WorkbookError) {
    let manager = FileManager.default
    var aside = url.appendingPathExtension("damaged")
    var number = 2
    while manager.fileExists(atPath: aside.path) {
      aside = url.appendingPathExtension("damaged-\(number)")
      number += 1
    }
    do {
      try manager.moveItem(at: url, to: aside)
    } catch {
      throw WorkbookError(
        "\(url.path) cannot be understood, nor moved away: \(error.localizedDescription)")
    }
    note(
      "the record of your progress could not be understood and is kept as \(aside.path); "
        + "'corebook exercises check --all' finds out again what is passed")
  }

  /// Changes it, in one step for whoever reads it.
  package func update(_ change: (inout LearnerProgress) -> Void) throws(WorkbookError) {
    var progress = try read()
    let before = progress
    change(&progress)
    guard progress != before || !FileManager.default.fileExists(atPath: url.path) else { return }
    do {
      try FolderMaking.make(
        url.deletingLastPathComponent(), isPrivate: false,
        remedy: "--home DIR, or COREBOOK_HOME, names another folder for your things")
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(progress).write(to: url, options: .atomic)
    } catch {
      throw WorkbookError(
        "your progress cannot be written to \(url.path): \(error.localizedDescription)")
    }
  }
}
