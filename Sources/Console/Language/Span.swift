/// A stretch of a command's text, counted in Unicode scalars.
package struct Span: Sendable, Equatable {
  package let start: Int
  package let end: Int

  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// The stretch that reaches from this one's start to `other`'s end.
  package func joined(to other: Span) -> Span {
    Span(start: start, end: other.end)
  }
}

/// A name as it was written, and where.
package struct Spelled: Sendable, Equatable {
  package let text: String
  package let span: Span

  package init(_ text: String, at span: Span) {
    self.text = text
    self.span = span
  }
}
