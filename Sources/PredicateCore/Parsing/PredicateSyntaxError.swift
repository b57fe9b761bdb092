/// Why a text is not a predicate or expression.
package struct PredicateSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The offending place: characters before it in `text`.
  package let position: Int
  /// What would have been right there.
  package let expected: String
  /// The whole text.
  package let text: String

  package init(position: Int, expected: String, text: String) {
    self.position = position
    self.expected = expected
    self.text = text
  }

  /// What Apple's exception says, then where and what was expected.
  package var description: String {
    let shown = text.count > 200 ? text.prefix(200) + "…" : Substring(text)
    return "Unable to parse the format string \"\(shown)\": "
      + "expected \(expected) at character \(position + 1)"
  }
}
