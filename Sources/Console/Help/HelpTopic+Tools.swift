extension HelpTopic {
  /// The commands that look at the store.
  static let looking = [
    HelpTopic(
      ".help", ".help [TOPIC]", "this list, or more about one command", example: ".help fetch"),
    HelpTopic(
      ".schema", ".schema [TABLE|ENTITY]", "the statements that made the tables",
      example: ".schema Person"),
    HelpTopic(".tables", ".tables [PATTERN]", "the tables of the store", example: ".tables"),
    HelpTopic(
      ".indexes", ".indexes [TABLE|ENTITY]", "the indexes of the store", example: ".indexes"),
    HelpTopic(
      ".metadata", ".metadata", "what the store says of itself", example: ".metadata"),
    HelpTopic(
      ".dump", ".dump [TABLE|ENTITY]", "SQL that makes the store again; of an XML store, its file",
      example: ".dump Person"),
    HelpTopic(
      ".undo", ".undo [N]", "the undo stack; .undo N goes back to that point", example: ".undo"),
    HelpTopic(".stores", ".stores", "the open stores", example: ".stores"),
  ]

  /// The commands that show what happens underneath.
  static let underneath = [
    HelpTopic(
      ".rows", ".rows [on|off]",
      "after every save, the rows that changed, whose they are, and what caused it",
      example: ".rows on\njane.name = \"Janet\"\nsave"),
    HelpTopic(
      ".sqldebug", ".sqldebug 0|1|2|3",
      "every SQL statement: 1 with rows and times, 2 with bound values, 3 with the query plan",
      example: ".sqldebug 3\nfetch Person where name == \"Jane\""),
    HelpTopic(
      ".explain", ".explain fetch ENTITY …",
      "how a fetch is understood: predicate, SQL, query plan",
      example: ".explain fetch Person where name BEGINSWITH \"J\" AND id > 0"),
    HelpTopic(
      ".transcript", ".transcript FILE [repl|swift]",
      "writes what was typed so far as a script, or as a Swift program",
      example: "count Person\n.transcript session.swift swift"),
    HelpTopic(
      ".output", ".output FILE|off", "answers go into a file",
      example: ".output answers.txt\ncount Person\n.output off"),
    HelpTopic(
      ".swift", ".swift [on|off]",
      "after every command, the same as Swift against the CoreData API",
      example: ".swift on\njane.name = \"Janet\"\nsave"),
  ]

  /// The commands that change how the console behaves.
  static let behaviour = [
    HelpTopic(
      ".mode", ".mode [list|table|box|line|csv|json|markdown|html]",
      "how rows are laid out; alone, as others, says what is set",
      example: ".mode table\nfetch Person order by name select name"),
    HelpTopic(
      ".headers", ".headers on|off", "headings in list, csv and html", example: ".headers on"),
    HelpTopic(
      ".nullvalue", ".nullvalue TEXT", "what stands for nil in rows", example: ".nullvalue nil"),
    HelpTopic(
      ".width", ".width [N …]", "the widths of columns; negative aligns right",
      example: ".width 10 -5"),
    HelpTopic(".echo", ".echo on|off", "prints each command before it runs", example: ".echo on"),
    HelpTopic(
      ".bail", ".bail on|off", "whether a script stops at its first error", example: ".bail off"),
    HelpTopic(".quiet", ".quiet on|off", "drops one-line acknowledgements", example: ".quiet on"),
    HelpTopic(
      ".timer", ".timer on|off", "prints how long each command took",
      example: ".timer on\ncount Person"),
    HelpTopic(".color", ".color on|off", "colour on a terminal", example: ".color off"),
    HelpTopic(
      ".pager", ".pager on|off",
      "long output through $PAGER, on a terminal; 'on' takes less where PAGER names none",
      example: ".pager off"),
    HelpTopic(
      ".read", ".read FILE", "runs a script",
      example: "count Person\n.transcript again.corebook\n.read again.corebook"),
    HelpTopic(
      ".open", ".open STORE", "opens another store of the same model, on a private copy",
      example: "save\n.save-as other.sqlite\n.open other.sqlite\ncount Person"),
    HelpTopic(
      ".store", ".store sqlite|binary|xml|memory",
      "a new, empty, temporary store of the same model",
      example: ".store memory\ninsert Person name=\"Ann\"\nsave\ncount Person"),
    HelpTopic(
      ".migrate", ".migrate MODEL [mapping FILE] [dry] [yes]",
      "brings the store to another version of its model: the plan, a rehearsal, the migration",
      example: "save\n.save-as other.sqlite\n.migrate other.sqlite dry"),
    HelpTopic(
      ".restart", ".restart", "tears the stack down and opens it again: a relaunch",
      example: "save\n.restart\ncount Person"),
    HelpTopic(".quit", ".quit", "leaves; so does .exit", example: ".quit"),
  ]
}
