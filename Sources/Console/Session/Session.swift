import CoreData
package import Foundation
import PredicateCore

/// The console without a terminal: commands go in, events come out.
///
/// ```swift
/// let session = Session()
/// try session.open(StackPlan(model: modelURL))
/// let events = session.execute("insert Person name=\"Jane\" as jane")
/// ```
package final class Session {
  package var settings = Settings()
  /// The folder that relative file names start from.
  package let folder: URL
  /// Where stores named without a folder lie, once a chapter was opened: beside the chapter's own.
  var storeFolder: URL?

  /// What is open, if anything.
  var stack: Stack?
  var names = Names()
  var observations = Observations()
  var causes = EditCauses()
  var controllers = Controllers()
  /// Where answers go instead of standard output.
  var outputFile: NamedFile?
  /// Notes about Apple's store that were given already.
  var notesGiven: Set<String> = []
  /// The lines of the contexts' undo groups and saves.
  var timelines: [ObjectIdentifier: Timeline] = [:]
  var faultPatterns = FaultPatterns()
  /// The last fetch, for `.why`.
  var lastFetch: LastFetch?
  /// The running command as it was typed.
  var commandText = ""
  /// The predicates of the running command, where errors find their places.
  var predicateTexts: [PredicateText] = []
  /// How many rows the last fetch gave.
  var lastRowCount = 0
  /// Puts a question to a person and gives the answer; nil where nobody can be asked.
  package var ask: ((String) -> String?)?
  /// Lets a person see what was printed so far, before something takes long.
  package var showNow: () -> Void = {}
  /// Whether what takes long shows a bar, on a terminal.
  package var showsProgress = false
  /// The commands that succeeded, for `.transcript`.
  var history: [Remembered] = []
  /// How many of them came before the open store was opened.
  var historyStart = 0
  /// What was open when the first of them was typed.
  var scriptStart: ScriptStart?
  /// Whether commands run that nobody typed: what a chapter needs before its steps.
  var isReplaying = false
  /// Whether the open store existed before it was opened.
  var existedBefore = false
  /// Where the running command's events go.
  var sink: (OutputEvent) -> Void = { _ in }
  /// Whether a person asked to stop the running command, or nobody reads what it prints.
  package var isInterrupted: () -> Bool = { false }
  /// Where the workbook is, for the commands about chapters.
  package var workbook: WorkbookPlace?
  /// The chapter that is open.
  var chapter: OpenChapter?
  /// Kept while the chapter's own store is in use.
  var chapterUse: ChapterLock?
  /// How deep `.read` is nested.
  var readingDepth = 0

  package init(folder: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)) {
    self.folder = URL(fileURLWithPath: folder.path, isDirectory: true)
  }

  /// Runs one command and gathers what it has to say.
  package func execute(_ text: String) -> [OutputEvent] {
    var events: [OutputEvent] = []
    execute(text) { events.append($0) }
    return events
  }

  /// Runs one command, handing out what it has to say as it comes.
  ///
  /// - Returns: whether the command succeeded.
  @discardableResult
  package func execute(_ text: String, _ emit: @escaping (OutputEvent) -> Void) -> Bool {
    let outer = sink
    sink = redirecting(emit)
    defer { sink = outer }
    let start = Date()
    let isTimed = settings.timesCommands
    defer {
      if isTimed, settings.timesCommands {
        emit(.event("time: \(Self.secondsText(-start.timeIntervalSinceNow)) s"))
      }
    }
    predicateTexts = []
    let outerText = commandText
    commandText = text
    defer { commandText = outerText }
    if history.isEmpty, !isReplaying { scriptStart = ScriptStart(self) }
    do {
      let command = try Parser.parse(text)
      try Interruption.$check.withValue(WaitingPerson(isInterrupted).check) {
        try perform(command)
      }
      remember(command, text)
      if settings.showsSwift { writeSwift(of: command) }
      return true
    } catch let nested as NestedFailure {
      emit(.problem(nested.problem, source: nested.source, place: nested.place))
    } catch {
      // Whatever the library made of it: the command was stopped.
      let isStopped = isInterrupted() && !(error is Problem)
      emit(.problem(isStopped ? .interrupted : problem(error), source: text, place: nil))
    }
    return false
  }

  /// Whether nothing is open.
  package var isEmpty: Bool { stack == nil }

  /// Whether there is work that has not been saved, in any context.
  package var hasUnsavedChanges: Bool {
    stack?.contexts.contains { $0.context.hasChanges } ?? false
  }

  private func perform(_ command: Command) throws {
    switch command {
    case .tool(.goto), .tool(.undoList(.some)):
      try performWatched(command)
      try printView()
    case .tool(let tool): try perform(tool)
    case .sql(let text): try runSQL(text)
    default:
      let prediction = predict(command)
      let before = prediction == nil ? nil : measure()
      try performWatched(command)
      if let prediction, let before { compare(prediction, command, before) }
      try printView()
    }
  }

  /// Carries out a command of the object language, and what follows each.
  private func performWatched(_ command: Command) throws {
    stack?.meter.beginCommand()
    defer {
      closeUndoGroups(named: nil)
      followTimelines()
      for line in controllers.takeLines() { sink(.event(line)) }
      for warning in faultPatterns.takeWarnings() { notice(warning) }
    }
    if case .tool(let tool) = command { try perform(tool) } else { try performOnObjects(command) }
    if let failure = stack?.failures.take() { throw failure }
  }

  // MARK: - Saying

  func acknowledge(_ text: String) {
    if !settings.isQuiet { sink(.acknowledgement(text)) }
  }

  func write(_ line: String) {
    sink(.output(Array((line + "\n").utf8)))
  }

  /// Writes a line of words, broken between them where a person reads it on a terminal.
  func tell(_ line: String) {
    guard let width = settings.screenWidth, outputFile == nil else { return write(line) }
    write(EventPrinter.wrapped(line, width: width))
  }

  func notice(_ text: String) {
    sink(.notice(text))
  }

  /// Stops a long command that a person does not want to wait for.
  func checkInterrupt() throws(Problem) {
    if isInterrupted() { throw Problem.interrupted }
  }

  // MARK: - What must be open

  func openStack() throws(Problem) -> Stack {
    guard let stack else {
      throw Problem(
        "nothing is open; .chapter 1 opens the first chapter, .open STORE a store, "
          + "and so do --model MODEL and --store STORE at the start")
    }
    return stack
  }

  func context() throws(Problem) -> NSManagedObjectContext {
    try openStack().current.context
  }
}

/// Who waits for a command, asked by what the library runs for it.
///
/// `@unchecked Sendable`: it is asked on the thread that runs the command, and no longer than that runs.
private final class WaitingPerson: @unchecked Sendable {
  private let isGone: () -> Bool

  init(_ isGone: @escaping () -> Bool) { self.isGone = isGone }

  var check: @Sendable () -> Bool { { self.isGone() } }
}

/// A failure inside a script that a command reads.
struct NestedFailure: Error {
  let problem: Problem
  let source: String
  let place: ScriptPlace
}
