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
    case help(String?)
    case version
    /// A verb of the contract that is not built.
    case later(String)
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
    package var type: ToolCommand.StoreType = .sqlite
    package var chapter: String?
    package var home: String?
    package var root: String?
    package var era: String?
    package var form: String?
    package var output: String?
  }
}

/// The command line is wrong: status 2.
package struct UsageError: Error, Sendable, Equatable {
  package let message: String

  package static let usage = """
    usage: corebook [OPTIONS]                      the console
           corebook [OPTIONS] run SCRIPT…          run console scripts; - is standard input
           corebook [OPTIONS] -c 'COMMANDS'        run commands, newline or ;; between them
           corebook open STORE --model MODEL [--write]
           corebook schema MODEL                   the DDL of a model
           corebook codegen MODEL -o DIR [--as nsmanaged|managed]   a Swift class per entity
           corebook help [TOPIC] | --version
    options: --model MODEL, --store STORE, --write, --type sqlite|binary|xml|memory,
             -q/--quiet, --plain, --no-color, --home DIR, --root DIR
    """
}
