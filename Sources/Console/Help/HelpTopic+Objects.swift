extension HelpTopic {
  /// The commands of the object language.
  static let objects = [
    HelpTopic(
      "insert", "insert ENTITY [key=value …] [as NAME]", "makes an object, unsaved until 'save'",
      example: "insert Person name=\"Ann\" id=7 as ann"),
    HelpTopic(
      "set", "NAME.key = value",
      "sets an attribute, an element of a composite one, or a to-one relationship; nil clears",
      example: "jane.name = \"Janet\""),
    HelpTopic(
      "relate", "NAME.rel += NAME[, NAME…]",
      "puts objects into a to-many relationship; -= takes them out, = [a, b] replaces",
      example: "john.employees += bill"),
    HelpTopic(
      "print", "NAME.keypath", "prints what a key path leads to",
      example: "org.leader.name\norg.leader.employees.@count"),
    HelpTopic(
      "fetch",
      """
      fetch ENTITY [where PREDICATE] [order by KEY [asc|desc][, …]] [limit N] [offset N]
            [select ITEM[, …]] [distinct] [group by KEY[, …] [having PREDICATE]]
            [only] [prefetch KEYPATH[, …]] [batch N] [as NAME]
      fetch template NAME [VAR=value …]
      """, "asks for objects, or with 'select' for values; clauses in any order",
      example: "fetch Person where name BEGINSWITH \"J\" order by name select name, id"),
    HelpTopic(
      "count", "count ENTITY [where PREDICATE]", "how many objects there are",
      example: "count Person where id > 0"),
    HelpTopic(
      "delete", "delete [dry] NAME|ENTITY/pN|ENTITY where PREDICATE",
      "deletes; 'dry' only shows what the delete rules would do", example: "delete dry john"),
    HelpTopic(
      "batch",
      "batch update ENTITY set key=value[, …] [where PREDICATE]\n"
        + "batch delete ENTITY [where PREDICATE]\nbatch insert ENTITY [[key=value, …], …]",
      "changes rows in the store without objects; contexts are not told",
      example: "batch update Person set name = \"Everybody\" where id > 0\nrefresh all"),
    HelpTopic(
      "undo", "undo [N]", "takes back the last command that changed something",
      example: "jane.name = \"Janet\"\nundo\n.undo\n.timeline",
      text: [
        "Each command that changed something is one group, named for it. The stack survives 'save':",
        "undoing then is a new change, to be saved. 'rollback' and 'reset' give it up. '.undo' lists",
        "the groups, '.timeline' draws them with the saves, '.goto N' goes to a point.",
      ]),
    HelpTopic(
      "redo", "redo [N]", "does again what was undone",
      example: "jane.name = \"Janet\"\nundo\nredo"),
    HelpTopic("save", "save", "writes the current context's changes", example: "save"),
    HelpTopic("rollback", "rollback", "gives up everything that is not saved", example: "rollback"),
    HelpTopic("reset", "reset", "makes the context forget all its objects", example: "reset"),
    HelpTopic(
      "refresh", "refresh NAME [keep]\nrefresh all",
      "reads an object anew; 'keep' keeps its changes", example: "save\nrefresh jane"),
    HelpTopic(
      "show", "show NAME|ENTITY", "an object's values and state, or an entity's properties",
      example: "show jane\nshow Person"),
    HelpTopic(
      "tree", "tree NAME [REL] [depth N]", "an object and what hangs from it",
      example: "tree org\ntree john employees depth 1"),
    HelpTopic("changes", "changes", "what is inserted, changed and deleted", example: "changes"),
    HelpTopic(
      "validate", "validate [NAME]", "what 'save' would refuse", example: "validate"),
    HelpTopic(
      "observe", "observe NAME.key", "prints old and new whenever a value changes",
      example: "observe jane.name\njane.name = \"Janet\""),
    HelpTopic(
      "context",
      """
      context new NAME [child]
      context use NAME
      context list
      context merge error|store|object|overwrite|rollback
      """, "several contexts on one store; how conflicts are settled",
      example: "context new sketch\ncontext list"),
    HelpTopic(
      "fetched", "fetched NAME.property", "a fetched property, and whether it was cached",
      example: "fetched celtics.wPlayers\nfetched celtics.wPlayers", setting: .teams),
    HelpTopic(
      "controller",
      "controller ENTITY [where PREDICATE] order by KEY [sections KEY] [cache NAME] [as NAME]",
      "a fetched results controller: its events print after each command; with a cache, the sections "
        + "are kept for the next start",
      example: "controller Person order by name as list\ninsert Person name=\"Ann\""),
    HelpTopic("let", "let NAME = value", "gives a value a name", example: "let limit = 3"),
  ]

  /// The parts of the language.
  static let language = [
    HelpTopic(
      "values",
      "\"text\" 12 2.5 true nil [a, b] date(\"…\") now() uuid(\"…\") url(\"…\") data(\"hex\")\n"
        + "decimal(\"…\") hash(\"text\")", "how values are written",
      example: "let day = date(\"2012-01-31T12:00:00Z\")"),
    HelpTopic(
      "names", "NAME, it, $1, Entity/p1",
      "an object by its name, the last one, the first of the last fetch, or its id",
      example: "fetch Person order by name\n$1.name\nit.name\nPerson/p1.name"),
    HelpTopic(
      "sql", "select …;  explain …;  with …;  pragma …;  values …;",
      "SQL on the store's file, read-only; it ends with ';'",
      example: "select Z_PK, ZNAME from ZPERSON order by Z_PK;"),
  ]
}
