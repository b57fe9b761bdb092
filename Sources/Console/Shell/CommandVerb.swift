/// A verb of the command line: the one source of the usage text, `corebook help`, the completion
/// scripts and the manual page.
package struct CommandVerb: Sendable {
  /// What follows a verb.
  package enum Argument: Sendable, Equatable {
    case none
    case file
    case words([String])
    /// Words, or a file.
    case wordsOrFile([String])

    /// The words that may stand there.
    package var words: [String]? {
      switch self {
      case .none, .file: nil
      case .words(let words), .wordsOrFile(let words): words
      }
    }
  }

  package let name: String
  /// What is written behind `corebook`.
  package let usage: String
  package let summary: String
  package let argument: Argument
  /// What `--as` takes, if anything.
  package let forms: [String]
  /// Arguments to try it with.
  package let example: String

  init(
    _ name: String, _ usage: String, _ summary: String, _ argument: Argument = .file,
    forms: [String] = [], example: String
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.argument = argument
    self.forms = forms
    self.example = example
  }

  /// The verbs, in the order of the contract.
  package static let all: [CommandVerb] = [
    CommandVerb(
      "chapter", "chapter NUMBER|NAME", "a chapter of the workbook", .none,
      example: "chapter 1"),
    CommandVerb(
      "run", "run SCRIPT…", "runs console scripts; - is standard input",
      example: "--model OrgChart.xcdatamodeld run script.corebook"),
    CommandVerb(
      "-c", "-c 'COMMANDS'", "runs commands, newline or ;; between them", .none,
      example: "--model OrgChart.xcdatamodeld -c 'insert Person name=\"Ann\" ;; save'"),
    CommandVerb(
      "open", "open STORE [--model MODEL] [--write]",
      "the console on a store; a private copy without --write", example: "open store.sqlite"),
    CommandVerb(
      "schema", "schema MODEL [--era seed|latest|VERSION] [-o FILE]",
      "the SQL that makes a store of a model",
      example: "schema OrgChart.xcdatamodeld"),
    CommandVerb(
      "model", "model MODEL [--as FORM] [-o FILE]",
      "a model, or a store's own, as text or picture; a FILE.mom or FILE.momd compiles it, a FILE.cdm "
        + "a mapping model",
      .wordsOrFile(["diff"]),
      forms: ["text", "json", "xml", "swift", "dot", "svg"],
      example: "model OrgChart.xcdatamodeld --as svg -o OrgChart.svg"),
    CommandVerb(
      "model diff", "model diff OLD NEW [--as text|json]",
      "what differs between two models, and what a migration makes of each property",
      forms: ["text", "json"],
      example: "model diff store.sqlite OrgChart.xcdatamodeld"),
    CommandVerb(
      "codegen", "codegen MODEL -o DIR [--as nsmanaged|managed]", "a Swift class for each entity",
      forms: ["nsmanaged", "managed"], example: "codegen OrgChart.xcdatamodeld -o Classes"),
    CommandVerb(
      "doctor", "doctor STORE [--model MODEL] [--as text|json] [-o FILE]",
      "what is wrong with an SQLite store",
      forms: ["text", "json"], example: "doctor store.sqlite"),
    CommandVerb(
      "diff", "diff STORE STORE [--model MODEL] [--as text|json] [-o FILE]",
      "what differs between two stores; 0 is nothing, 1 something, 2 not compared",
      forms: ["text", "json"], example: "diff before.sqlite after.sqlite"),
    CommandVerb(
      "export", "export STORE [--as json|csv|sql] [-o FILE|FOLDER]", "the objects of a store",
      forms: ["json", "csv", "sql"], example: "export store.sqlite --as json -o store.json"),
    CommandVerb(
      "import", "import STORE FILE [--model MODEL]", "what export wrote, as new objects",
      example: "import other.sqlite store.json --model OrgChart.xcdatamodeld"),
    CommandVerb(
      "migrate",
      "migrate STORE --to MODEL [--mapping M] [--dry-run] [--backup] [--yes] [--as text|json]",
      "brings a store to another version of its model; the plan comes first, losses are asked about",
      forms: ["text", "json"], example: "migrate store.sqlite --to OrgChart.xcdatamodeld --dry-run"),
    CommandVerb(
      "report", "report STORE [-o FILE.html]",
      "a page with the model, the entities, their rows and the graph, complete in itself",
      example: "report store.sqlite -o store.html"),
    CommandVerb(
      "exercises", "exercises [list|next|show|check|hint|reset|solution|watch] [ID] [--all]",
      "the exercises of the workbook",
      .words(["list", "next", "show", "check", "hint", "reset", "solution", "watch"]),
      forms: ["text", "json"], example: "exercises list"),
    CommandVerb(
      "grade", "grade DIR… [--as FORM] [-o FILE] [--timeout S]", "grades a class's submissions",
      forms: ["table", "csv", "json", "junit", "html"], example: "grade Submissions --as csv"),
    CommandVerb(
      "check-workbook", "check-workbook [CHAPTER|ID…]",
      "for authors: stubs, solutions, hints, transcripts",
      .none, example: "check-workbook E0203"),
    CommandVerb(
      "completion", "completion bash|zsh|fish", "a script that completes corebook in a shell",
      .words(["bash", "zsh", "fish"]), example: "completion bash"),
    CommandVerb(
      "help", "help [TOPIC|man]", "help on a verb, a command or a topic; 'man' is a manual page",
      .words(["man"]), example: "help predicates"),
  ]

  /// The options that go with every verb.
  package static let options: [(names: [String], argument: String?, summary: String)] = [
    (["--chapter"], "NAME", "open a chapter's store"),
    (["--players"], "NUMBER", "how many players the chapter large-league is to have"),
    (["--step"], "NUMBER", "a chapter's step as the text has it, on a store that goes"),
    (["--model"], "MODEL", "the model to work with; of an SQLite store, its own"),
    (["--store"], "STORE", "the store to work on"),
    (["--write"], nil, "write the store itself, not a private copy"),
    (["--type"], "TYPE", "sqlite, binary, xml or memory"),
    (["-q", "--quiet"], nil, "no one-line acknowledgements"),
    (["--plain"], nil, "no box drawing, no colour; views as sentences"),
    (["--no-color"], nil, "no colour; so does NO_COLOR in the environment"),
    (["--as"], "FORM", "the form of what is printed"),
    (["-o", "--output"], "FILE", "write into a file"),
    (["--era"], "ERA", "the era of Core Data whose schema is meant"),
    (["--to"], "MODEL", "the model that a store shall be migrated to"),
    (["--mapping"], "FILE", "the mapping model to migrate by (.cdm, .xcmappingmodel)"),
    (["--dry-run"], nil, "rehearse a migration on a copy only"),
    (["--backup"], nil, "keep the old store as STORE.bak"),
    (["-y", "--yes"], nil, "go on without asking where data are lost"),
    (["--timeout"], "SECONDS", "how long one exercise may take"),
    (["--home"], "DIR", "where chapters keep stores, history and progress"),
    (["--root"], "DIR", "where Chapters and Exercises are"),
    (["--version"], nil, "the version"),
    (["-h", "--help"], nil, "this text"),
  ]

  /// The verbs that `-o` goes with, for a message.
  static let takingOutput =
    "schema, model, codegen, doctor, diff, export, report, migrate, completion and grade"

  package static func named(_ name: String) -> CommandVerb? { all.first { $0.name == name } }

  /// What `corebook help` prints.
  static var usageText: String {
    let head = "usage: corebook [OPTIONS]"
    let verbs = all.map { "       corebook " + $0.usage }
    let width = verbs.map { DisplayWidth.of($0) }.filter { $0 <= 48 }.max() ?? 0
    var lines = [Session.padded(head, width) + "  the console"]
    for (line, verb) in zip(verbs, all) {
      if DisplayWidth.of(line) <= width {
        lines.append(Session.padded(line, width) + "  " + verb.summary)
      } else {
        lines += [line, String(repeating: " ", count: width + 2) + verb.summary]
      }
    }
    lines.append("options:")
    for option in options {
      let names = option.names.joined(separator: ", ") + (option.argument.map { " " + $0 } ?? "")
      lines.append("  " + Session.padded(names, 22) + "  " + option.summary)
    }
    return lines.joined(separator: "\n")
  }

  /// The lines of `corebook help VERB`.
  var helpLines: [String] {
    ["corebook \(usage)", "  \(summary)", "For example:", "  corebook \(example)"]
  }
}
