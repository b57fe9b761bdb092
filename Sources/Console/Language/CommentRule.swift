/// Where a `#` begins a comment and where it belongs to a predicate.
///
/// NSPredicate's language lets `#size` stand for a key that is also a reserved word. Such a key can
/// only stand where an operand is expected; a comment there would leave the predicate unfinished,
/// so the two are never confused.
enum CommentRule {
  static func isComment(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard position + 1 < scalars.count, Lexer.isWordStart(scalars[position + 1]) else {
      return true
    }
    var end = position
    while end > 0, scalars[end - 1].properties.isWhitespace { end -= 1 }
    guard end > 0 else { return true }
    if operandFollows.contains(scalars[end - 1]) { return false }
    var start = end
    while start > 0, Lexer.isWordPart(scalars[start - 1]) { start -= 1 }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    return !wordsBeforeOperand.contains(String(view).uppercased())
  }

  private static let operandFollows: Set<Unicode.Scalar> = [
    "=", "<", ">", "!", "(", ",", "{", "&", "|", "+", "-", "*", "/",
  ]

  static let wordsBeforeOperand: Set<String> = [
    "WHERE", "HAVING", "AND", "OR", "NOT", "ANY", "ALL", "NONE", "SOME", "IN", "LIKE", "CONTAINS",
    "BEGINSWITH", "ENDSWITH", "MATCHES", "BETWEEN",
  ]
}
