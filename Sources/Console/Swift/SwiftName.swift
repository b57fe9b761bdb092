/// Names of a session as names in Swift.
enum SwiftName {
  /// The name of an object, a value, a controller, or of a context other than the main one.
  ///
  /// What is taken gets an underscore more; so does a name that is a taken one with underscores, so that
  /// two names stay two.
  static func of(_ name: String) -> String {
    if isTaken(name.drop(behind: "_")) { return name + "_" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// The name of a context: that of the main one is the program's own.
  static func ofContext(_ name: String) -> String { name == "main" ? name : of(name) }

  /// A capital begins the name of a type, of which a program calls many.
  private static func isTaken(_ stem: String) -> Bool {
    guard let first = stem.first else { return true }
    if first.isUppercase || taken.contains(stem) { return true }
    return stem.hasPrefix("column") && stem.dropFirst(6).allSatisfy(\.isNumber)
  }

  /// What a program of a session declares itself, or must be able to call.
  private static let taken: Set<String> = [
    "change", "context", "controller", "coordinator", "deleted", "deletion", "doomed", "endCommand",
    "init", "inserted", "insertion", "main", "model", "object", "observation", "observations",
    "place",
    "print", "request", "results", "self", "source", "store", "update", "updated", "value",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct",
    "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

extension String {
  /// The text without what stands at its end.
  fileprivate func drop(behind end: Character) -> String {
    var text = self
    while text.last == end { text.removeLast() }
    return text
  }
}
