import CoreData
import Workbook

/// Chapters: opening one, going through its steps.
extension Session {
  /// The commands about chapters.
  static let chapterCommands: Set<ToolName> = [
    .chapters, .chapter, .text, .task, .check, .hint, .next, .reset,
  ]

  /// Carries out one of ``chapterCommands``.
  func performChapterCommand(_ name: ToolName, _ words: [String]) throws {
    let argument = try oneWord(name, words)
    switch name {
    case .chapters: try listChapters()
    case .chapter: try chooseChapter(argument)
    case .text: try printText(argument)
    case .task: try printTask()
    case .check: try checkTask()
    case .hint: try giveHint()
    case .next: try nextStep(argument)
    default: try resetChapter(argument)
    }
  }

  private func oneWord(_ name: ToolName, _ words: [String]) throws(Problem) -> String? {
    let takesOne: Set<ToolName> = [.chapter, .text, .next, .reset]
    guard words.count <= (takesOne.contains(name) ? 1 : 0) else {
      throw Problem(".\(name.rawValue) takes \(takesOne.contains(name) ? "one word" : "no words")")
    }
    return words.first
  }

  /// Opens a chapter by number or name, on the person's own store of it.
  package func openChapter(_ name: String) throws(Problem) {
    let place = try workbookPlace()
    let chapter = try reading { () throws(WorkbookError) in try place.root.chapter(name) }
    let progress = try reading { () throws(WorkbookError) in try place.progress.read() }
    let step = progress.chapters[chapter.key]?.step ?? 1
    let store = place.store(of: chapter)
    let use = try ChapterLock(.use, of: store)
    use.share()
    let making = try ChapterLock(.making, of: store)
    making.wait()
    defer { _ = making }
    storeFolder = place.isTemporary ? nil : store.deletingLastPathComponent()
    if FileManager.default.fileExists(atPath: store.path) {
      do {
        try open(StackPlan(model: chapter.model, store: store))
      } catch {
        var problem = error
        problem.message += "; move this file away, and the chapter begins anew"
        throw problem
      }
    } else {
      try ChapterReplay(chapter, in: self).begin(at: store)
    }
    chapterUse = use
    self.chapter = OpenChapter(
      chapter: chapter, place: place, stepNumber: min(max(step, 1), chapter.steps.count))
    if !settings.hasChosenMode { settings.rendering.mode = .list }
  }

  /// Goes to a step of a chapter that has just begun, as the text has it there.
  package func begin(atStep number: Int) throws(Problem) {
    var open = try openedChapter()
    guard (1...open.chapter.steps.count).contains(number) else {
      throw Problem(
        "\(open.chapter.name) has steps 1 to \(open.chapter.steps.count), and no \(number)",
        kind: .usage)
    }
    try ChapterReplay(open.chapter, in: self).play(before: number)
    open.stepNumber = number
    try remember(open)
  }

  func workbookPlace() throws(Problem) -> WorkbookPlace {
    guard let workbook else {
      throw Problem("the workbook is not here: say where it is with --root DIR", kind: .file)
    }
    return workbook
  }

  func openedChapter() throws(Problem) -> OpenChapter {
    guard let chapter else {
      throw Problem("no chapter is open; .chapters lists them, .chapter NAME opens one")
    }
    return chapter
  }

  // MARK: - Commands

  /// `.chapter [NAME]`
  private func chooseChapter(_ name: String?) throws(Problem) {
    guard let name else { return sayWhere(try openedChapter()) }
    try openChapter(name)
    try greetInChapter()
  }

  /// Says which chapter and step is open, and what to type; on a terminal, who has not begun to read
  /// sees where it begins.
  package func greetInChapter() throws(Problem) {
    guard let open = chapter else { return }
    sayWhere(open)
    guard settings.screenWidth != nil else { return }
    let progress = try reading { () throws(WorkbookError) in try open.place.progress.read() }
    if progress.chapters[open.chapter.key] == nil { try printText(nil) }
  }

  private func sayWhere(_ open: OpenChapter) {
    let chapter = open.chapter
    acknowledge(
      "chapter \(chapter.number), \(chapter.title): step \(open.stepNumber) of "
        + "\(chapter.steps.count), \(open.step?.title ?? "")")
    acknowledge(".text shows it, .task what to do, .next goes on")
    if settings.screenWidth != nil, !settings.hasChosenMode {
      acknowledge("rows are printed as in the text, one a line; .mode box draws tables")
    }
  }

  /// `.chapters`
  private func listChapters() throws(Problem) {
    let place = try workbookPlace()
    let chapters = try reading { () throws(WorkbookError) in try place.root.chapters() }
    let progress = try reading { () throws(WorkbookError) in try place.progress.read() }
    let width = chapters.map { DisplayWidth.of($0.title) }.max() ?? 0
    for chapter in chapters {
      let own = progress.chapters[chapter.key]
      let done = chapter.tasks.filter { own?.done.contains($0.id) ?? false }.count
      let step = own.map { ", step \($0.step) of \(chapter.steps.count)" } ?? ""
      let title = Self.padded(chapter.title, width)
      write(
        "\(chapter.number)  \(Self.padded(chapter.name, 16)) \(title) "
          + (chapter.tasks.isEmpty
            ? "a scenario without tasks" : "\(done) of \(chapter.tasks.count) tasks") + step)
    }
  }

  /// `.next [anyway]`
  private func nextStep(_ word: String?) throws(Problem) {
    var open = try openedChapter()
    guard word == nil || word == "anyway" else { throw Problem(".next takes nothing, or 'anyway'") }
    guard !hasUnsavedChanges else {
      throw Problem(
        "each step begins as after a relaunch, and there are unsaved changes: "
          + "save or rollback first")
    }
    if word == nil, let task = open.step?.task {
      let progress = try reading { () throws(WorkbookError) in try open.place.progress.read() }
      guard progress.chapters[open.chapter.key]?.done.contains(task.id) ?? false else {
        throw Problem(
          "the task '\(task.title)' is not done yet: .task shows it, .check says what is missing, "
            + ".hint helps, .next anyway goes on without it")
      }
    }
    guard !open.isLastStep else { return sayLast(open) }
    open.stepNumber += 1
    try execute(relaunch: open.chapter)
    try remember(open)
    try printText(nil)
  }

  private func sayLast(_ open: OpenChapter) {
    acknowledge("that was the last step of '\(open.chapter.title)'; \(goingOn(from: open))")
  }

  /// What one can do at the end of a chapter.
  func goingOn(from open: OpenChapter) -> String {
    // The chapter is open: without the others there is no next one to name.
    let chapters = (try? open.place.root.chapters()) ?? []
    let next = chapters.first { $0.number > open.chapter.number }
    return (next.map { ".chapter \($0.number) is next: \($0.title); " } ?? "")
      + ".text N shows a step again"
  }

  /// Keeps the step in the session and in the progress file.
  func remember(_ open: OpenChapter) throws(Problem) {
    chapter = open
    try reading { () throws(WorkbookError) in
      try open.place.progress.update { progress in
        progress.chapters[open.chapter.key, default: .init()].step = open.stepNumber
      }
    }
  }

  /// `.reset chapter`: from the beginning. `.reset step`: the store as the text has it when this
  /// step begins.
  private func resetChapter(_ word: String?) throws(Problem) {
    var open = try openedChapter()
    let replay = ChapterReplay(open.chapter, in: self)
    switch word {
    case "chapter":
      try beginAnew(open, replay)
      open.stepNumber = 1
      let key = open.chapter.key
      try reading { () throws(WorkbookError) in
        try open.place.progress.update { $0.chapters[key] = nil }
      }
      chapter = open
      acknowledge("chapter \(open.chapter.number) begins anew")
    case "step":
      try beginAnew(open, replay)
      try replay.play(before: open.stepNumber)
      chapter = open
      acknowledge("the store is as step \(open.stepNumber) finds it")
    default: throw Problem(".reset takes 'chapter' or 'step'")
    }
  }

  /// Empties the chapter's folder and fills a new store.
  private func beginAnew(_ open: OpenChapter, _ replay: ChapterReplay) throws(Problem) {
    let store = open.place.store(of: open.chapter)
    guard chapterUse?.takeAlone() ?? true else {
      throw Problem(
        "another console has this chapter open and would go on saving into a store that is gone; "
          + "leave it there first")
    }
    defer { chapterUse?.share() }
    close()
    try? FileManager.default.removeItem(at: store.deletingLastPathComponent())
    try replay.begin(at: store)
    chapter = open
  }
}
