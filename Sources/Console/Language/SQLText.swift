/// What the console must know of SQL: where a statement begins and ends.
package enum SQLText {
  private static let openers: Set<String> = ["select", "explain", "with", "pragma", "values"]

  /// Whether a line begins an SQL statement.
  package static func beginsStatement(_ text: String) -> Bool {
    openers.contains(firstWord(text))
  }

  private static func firstWord(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.prefix { $0.isLetter || $0 == "_" }).lowercased()
  }

  /// The advice for a line that is SQL meant to change the store, or nil.
  static func writingStatement(_ text: String) -> String? {
    let words = text.lowercased().split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1 else { return nil }
    let isWriting =
      switch (words[0], words[1]) {
      case ("insert", "into"), ("insert", "or"), ("delete", "from"), ("replace", "into"): true
      case ("create", _), ("drop", _), ("alter", _), ("vacuum", _), ("begin", _), ("attach", _):
        true
      case ("update", _): text.lowercased().contains(" set ")
      default: false
      }
    guard isWriting else { return nil }
    return "SQL is read-only here: a store is changed through its objects "
      + "(insert, NAME.key = value, delete, save)"
  }

  /// The statements of a text, and what remains behind the last semicolon.
  package static func statements(_ text: String) -> (complete: [String], rest: String) {
    let scalars = Array(text.unicodeScalars)
    var complete: [String] = []
    var start = 0
    var position = 0
    var isBetween = false
    while position < scalars.count {
      if scalars[position] == ";" {
        complete.append(string(scalars[start...position]))
        position += 1
        start = position
        isBetween = true
      } else if isBetween, scalars[position] == "#" {
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
        start = position
      } else {
        if !scalars[position].properties.isWhitespace { isBetween = false }
        position = skip(scalars, position)
      }
    }
    return (complete, string(scalars[start...]))
  }

  /// Whether every statement of a text is closed by a semicolon; a comment may follow the last.
  package static func isComplete(_ text: String) -> Bool {
    var progress = SQLProgress()
    progress.take(text)
    return progress.isComplete
  }

  /// Whether a text holds nothing but blanks and comments, SQL's or the console's.
  package static func isBlank(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "#" {
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
      } else if scalar.properties.isWhitespace {
        position += 1
      } else {
        let next = skip(scalars, position)
        let isComment = scalar == "-" && next > position + 1 || scalar == "/" && next > position + 1
        guard isComment else { return false }
        position = next
      }
    }
    return true
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The position behind the string, comment or single character at `position`.
  private static func skip(_ scalars: [Unicode.Scalar], _ position: Int) -> Int {
    switch scalars[position] {
    case "'", "\"", "`": return closing(scalars, position, scalars[position])
    case "[": return closing(scalars, position, "]")
    case "-" where position + 1 < scalars.count && scalars[position + 1] == "-":
      return closing(scalars, position + 1, "\n")
    case "/" where position + 1 < scalars.count && scalars[position + 1] == "*":
      var end = position + 2
      while end + 1 < scalars.count, !(scalars[end] == "*" && scalars[end + 1] == "/") { end += 1 }
      return end + 1 < scalars.count ? end + 2 : scalars.count
    default: return position + 1
    }
  }

  private static func closing(
    _ scalars: [Unicode.Scalar], _ position: Int, _ close: Unicode.Scalar
  ) -> Int {
    var end = position + 1
    while end < scalars.count, scalars[end] != close { end += 1 }
    return min(end + 1, scalars.count)
  }
}
