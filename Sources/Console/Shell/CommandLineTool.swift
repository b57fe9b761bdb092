private import Foundation
import ScratchFolders

/// The program `corebook`, given its arguments.
package final class CommandLineTool {
  let output = OutputWriter()
  let session = Session()
  var options = Invocation.Options()

  package init() {}

  /// Runs the program.
  ///
  /// - Returns: the exit status of the console's contract (§1).
  package func main(_ arguments: [String]) -> Int32 {
    Descriptor.openStandard()
    Endings.watch()
    TemporaryFolder.sweep()
    // Nobody reads on: a query that prints for nobody stops.
    session.isInterrupted = { [output] in !output.isOpen }
    session.showNow = { [output] in output.flush() }
    session.sink = notices
    let status = runWhole(arguments)
    output.flush()
    session.close()
    Endings.removeFolders()
    if output.failure == EPIPE { Endings.end(by: SIGPIPE) }
    guard let code = output.failure, status == ExitStatus.success else { return status }
    output.error("error: cannot write standard output: \(String(cString: strerror(code)))")
    return ExitStatus.failure
  }

  /// Where a session's notices go while no command runs: what is to be known of a store that is opened.
  var notices: (OutputEvent) -> Void {
    { [output] event in
      if case .notice = event { EventPrinter(output: output).print(event) }
    }
  }

  private func runWhole(_ arguments: [String]) -> Int32 {
    let invocation: Invocation
    do {
      invocation = try InvocationParser.parse(arguments)
    } catch {
      output.errorWords("error: \(error.message)")
      output.errorWords(UsageError.usage(arguments))
      return ExitStatus.usage
    }
    options = invocation.options
    configure()
    do {
      return try run(invocation.verb)
    } catch {
      // Nobody reads on: what was stopped for it is no fault of its own.
      guard output.isOpen else { return ExitStatus.success }
      EventPrinter(output: output).print(error, source: "", place: nil)
      return ExitStatus.of(error)
    }
  }

  private func configure() {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    session.settings.isQuiet = options.isQuiet
    session.settings.rendering.isPlain = options.isPlain
    session.showsProgress = !options.isPlain && !options.isQuiet
    session.settings.usesColor =
      isTerminal && options.usesColor && !options.isPlain && Self.wantsColor
    if isTerminal {
      session.settings.rendering.mode = options.isPlain ? .line : .box
      session.settings.fitScreen(columns: LineEditor.columns)
    }
    // Without a workbook the commands of chapters say what they miss.
    session.workbook = try? workbookPlace()
  }

  /// Whether the environment lets a terminal be coloured: no `NO_COLOR`, no dumb terminal.
  private static var wantsColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    let kind = environment["TERM"] ?? ""
    return (environment["NO_COLOR"] ?? "").isEmpty && !kind.isEmpty && kind != "dumb"
  }

  private func run(_ verb: Invocation.Verb) throws(Problem) -> Int32 {
    switch verb {
    case .version:
      output.write("corebook \(Version.text)")
      return ExitStatus.success
    case .help(let topic): return help(topic)
    case .model(let path): return try printModel(path)
    case .codegen(let path): return try generateClasses(path)
    case .export(let path): return try export(path)
    case .importFile(let store, let file): return try importFile(store, file)
    case .report(let path): return try writeReport(path)
    case .workbook(let verb, let words): return try runWorkbook(verb, words)
    case .commands(let text):
      try openStack()
      return runCommands(text)
    case .run(let scripts):
      try openStack()
      return runScripts(scripts)
    case .open(let store):
      options.store = store
      try openStack(mustExist: true)
      return console()
    case .console:
      try openStack()
      return console()
    case .schema, .doctor, .diff, .migrate, .modelDifference, .completion:
      return try intoFile(verb)
    }
  }

  /// Runs a verb that prints an answer, into the file of `-o` if there is one.
  private func intoFile(_ verb: Invocation.Verb) throws(Problem) -> Int32 {
    guard let path = options.output else { return try answer(verb) }
    let file = try NamedFile(path: path, reading: verb.sources)
    output.target = file
    defer { output.target = nil }
    let status = try answer(verb)
    try file.commit()
    return status
  }

  private func answer(_ verb: Invocation.Verb) throws(Problem) -> Int32 {
    switch verb {
    case .schema(let path): return try printSchema(path)
    case .doctor(let path): return try doctor(path)
    case .diff(let first, let second): return try printDifferences(first, second)
    case .migrate(let path): return try migrate(path)
    case .modelDifference(let old, let new): return try printModelDifference(old, new)
    case .completion(let name): return try printCompletion(name)
    default: return ExitStatus.success
    }
  }

  // MARK: - Opening

  /// Opens what `--model` and `--store` say; nothing without them.
  private func openStack(mustExist: Bool = false) throws(Problem) {
    if let chapter = options.chapter { return try openChapter(chapter) }
    let store = options.store.map { URL(fileURLWithPath: $0) }
    let exists = store.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    if let store, !exists, mustExist || options.model == nil {
      throw Problem("there is no store at \(store.path)", kind: .file)
    }
    guard options.model != nil || store != nil else { return }
    try session.open(
      StackPlan(
        model: options.model.map { URL(fileURLWithPath: $0) }, store: store, type: options.type,
        writes: options.writes || !exists))
  }

  // MARK: - Running

  func console() -> Int32 {
    guard isatty(STDIN_FILENO) == 1 else { return runScripts(["-"]) }
    if session.isEmpty { welcome() }
    let home = HomeFolder.url(option: options.home)
    return Terminal(session: session, output: output) { scenario in
      home.appendingPathComponent("history/\(scenario).history")
    }
    // Opened already, for a script as for a person; a person is told where that is.
    .run(opening: options.chapter.map { ".chapter \($0)" })
  }

  /// What a person sees who opens the console on nothing: the chapters, and what to type.
  private func welcome() {
    session.execute(".chapters") { self.say($0) }
    output.write(".chapter 1 opens the first; .help lists the commands, .quit leaves")
    output.write("Its exercises, in Swift, are shown by 'corebook exercises next', in the shell.")
  }

  private func runScripts(_ scripts: [String]) -> Int32 {
    for script in scripts {
      guard let descriptor = Self.open(script) else {
        output.error("error: cannot read \(script): \(String(cString: strerror(errno)))")
        return ExitStatus.file
      }
      defer { if descriptor != STDIN_FILENO { _ = close(descriptor) } }
      let runner = SessionRunner(session: session, output: output, script: script)
      var isReadable = true
      let status = runner.run {
        // Whoever writes the script as it runs sees what came of it so far.
        output.flush()
        let bytes = Descriptor.receive(from: descriptor)
        isReadable = bytes != nil
        return bytes ?? []
      }
      guard isReadable else {
        output.error("error: cannot read \(script): it is a folder, or cannot be read on")
        return ExitStatus.file
      }
      if status != ExitStatus.success || runner.hasQuit { return status }
    }
    return ExitStatus.success
  }

  private static func open(_ script: String) -> Int32? {
    guard script != "-" else { return STDIN_FILENO }
    let descriptor = Foundation.open(script, O_RDONLY | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }

  func runCommands(_ text: String) -> Int32 {
    SessionRunner(session: session, output: output, script: "-c").run(commands: text)
  }
}

/// The exit statuses of the contract.
enum ExitStatus {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let file: Int32 = 3

  static func of(_ problem: Problem) -> Int32 {
    switch problem.kind {
    case .command: failure
    case .file: file
    case .usage: usage
    }
  }
}

/// The version of the package.
enum Version {
  static let text = "0.1"
}
