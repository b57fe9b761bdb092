/// One word of the object language.
package struct Token: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A name or a keyword: `insert`, `Person`, `name`.
    case word(String)
    /// `$1`, `$jane`: without the dollar sign.
    case variable(String)
    /// `@count`: without the at sign.
    case operation(String)
    /// A number as written, sign included.
    case number(String)
    /// A string, its escapes resolved.
    case string(String)
    /// `x-coredata://…`
    case uri(String)
    /// `=`, `+=`, `-=`, `.`, `,`, brackets, or any other single character.
    case symbol(String)
    /// Something that cannot be read, with the reason.
    case invalid(String)
    /// The end of the command.
    case end
  }

  package let kind: Kind
  package let span: Span

  /// The token as an error message names it.
  package var described: String {
    switch kind {
    case .word(let text), .number(let text), .symbol(let text), .uri(let text): "'\(text)'"
    case .variable(let text): "'$\(text)'"
    case .operation(let text): "'@\(text)'"
    case .string(let text): "\"\(text)\""
    case .invalid: "what cannot be read"
    case .end: "the end of the command"
    }
  }
}
