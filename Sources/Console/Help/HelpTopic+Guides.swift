import CoreData

extension HelpTopic {
  /// What a learner wants explained rather than listed.
  static let guides = [
    HelpTopic(
      "predicates", "where PREDICATE", "NSPredicate's own language; $NAME stands for what is named",
      example: """
        fetch Person where name LIKE[c] "j*" AND NOT id == 0 select name
        fetch Person where ANY employees.name == "Jane" select name
        fetch Person where SUBQUERY(employees, $e, $e.id > 0).@count > 1 select name
        fetch Person where name IN {"Jane", "Bill"} order by name select name
        """,
      text: [
        "Comparisons: = == != < <= > >= BETWEEN IN.",
        "Texts: BEGINSWITH CONTAINS ENDSWITH LIKE (* and ?) MATCHES (regular expression); [c]",
        "ignores case, [d] diacritics. Clauses are joined by AND, OR, NOT.",
        "Through a to-many relationship a condition needs ANY, ALL or NONE, or @count and its kin,",
        "or SUBQUERY, which holds several conditions about the same member.",
        "nil is compared with == and !=. '.explain fetch …' shows the SQL, '.why NAME' the clause",
        "that decided.",
      ]),
    HelpTopic(
      "faults", "faults", "objects whose values are not in memory yet",
      example: """
        save
        refresh all
        .faults
        .faults on
        fetch Person order by name
        .faults off
        fetch Person order by name prefetch employees
        """,
      text: [
        "A fault is an object that knows its id and nothing else. Reading one of its values fires it:",
        "its row comes from the row cache or, with one SELECT, from the store. A to-many relationship",
        "is a fault of its own. A loop over N objects that fires one SELECT each is the N+1 pattern;",
        "'prefetch KEYPATH' in the fetch reads them all with one. '.faults on' shows each as it fires.",
      ]),
    HelpTopic(
      "Z-tables", "Z-tables", "how objects lie in the store's file",
      example: """
        .tables
        .schema Person
        select Z_ENT, Z_NAME, Z_SUPER, Z_MAX from Z_PRIMARYKEY order by Z_ENT;
        select Z_PK, Z_ENT, Z_OPT, ZNAME from ZPERSON order by Z_PK;
        """,
      text: [
        "Each root entity has a table, Z and its name in capitals; its sub-entities share it. Z_PK is",
        "the key, Z_ENT the entity, Z_OPT a version that each save raises by one. Attributes are",
        "columns, Z and the name; a to-one relationship is the key of its destination. A many-to-many",
        "relationship has a table of pairs, Z_1BOOKS. Z_PRIMARYKEY knows the highest key handed out,",
        "Z_METADATA the store's metadata, Z_MODELCACHE the model.",
      ]),
    HelpTopic(
      "errors", "errors", "the error codes; '.help NUMBER' explains one",
      example: """
        .help errors
        .help 1570
        validate
        """,
      text: [
        "A Core Data error shows its domain and number. Some that a learner meets:",
        "1550 to 1680 a value that validation refuses; 133020 and 133021 conflicts while saving;",
        "134020 and 134100 a store that does not fit its model; 134130 to 134190 migration.",
      ]),
  ]

  /// The topic of an error code.
  static func error(_ code: String) -> [String]? {
    guard let number = Int(code), let entry = ErrorCatalog.entry(for: number) else { return nil }
    return [
      "\(number) \(entry.name)", "  \(ErrorCatalog.message(for: number))", "Why: \(entry.cause)",
      "What to do: \(entry.cure)", "How it comes about:",
    ] + entry.reproduction.split(separator: "\n").map { "  " + $0 }
  }

  /// Every code with its name, for `.help errors`.
  static var errorList: [String] { ErrorCatalog.all.map { "\($0.code) \($0.name)" } }
}
