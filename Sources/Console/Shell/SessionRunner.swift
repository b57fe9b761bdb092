/// Runs commands through a session, printing what comes of them, until one fails or the end.
final class SessionRunner {
  private let session: Session
  private let output: OutputWriter
  private var printer: EventPrinter {
    EventPrinter(
      output: output, usesColor: session.settings.usesColor && OutputWriter.errorsAreSeen,
      isPlain: session.settings.rendering.isPlain)
  }
  private let script: String
  private var status = ExitStatus.success
  /// Whether `.quit` ended it.
  private(set) var hasQuit = false

  init(session: Session, output: OutputWriter, script: String) {
    self.session = session
    self.output = output
    self.script = script
  }

  /// Runs a script as its bytes come.
  func run(from next: () -> [UInt8]) -> Int32 {
    ScriptRunner.inputs(from: next) {
      run($0)
    } wrong: {
      wrong($0, $1)
    }
    return status
  }

  /// Runs what `-c` was given.
  func run(commands: String) -> Int32 {
    var reader = InputReader()
    for (line, isClosed) in CommandSplitter.lines(commands) {
      var input = reader.feed(line)
      if isClosed, input == nil { input = reader.closeStatement() }
      guard let input else { continue }
      guard run(input) else { return status }
    }
    if let (problem, line) = reader.finish() { _ = wrong(problem, line) }
    return status
  }

  /// Runs one command; false when no more shall run.
  private func run(_ input: Input) -> Bool {
    if session.settings.echoes { output.write(input.text) }
    var failure: Problem?
    session.execute(input.text) { [self] event in
      switch event {
      case .problem(let problem, let source, let place):
        failure = problem
        // Nobody reads on; that a command was stopped for it is no fault of the command.
        guard output.isOpen else { return }
        printer.print(
          problem, source: source,
          place: place ?? ScriptPlace(script: script, line: input.line))
      case .quit: hasQuit = true
      default: printer.print(event)
      }
    }
    guard output.isOpen else { return false }
    guard let failure else { return !hasQuit }
    guard session.settings.bails else {
      status = ExitStatus.failure
      return !hasQuit
    }
    status = ExitStatus.of(failure)
    return false
  }

  /// A line that cannot be read, or a command left unfinished; whether to go on.
  private func wrong(_ problem: Problem, _ line: Int) -> Bool {
    printer.print(problem, source: "", place: ScriptPlace(script: script, line: line))
    status = session.settings.bails ? ExitStatus.of(problem) : ExitStatus.failure
    return !session.settings.bails
  }
}
