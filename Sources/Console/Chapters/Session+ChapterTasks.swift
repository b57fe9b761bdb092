import CoreData
package import Workbook

/// The text of a step, its task, the check and the hints.
extension Session {
  /// `.text [STEP]`
  func printText(_ word: String?) throws(Problem) {
    let open = try openedChapter()
    let steps = open.chapter.steps
    let number = try word.map { (text) throws(Problem) in
      guard let number = Int(text), (1...steps.count).contains(number) else {
        throw Problem(".text takes the number of a step, 1 to \(steps.count)")
      }
      return number
    }
    guard let step = open.chapter.step(number ?? open.stepNumber) else { return }
    let renderer = markdownRenderer
    if step.number == 1 {
      writeStyled(renderer.heading(open.chapter.title, level: 1))
      writeStyled(renderer.text(open.chapter.introduction))
    }
    writeStyled(renderer.heading("\(step.number)/\(steps.count) \(step.title)", level: 2))
    writeStyled(renderer.text(step.text))
    if let task = step.task { writeStyled(text(of: task)) }
  }

  private var showsColor: Bool { settings.usesColor && outputFile == nil }

  /// Prints what was laid out, with its colours where they are shown.
  private func writeStyled(_ text: String) {
    if showsColor { sink(.styled(text + "\n")) } else { write(text) }
  }

  private func text(of task: ChapterTask) -> String {
    markdownRenderer.heading("Task: \(task.title)", level: 3) + "\n"
      + markdownRenderer.text(task.text)
  }

  private var markdownRenderer: MarkdownRenderer {
    MarkdownRenderer(
      width: settings.textWidth, codeWidth: outputFile == nil ? settings.screenWidth : nil,
      usesColor: showsColor,
      isPlain: settings.rendering.isPlain)
  }

  private func openedTask() throws(Problem) -> (open: OpenChapter, task: ChapterTask) {
    let open = try openedChapter()
    guard let task = open.step?.task else {
      throw Problem(
        open.isLastStep
          ? "step \(open.stepNumber), the last, has no task; \(goingOn(from: open))"
          : "step \(open.stepNumber) has no task; .next goes on")
    }
    return (open, task)
  }

  /// `.task`
  func printTask() throws(Problem) {
    writeStyled(text(of: try openedTask().task))
  }

  /// `.check`: looks at the graph and the store, and says what is missing.
  func checkTask() throws(Problem) {
    let (open, task) = try openedTask()
    let failures = try taskFailures(task)
    guard failures.isEmpty else {
      throw Problem("not yet: " + failures.joined(separator: "\n") + (try staleness(of: task)))
    }
    try reading { () throws(WorkbookError) in
      try open.place.progress.update { progress in
        progress.chapters[open.chapter.key, default: .init()].done.insert(task.id)
        progress.chapters[open.chapter.key, default: .init()].step = open.stepNumber
      }
    }
    let rest = open.isLastStep ? "that was the last step" : ".next goes on"
    acknowledge("done: \(task.title); \(rest)")
  }

  /// Advice, where the store has what the task asks for and only this context does not know it, as
  /// after a batch request.
  private func staleness(of task: ChapterTask) throws(Problem) -> String {
    let fresh = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    fresh.persistentStoreCoordinator = try openStack().coordinator
    guard try !context().hasChanges, try taskFailures(task, in: fresh).isEmpty else { return "" }
    return "\nThe store has it already: 'refresh all' lets this context see it."
  }

  /// What the first check that does not hold says; nothing when all hold.
  package func taskFailures(_ task: ChapterTask) throws(Problem) -> [String] {
    try taskFailures(task, in: context())
  }

  private func taskFailures(
    _ task: ChapterTask, in context: NSManagedObjectContext
  ) throws(Problem) -> [String] {
    let store = try openStack().storeURL
    for check in task.checks {
      let failures = check.failures(in: context, store: store)
      if !failures.isEmpty { return failures }
    }
    return []
  }

  /// `.hint`: one more each time.
  func giveHint() throws(Problem) {
    let (open, task) = try openedTask()
    let key = open.chapter.key
    let progress = try reading { () throws(WorkbookError) in try open.place.progress.read() }
    let given = progress.chapters[key]?.hints[task.id] ?? 0
    let number = min(given + 1, task.hints.count)
    guard number > 0 else { throw Problem("there is no hint for this task") }
    try reading { () throws(WorkbookError) in
      try open.place.progress.update { progress in
        progress.chapters[key, default: .init()].hints[task.id] = number
      }
    }
    let last = number == task.hints.count ? ", the last" : ""
    write("Hint \(number) of \(task.hints.count)\(last):")
    writeStyled(markdownRenderer.text(Markdown(parsing: task.hints[number - 1])))
  }
}
