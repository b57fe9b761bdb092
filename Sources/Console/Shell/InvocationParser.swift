/// Reads the command line.
package struct InvocationParser {
  private var rest: ArraySlice<String>
  private var invocation = Invocation()
  private var words: [String] = []
  private var commands: String?

  /// Reads the arguments behind the program's name.
  package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var parser = InvocationParser(rest: arguments[...])
    while let argument = parser.rest.popFirst() {
      try parser.take(argument)
    }
    try parser.decide()
    return parser.invocation
  }

  private init(rest: ArraySlice<String>) {
    self.rest = rest
  }

  private mutating func take(_ argument: String) throws(UsageError) {
    if argument == "--" {
      words += rest
      rest = []
      return
    }
    guard argument.hasPrefix("-"), argument != "-" else {
      words.append(argument)
      return
    }
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    if argument.hasPrefix("--"), parts.count == 2 {
      rest = [parts[1]] + rest
      try option(parts[0])
    } else {
      try option(argument)
    }
  }

  private mutating func option(_ name: String) throws(UsageError) {
    switch name {
    case "-q", "--quiet": invocation.options.isQuiet = true
    case "--plain": invocation.options.isPlain = true
    case "--no-color": invocation.options.usesColor = false
    case "--write": invocation.options.writes = true
    case "--model": invocation.options.model = try argument(of: name)
    case "--store": invocation.options.store = try argument(of: name)
    case "--chapter": invocation.options.chapter = try argument(of: name)
    case "--players": invocation.options.players = try players()
    case "--step": invocation.options.step = try step()
    case "--home": invocation.options.home = try argument(of: name)
    case "--root": invocation.options.root = try argument(of: name)
    case "--era": invocation.options.era = try argument(of: name)
    case "--as": invocation.options.form = try argument(of: name)
    case "-o", "--output": invocation.options.output = try argument(of: name)
    case "--type": invocation.options.type = try storeType()
    case "-c": commands = try argument(of: name)
    case "--timeout": invocation.options.timeout = try argument(of: name)
    case "--to": invocation.options.target = try argument(of: name)
    case "--mapping": invocation.options.mapping = try argument(of: name)
    case "--dry-run": invocation.options.isDryRun = true
    case "--backup": invocation.options.keepsBackup = true
    case "-y", "--yes": invocation.options.saysYes = true
    case "--all": invocation.options.takesAll = true
    case "--give-up": invocation.options.givesUp = true
    case "--version": invocation.verb = .version
    case "-h", "--help": invocation.verb = .help(nil)
    default:
      let known = [
        "--quiet", "--plain", "--no-color", "--write", "--model", "--store", "--chapter",
        "--players", "--step", "--home", "--root", "--era", "--as", "--type", "--timeout", "--all",
        "--give-up", "--version",
        "--help", "--to", "--mapping", "--dry-run", "--backup", "--yes",
      ]
      throw UsageError(message: Self.unknown("option", name, among: known))
    }
  }

  private mutating func argument(of option: String) throws(UsageError) -> String {
    guard let value = rest.popFirst() else {
      throw UsageError(message: "\(option) needs an argument")
    }
    guard !value.isEmpty || option == "-c" else {
      throw UsageError(message: "what stands behind \(option) is empty")
    }
    return value
  }

  private mutating func storeType() throws(UsageError) -> ToolCommand.StoreType {
    let text = try argument(of: "--type")
    guard let type = ToolCommand.StoreType(rawValue: text) else {
      throw UsageError(message: "--type takes sqlite, binary, xml or memory, not '\(text)'")
    }
    return type
  }

  private mutating func players() throws(UsageError) -> Int {
    let text = try argument(of: "--players")
    guard let count = Int(text), LeagueScenario.sizes.contains(count), count % 100 == 0 else {
      throw UsageError(
        message: "--players takes hundreds from 100 to 1000000, a team each, not '\(text)'")
    }
    return count
  }

  private mutating func step() throws(UsageError) -> Int {
    let text = try argument(of: "--step")
    guard let number = Int(text), number > 0 else {
      throw UsageError(message: "--step takes the number of a step, not '\(text)'")
    }
    return number
  }

  private static func unknown(_ what: String, _ name: String, among known: [String]) -> String {
    let message = "there is no \(what) '\(name)'"
    guard let nearest = Suggestion.nearest(to: name, among: known) else { return message }
    return message + "; did you mean '\(nearest)'?"
  }

  private mutating func decide() throws(UsageError) {
    if invocation.options.chapter != nil || words.first == "chapter",
      invocation.options.store != nil || invocation.options.model != nil
    {
      throw UsageError(
        message: "a chapter has a model and a store of its own: leave --model and --store away")
    }
    if invocation.options.players != nil {
      guard invocation.options.chapter != nil || words.first == "chapter" else {
        throw UsageError(message: "--players goes with a chapter: --chapter large-league")
      }
    }
    if invocation.options.step != nil {
      guard invocation.options.chapter != nil || words.first == "chapter" else {
        throw UsageError(message: "--step goes with a chapter: --chapter OrgChart --step 5")
      }
    }
    guard words.count < 2 || !words.contains("") else {
      throw UsageError(message: "an argument of '\(words[0])' is empty")
    }
    if let commands {
      guard words.isEmpty else {
        let instead = words[0] == "open" ? "; -c works on what --store and --model name" : ""
        throw UsageError(message: "-c and '\(words[0])' do not go together\(instead)")
      }
      invocation.verb = .commands(commands)
    } else if let verb = words.first, invocation.verb == .console {
      invocation.verb = try decide(verb, Array(words.dropFirst()))
    }
    if invocation.options.output != nil, !invocation.verb.takesOutput {
      throw UsageError(
        message: "-o goes with what prints an answer: \(CommandVerb.takingOutput); in the console, "
          + "and with -c and run, .output FILE does it")
    }
  }

  private func decide(_ verb: String, _ words: [String]) throws(UsageError) -> Invocation.Verb {
    switch verb {
    case "run":
      guard !words.isEmpty else {
        throw UsageError(message: "run needs a script, or - for standard input")
      }
      return .run(words)
    case "open": return .open(try one(words, "open needs one store"))
    case "schema": return .schema(try one(words, "schema needs one model"))
    case "model" where words.first == "diff" && words.count != 1:
      guard words.count == 3 else { throw UsageError(message: "model diff needs two models") }
      return .modelDifference(words[1], words[2])
    case "model": return .model(try one(words, "model needs one model"))
    case "doctor": return .doctor(try one(words, "doctor needs one store"))
    case "export": return .export(try one(words, "export needs one store"))
    case "import":
      guard words.count == 2 else { throw UsageError(message: "import needs a store and a file") }
      return .importFile(words[0], words[1])
    case "codegen":
      guard invocation.options.output != nil else {
        throw UsageError(message: "codegen needs a folder to write to: -o DIR")
      }
      return .codegen(try one(words, "codegen needs one model"))
    case "diff":
      guard words.count == 2 else { throw UsageError(message: "diff needs two stores") }
      return .diff(words[0], words[1])
    case "migrate":
      guard invocation.options.target != nil else {
        throw UsageError(message: "migrate needs the model that the store shall have: --to MODEL")
      }
      return .migrate(try one(words, "migrate needs one store"))
    case "report": return .report(try one(words, "report needs one store"))
    case "completion": return .completion(try one(words, "completion needs bash, zsh or fish"))
    case "help": return .help(words.isEmpty ? nil : words.joined(separator: " "))
    case "chapter": return .workbook(.chapter, [try one(words, "chapter needs a number or name")])
    case "exercises": return .workbook(.exercises, words)
    case "check-workbook":
      return .workbook(.checkWorkbook, words)
    case "grade":
      guard !words.isEmpty else { throw UsageError(message: "grade needs a folder to grade") }
      return .workbook(.grade, words)
    default:
      let known =
        CommandVerb.all.map(\.name).filter { !$0.hasPrefix("-") }
        + Invocation.WorkbookVerb.allCases.map(\.rawValue)
      throw UsageError(message: Self.unknown("command", verb, among: known))
    }
  }

  private func one(_ words: [String], _ message: String) throws(UsageError) -> String {
    guard words.count == 1 else { throw UsageError(message: message) }
    return words[0]
  }
}
