/// An object as a command names it.
package enum ObjectName: Sendable, Equatable {
  /// A name given by `as` or `let`, or `it`.
  case name(Spelled)
  /// `$1`, `$jane`.
  case variable(Spelled)
  /// `Person/p1` or `Person/t1`.
  case tail(entity: Spelled, reference: Spelled)
  /// `x-coredata://…/Person/p1`
  case uri(Spelled)

  package var span: Span {
    switch self {
    case .name(let name), .variable(let name), .uri(let name): name.span
    case .tail(let entity, let reference): entity.span.joined(to: reference.span)
    }
  }

  /// As it was typed.
  package var text: String {
    switch self {
    case .name(let name), .uri(let name): name.text
    case .variable(let name): "$" + name.text
    case .tail(let entity, let reference): "\(entity.text)/\(reference.text)"
    }
  }
}

/// An object followed by a key path, possibly empty: `jane.manager.name`.
package struct PathExpression: Sendable, Equatable {
  package let object: ObjectName
  /// The keys, operators with their `@`.
  package let keys: [Spelled]

  package var span: Span {
    guard let last = keys.last else { return object.span }
    return object.span.joined(to: last.span)
  }

  package var text: String {
    ([object.text] + keys.map(\.text)).joined(separator: ".")
  }
}

/// A value as written. It becomes an attribute's value only when the attribute's type is known.
package struct ValueExpression: Sendable, Equatable {
  package indirect enum Kind: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// The digits as written, so that a decimal loses nothing.
    case number(String)
    case string(String)
    case date(String)
    case now
    case uuid(String)
    case url(String)
    case data([UInt8])
    case decimal(String)
    /// The string hash of the OrgChart text (seed 000, demand 10).
    case hash(String)
    case path(PathExpression)
    case list([ValueExpression])
  }

  package let kind: Kind
  package let span: Span

  /// Whether something that has a name stands in it.
  func mentions(_ name: String) -> Bool {
    switch kind {
    case .path(let path): path.object.text == name || path.object.text == "$" + name
    case .list(let values): values.contains { $0.mentions(name) }
    default: false
    }
  }
}

/// `key=value`.
package struct Assignment: Sendable, Equatable {
  package let key: Spelled
  package let value: ValueExpression
}
