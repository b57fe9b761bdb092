/// A variable of a type that the type itself supplies: computed, or stored.
package struct ScannedVariable: Sendable, Equatable {
  /// The type it belongs to, by its path.
  package let owner: [String]
  /// The name, with backticks where the source has them.
  package let name: String
  package let type: TypeName
  package let access: Access
  /// The `#if` conditions around it.
  package let conditions: [String]

  /// The name without backticks.
  package var plainName: String {
    name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
  }
}

extension DeclarationScanner {
  /// Notes the variable that follows, if its type is written down and reading it is an ordinary
  /// access: neither static nor under an attribute that may be a property wrapper, nor a getter that
  /// throws or waits.
  func variable() -> ScannedVariable? {
    guard let scope = scopes.last, let path = scope.path, !path.isEmpty,
      modifiers.words.isDisjoint(with: ["static", "class", "lazy", "weak", "unowned"]),
      Self.harmless.isSuperset(of: modifiers.attributes),
      let name = token(), name.kind == .word, sees(":", at: 1)
    else { return nil }
    var parser = TypeParser(tokens: tokens, position: position + 2)
    guard let type = parser.type(), !isEffectful(from: parser.position) else { return nil }
    var access = modifiers.access ?? scope.memberAccess ?? .internal
    if let typeAccess = scope.typeAccess, typeAccess <= .fileprivate {
      access = min(access, .fileprivate)
    }
    return ScannedVariable(
      owner: path, name: name.text, type: type, access: access, conditions: name.conditions)
  }

  /// Whether a getter throws or waits.
  private func isEffectful(from start: Int) -> Bool {
    guard tokens.indices.contains(start), tokens[start].reads("{") else { return false }
    var depth = 0
    for index in start..<tokens.count {
      if tokens[index].reads("{") { depth += 1 }
      if tokens[index].reads("}") { depth -= 1 }
      if depth == 0 { return false }
      if depth == 1, tokens[index].reads("get"), tokens.indices.contains(index + 1) {
        return tokens[index + 1].reads("async") || tokens[index + 1].reads("throws")
      }
    }
    return false
  }

  private static let harmless: Set<String> = [
    "objc", "inline", "inlinable", "usableFromInline", "MainActor", "preconcurrency",
  ]
}
