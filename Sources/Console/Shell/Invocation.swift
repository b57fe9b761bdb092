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
    case help(String?)
    case version
    /// A verb of the workbook, and the words behind it.
    case workbook(WorkbookVerb, [String])
    /// A verb of the contract that is not built.
    case later(String)
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
    package var home: String?
    package var root: String?
    package var era: String?
    package var form: String?
    package var output: String?
    /// Seconds that one exercise may take.
    package var timeout: String?
    package var takesAll = false
    package var givesUp = false
  }
}

/// The command line is wrong: status 2.
package struct UsageError: Error, Sendable, Equatable {
  package let message: String

  package static let usage = """
    usage: corebook [OPTIONS]                      the console
           corebook [OPTIONS] run SCRIPT…          run console scripts; - is standard input
           corebook [OPTIONS] -c 'COMMANDS'        run commands, newline or ;; between them
           corebook open STORE [--model MODEL] [--write]
           corebook schema MODEL [--era seed|latest|VERSION]   the DDL of a model
           corebook model MODEL|STORE [--as text|json|xml|swift|dot|svg] [-o FILE|X.mom|X.momd]
           corebook doctor STORE [--model MODEL] [--as text|json]   what is wrong with a store
           corebook export STORE [--as json|csv|sql] [-o FILE|FOLDER]
           corebook import STORE FILE [--model MODEL]   what export wrote, as new objects
           corebook codegen MODEL -o DIR [--as nsmanaged|managed]   a Swift class per entity
           corebook chapter NUMBER|NAME            a chapter of the workbook
           corebook exercises [list|next|show|check|hint|reset|solution|watch] [ID] [--all]
           corebook grade DIR… [--as table|csv|json|junit|html] [-o FILE] [--timeout S]
           corebook check-workbook                 for authors
           corebook help [TOPIC] | --version
    options: --chapter NAME, --model MODEL, --store STORE, --write, --type sqlite|binary|xml|memory,
             -q/--quiet, --plain, --no-color, --home DIR, --root DIR
    """
}
