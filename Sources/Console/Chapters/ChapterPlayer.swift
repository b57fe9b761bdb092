internal import Foundation
internal import Inspector
internal import ScratchFolders
package import Workbook

/// A session that goes through a chapter as a learner does who follows the text.
package final class ChapterPlayer {
  package let chapter: Chapter
  package let session: Session
  let place: WorkbookPlace
  private let home: URL

  /// Opens a chapter of `root` on a store of its own, which goes with ``close()``.
  package init(_ chapter: Chapter, root: WorkbookRoot) throws(Problem) {
    self.chapter = chapter
    do {
      home = try TemporaryFolder.make("chapter")
    } catch {
      throw Problem("no temporary folder can be made: \(error)", kind: .file)
    }
    place = WorkbookPlace(root: root, home: home)
    session = Session(folder: home)
    session.workbook = place
    try session.openChapter(chapter.name)
  }

  package func close() {
    session.close()
    TemporaryFolder.remove(home)
  }

  /// Plays a transcript, telling what differs.
  ///
  /// - Returns: the transcript as it is now.
  package func play(
    _ transcript: Chapter.Transcript, differs: (Int, [String], [String]) -> Void
  ) -> String {
    session.settings = Settings()
    var text = ""
    for step in Transcript(transcript.text).steps {
      let found = session.lines(of: step)
      let isRight = Transcript.matches(step.expected, found)
      if !isRight { differs(transcript.line + step.line - 1, step.expected, found) }
      let inputs = step.input.components(separatedBy: "\n")
      text += inputs.enumerated().map { ($0.offset == 0 ? "> " : "...> ") + $0.element + "\n" }
        .joined()
      text += (isRight ? step.expected : found).map { $0 + "\n" }.joined()
    }
    return text
  }

  /// Does a step's task and relaunches.
  package func finish(_ step: Chapter.Step) throws(Problem) {
    session.settings = Settings()
    let replay = ChapterReplay(chapter, in: session)
    if let task = step.task { try replay.run(task.solution, as: task.title) }
    _ = session.execute(".restart")
  }

  /// Opens the chapter as nobody has touched it.
  private func beginAnew() throws(Problem) {
    session.close()
    session.settings = Settings()
    try? FileManager.default.removeItem(at: home.appendingPathComponent("chapters"))
    try session.openChapter(chapter.name)
  }

  /// Goes to where a step's task is to be done.
  package func go(to step: Chapter.Step) throws(Problem) {
    try beginAnew()
    let replay = ChapterReplay(chapter, in: session)
    try replay.play(before: step.number)
    try replay.playTranscripts(of: step)
    session.settings = Settings()
  }
}
