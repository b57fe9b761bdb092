/// Names of a session as names in Swift.
enum SwiftName {
  static func of(_ name: String) -> String {
    if taken.contains(name) { return name + "_" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// What a program of a session declares itself, or must be able to call.
  private static let taken: Set<String> = [
    "context", "coordinator", "model", "object", "place", "print", "request", "results", "source",
    "store", "doomed", "endCommand", "value", "observation", "self", "init", "URL", "Data", "Date",
    "observations", "_", "String", "Int", "Double", "UUID", "NSPredicate",
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
