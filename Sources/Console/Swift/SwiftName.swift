/// Names of a session as names in Swift.
enum SwiftName {
  /// What is taken gets an underscore more; so does a name that is a taken one with underscores, so that
  /// two names stay two.
  static func of(_ name: String) -> String {
    let word = String(String.UnicodeScalarView(name.unicodeScalars.map { isPart($0) ? $0 : "_" }))
    var stem = word
    while stem.last == "_" { stem.removeLast() }
    if isTaken(stem) { return word + "_" }
    return keywords.contains(word) ? "`\(word)`" : word
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDContinue
  }

  /// A capital begins the name of a type, of which a program calls many.
  private static func isTaken(_ stem: String) -> Bool {
    guard let first = stem.first else { return true }
    if first.isUppercase || taken.contains(stem) { return true }
    return stem.hasPrefix("column") && stem.dropFirst(6).allSatisfy(\.isNumber)
  }

  /// What a program of a session declares itself, or must be able to call.
  private static let taken: Set<String> = [
    "change", "context", "controller", "coordinator", "deleted", "deletion", "doomed", "endCommand",
    "init", "inserted", "insertion", "it", "main", "member", "model", "object", "observation",
    "observations", "place", "print", "request", "results", "rows", "self", "source", "store",
    "update", "updated", "value",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while",
  ]
}
