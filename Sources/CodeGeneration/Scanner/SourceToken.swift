/// A word of Swift source, as far as finding declarations needs it.
package struct SourceToken: Sendable, Equatable {
  /// What a token is.
  package enum Kind: Sendable, Equatable {
    /// A name or keyword. Backticks are kept: they are part of how it must be written again.
    case word
    /// A string, number or regular expression; its text is not kept.
    case literal
    /// One character of punctuation, or the arrow `->`.
    case mark
  }

  package let kind: Kind
  package let text: String
  package let line: Int
  package let column: Int
  /// Whether nothing stands between this token and the one before.
  package let touchesPrevious: Bool
  /// The `#if` conditions around the token that only the compiler can decide, outermost first.
  package let conditions: [String]

  /// Whether this is the mark or word `text`.
  package func reads(_ text: String) -> Bool {
    kind != .literal && self.text == text
  }

  /// The name without backticks.
  package var name: String {
    text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
  }
}
