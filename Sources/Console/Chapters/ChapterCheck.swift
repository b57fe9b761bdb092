internal import Foundation
internal import Inspector
internal import ScratchFolders
package import Workbook

/// What an author wants to know of a chapter: whether its text is true and its tasks are tasks.
package struct ChapterCheck {
  private let chapter: Chapter
  private let root: WorkbookRoot

  package init(_ chapter: Chapter, root: WorkbookRoot) {
    self.chapter = chapter
    self.root = root
  }

  private var textPath: String { "Chapters/\(chapter.key)/chapter.md" }

  /// Where a transcript prints something else than the text says.
  package func transcriptProblems() throws(Problem) -> [String] {
    let player = try ChapterPlayer(chapter, root: root)
    defer { player.close() }
    var problems: [String] = []
    for step in chapter.steps {
      for transcript in step.transcripts {
        _ = player.play(transcript) { line, expected, found in
          problems.append(
            "\(textPath):\(line): the text says\n" + expected.joined(separator: "\n")
              + "\nand the console answers\n" + found.joined(separator: "\n")
              + "\nmend the text, or write down what is answered with UPDATE_GOLDENS=1 swift test "
              + "--filter ChapterTranscriptTests")
        }
      }
      try player.finish(step)
    }
    return problems
  }

  /// Where the Swift in the text does not build, fails, or prints something else than the text says.
  package func programProblems() throws(Problem) -> [String] {
    guard chapter.steps.contains(where: { !$0.programs.isEmpty }) else { return [] }
    let player = try ChapterPlayer(chapter, root: root)
    defer { player.close() }
    player.session.close()
    let folder: URL
    do {
      folder = try TemporaryFolder.make("text")
    } catch {
      throw Problem("no temporary folder can be made: \(error)", kind: .file)
    }
    defer { TemporaryFolder.remove(folder) }
    do throws(WorkbookError) {
      let runs = try ChapterProgram(chapter, root: root)
        .run(store: player.place.store(of: chapter), in: folder)
      return runs.compactMap { run in
        var expected = run.program.output?.components(separatedBy: "\n") ?? []
        if expected.last == "" { expected.removeLast() }
        guard !Transcript.matches(expected, run.lines) else { return nil }
        return "\(textPath):\(run.program.line): this Swift prints\n"
          + run.lines.joined(separator: "\n") + "\nand the text says\n"
          + expected.joined(separator: "\n")
      }
    } catch {
      return [error.message]
    }
  }

  /// Tasks that are done before they are begun, not done by their solution, or done by a wrong way;
  /// ladders that are too short.
  package func taskProblems() throws(Problem) -> [String] {
    let player = try ChapterPlayer(chapter, root: root)
    defer { player.close() }
    var problems: [String] = []
    if chapter.tasks.count < 5, chapter.later == nil {
      problems.append(
        "Chapters/\(chapter.key)/chapter.json: there are fewer than five tasks; write more")
    }
    for step in chapter.steps {
      if let task = step.task { problems += try self.problems(task, step, player) }
    }
    return problems
  }

  private func problems(
    _ task: ChapterTask, _ step: Chapter.Step, _ player: ChapterPlayer
  ) throws(Problem) -> [String] {
    let name = "Chapters/\(chapter.key)/chapter.json, task '\(task.id)'"
    var problems: [String] = []
    if task.hints.count != 3 { problems.append("\(name): a ladder has three hints") }
    if task.wrong.isEmpty { problems.append("\(name): name a wrong way at least") }
    for check in task.checks where !check.isWellFormed {
      problems.append("\(name): this check does not say one thing: \(check)")
    }
    for (index, wrong) in task.wrong.enumerated() {
      try player.go(to: step)
      for command in wrong { _ = player.session.execute(command) }
      if try player.session.taskFailures(task).isEmpty {
        problems.append(
          "\(name) accepts its wrong way \(index + 1), \(wrong): let a check refuse it")
      }
    }
    try player.go(to: step)
    if try player.session.taskFailures(task).isEmpty {
      problems.append("\(name) is done before it is begun")
    }
    let ways = [("its solution", task.solution), ("another right way", task.another ?? [])]
    for (way, commands) in ways where !commands.isEmpty {
      try player.go(to: step)
      try ChapterReplay(chapter, in: player.session).run(commands, as: name)
      for failure in try player.session.taskFailures(task) {
        problems.append("\(name) is not done by \(way), \(commands): \(failure)")
      }
    }
    return problems
  }
}
