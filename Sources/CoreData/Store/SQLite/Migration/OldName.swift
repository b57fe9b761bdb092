/// Names of old tables while they are read for new ones.
enum OldName {
  /// What stands before the name of an old table that has been put aside.
  static let prefix = "corebook_old_"

  /// How expressions write an old table: filled in once it is known which ones are put aside.
  static func of(_ table: String) -> String { "\u{1}\(table)\u{2}" }

  /// The SQL with the names of old tables filled in.
  static func resolve(_ sql: String, putAside: Set<String>) -> String {
    guard sql.contains("\u{1}") else { return sql }
    var result = ""
    var rest = sql[...]
    while let start = rest.firstIndex(of: "\u{1}"), let end = rest.firstIndex(of: "\u{2}") {
      result += rest[..<start]
      let name = String(rest[rest.index(after: start)..<end])
      result += putAside.contains(name) ? prefix + name : name
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

/// The functions of our own that a migration's statements call, by their names in SQL.
enum MigrationFunction: String {
  /// `(data)`: data as an attribute keeps them that allows external storage.
  case externalize = "corebook_externalize"
  /// `(data)`: the data themselves.
  case internalize = "corebook_internalize"
  /// `(entity, mask)`: the bits of changed properties by the new order (format fact 53).
  case mask = "corebook_history_mask"
  /// `(function, text)`: what a derived attribute makes of a text.
  case derive = "corebook_derive"
}
