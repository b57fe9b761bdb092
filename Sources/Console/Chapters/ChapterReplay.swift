package import CoreData
package import Workbook

/// Plays a chapter's scripts and transcripts through a session.
package struct ChapterReplay {
  package let chapter: Chapter
  package let session: Session

  package init(_ chapter: Chapter, in session: Session) {
    self.chapter = chapter
    self.session = session
  }

  /// Makes a new store at `store`, filled by the chapter's scenario, and opens it.
  ///
  /// It is filled in a folder of its own and takes its place when it is whole, so that nobody meets half
  /// a story, however this ends.
  package func begin(at store: URL) throws(Problem) {
    let outer = session.isReplaying
    session.isReplaying = true
    defer { session.isReplaying = outer }
    session.close()
    try ChapterStoreFiles.clear(store)
    let folder = store.deletingLastPathComponent().appendingPathComponent(".making")
    let made = folder.appendingPathComponent(store.lastPathComponent)
    try ChapterStoreFiles.emptyFolder(folder)
    do throws(Problem) {
      try session.open(StackPlan(model: chapter.model, store: made))
      try runScenario()
      session.close()
      try ChapterStoreFiles.move(made, to: store)
      try session.open(StackPlan(model: chapter.model, store: store))
    } catch {
      session.close()
      try ChapterStoreFiles.removeFolder(folder)
      throw error
    }
  }

  /// Brings the store to where the text has it when a step begins: the inputs of the steps before
  /// and the solutions of their tasks, each step after a relaunch.
  package func play(before step: Int) throws(Problem) {
    let outer = (session.isReplaying, session.settings)
    session.isReplaying = true
    defer { (session.isReplaying, session.settings) = outer }
    for earlier in chapter.steps where earlier.number < step {
      try playTranscripts(of: earlier)
      if let task = earlier.task { try run(task.solution, as: "the solution of '\(task.title)'") }
      try session.execute(relaunch: chapter)
    }
  }

  /// Runs the inputs of a step's transcripts, whatever comes of them.
  package func playTranscripts(of step: Chapter.Step) throws(Problem) {
    for transcript in step.transcripts {
      for recorded in Transcript(transcript.text).steps { _ = session.lines(of: recorded) }
    }
  }

  /// Runs commands that must succeed.
  package func run(_ commands: [String], as name: String) throws(Problem) {
    for command in commands {
      var failure: Problem?
      session.execute(command) { event in
        if case .problem(let problem, _, _) = event { failure = problem }
      }
      if let failure {
        throw Problem("\(chapter.key): \(name) fails at '\(command)': \(failure.message)")
      }
    }
  }

  private func runScenario() throws(Problem) {
    if let usual = chapter.players {
      return try LeagueScenario.fill(session, players: session.workbook?.players ?? usual)
    }
    guard let scenario = chapter.scenario else { return }
    guard let data = FileManager.default.contents(atPath: scenario.path) else {
      throw Problem("cannot read \(scenario.path)", kind: .file)
    }
    var inputs: [String] = []
    ScriptRunner.inputs(of: Array(data)) { input in
      inputs.append(input.text)
      return true
    } wrong: { _, _ in
      true
    }
    try run(inputs, as: "scenario.corebook")
  }
}

extension Session {
  /// Closes the stack and opens it again, silently.
  func execute(relaunch chapter: Chapter) throws(Problem) {
    do {
      let outer = settings
      settings.isQuiet = true
      defer { settings = outer }
      try restart()
    } catch {
      throw ErrorText.problem(error)
    }
  }
}
