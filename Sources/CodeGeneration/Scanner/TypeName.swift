/// A type as written in source.
package indirect enum TypeName: Sendable, Equatable, Hashable {
  /// `Person`, `Foundation.Date`, `Set<Player>`; the arguments are those of the last name.
  case named([String], [TypeName])
  /// `T?`, `T!`, `Optional<T>`.
  case optional(TypeName)
  /// `[T]`, `Array<T>`.
  case array(TypeName)
  /// `[K: V]`, `Dictionary<K, V>`.
  case dictionary(TypeName, TypeName)
  /// Everything else, word for word: tuples, functions, `any P`.
  case other(String, names: [String])

  /// A plain name.
  package static func plain(_ name: String) -> TypeName {
    .named([name], [])
  }

  /// The source text.
  package var text: String {
    switch self {
    case .named(let path, let arguments):
      let list = arguments.map(\.text).joined(separator: ", ")
      return path.joined(separator: ".") + (arguments.isEmpty ? "" : "<\(list)>")
    case .optional(let wrapped):
      if case .other(let text, _) = wrapped { return "(\(text))?" }
      return wrapped.text + "?"
    case .array(let element): return "[\(element.text)]"
    case .dictionary(let key, let value): return "[\(key.text): \(value.text)]"
    case .other(let text, _): return text
    }
  }

  /// The same type without the name of the module it is known to come from.
  package var canonical: TypeName {
    switch self {
    case .named(let path, let arguments):
      var path = path
      if path.count > 1, let first = path.first, Self.knownModules.contains(first) {
        path.removeFirst()
      }
      return .named(path, arguments.map(\.canonical))
    case .optional(let wrapped): return .optional(wrapped.canonical)
    case .array(let element): return .array(element.canonical)
    case .dictionary(let key, let value): return .dictionary(key.canonical, value.canonical)
    case .other: return self
    }
  }

  /// What is inside the optional, or the type itself.
  package var unwrapped: TypeName {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }

  /// Whether the type is an optional.
  package var isOptional: Bool {
    if case .optional = self { return true }
    return false
  }

  /// Every name in the type, parts of paths one by one.
  package var names: [String] {
    switch self {
    case .named(let path, let arguments): path + arguments.flatMap(\.names)
    case .optional(let wrapped), .array(let wrapped): wrapped.names
    case .dictionary(let key, let value): key.names + value.names
    case .other(_, let names): names
    }
  }

  /// Names as written, with sugar for the generic forms of optionals, arrays and dictionaries.
  static func sugared(_ path: [String], _ arguments: [TypeName]) -> TypeName {
    let name = path.count == 2 && path.first == "Swift" ? path[1] : path.joined(separator: ".")
    switch (name, arguments.count) {
    case ("Optional", 1): return .optional(arguments[0])
    case ("Array", 1): return .array(arguments[0])
    case ("Dictionary", 2): return .dictionary(arguments[0], arguments[1])
    default: return .named(path, arguments)
    }
  }

  static let knownModules: Set<String> = [
    "CoreData", "Foundation", "FoundationEssentials", "Swift",
  ]
}
