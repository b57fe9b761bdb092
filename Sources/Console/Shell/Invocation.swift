/// What the command line asks for.
package struct Invocation: Sendable, Equatable {
  package enum Verb: Sendable, Equatable {
    /// A terminal, or standard input as a script where there is none.
    case console
    case run([String])
    case commands(String)
    case open(String)
    case schema(String)
    case model(String)
    case codegen(String)
    case doctor(String)
    case export(String)
    /// The store, then the file.
    case importFile(String, String)
    case diff(String, String)
    case migrate(String)
    /// The old model, then the new one.
    case modelDifference(String, String)
    case report(String)
    case completion(String)
    case help(String?)
    case version
    /// A verb of the workbook, and the words behind it.
    case workbook(WorkbookVerb, [String])
  }

  /// The verbs of the workbook.
  package enum WorkbookVerb: String, Sendable, CaseIterable {
    case chapter, exercises, grade
    case checkWorkbook = "check-workbook"
  }

  package var verb: Verb = .console
  package var options = Options()

  /// The options, wherever they stand.
  package struct Options: Sendable, Equatable {
    package var isQuiet = false
    package var isPlain = false
    package var usesColor = true
    package var writes = false
    package var model: String?
    package var store: String?
    /// Nil to look what an existing store is.
    package var type: ToolCommand.StoreType?
    package var chapter: String?
    /// How many players a chapter on the generated league is to have.
    package var players: Int?
    /// The step of the chapter to begin at, on a store that goes.
    package var step: Int?
    package var home: String?
    package var root: String?
    package var era: String?
    package var form: String?
    package var output: String?
    /// Seconds that one exercise may take.
    package var timeout: String?
    /// The model that a store shall have.
    package var target: String?
    package var mapping: String?
    package var isDryRun = false
    package var keepsBackup = false
    package var saysYes = false
    package var takesAll = false
    package var givesUp = false
  }
}

extension Invocation.Verb {
  /// The files that it reads.
  var sources: [String] {
    switch self {
    case .schema(let path), .model(let path), .codegen(let path), .doctor(let path),
      .export(let path), .report(let path), .migrate(let path):
      [path]
    case .diff(let one, let other), .modelDifference(let one, let other),
      .importFile(let one, let other):
      [one, other]
    default: []
    }
  }

  /// Whether what it has to say can go into the file of `-o`.
  var takesOutput: Bool {
    switch self {
    case .schema, .model, .modelDifference, .codegen, .doctor, .diff, .export, .report, .migrate,
      .completion, .workbook(.grade, _):
      true
    default: false
    }
  }
}

/// The command line is wrong: status 2.
package struct UsageError: Error, Sendable, Equatable {
  package let message: String

  /// How the command that was meant is written, or where all are listed: short enough that the
  /// message above it is still seen.
  ///
  /// - Parameter arguments: what the program was given.
  package static func usage(_ arguments: [String]) -> String {
    let verb = arguments.lazy.compactMap(CommandVerb.named).first
    let line = verb?.usage ?? "[OPTIONS] [COMMAND …]"
    let topic = verb.map { $0.name.hasPrefix("-") ? "" : " " + $0.name } ?? ""
    return "usage: corebook \(line)\n'corebook help\(topic)' says more"
  }
}
