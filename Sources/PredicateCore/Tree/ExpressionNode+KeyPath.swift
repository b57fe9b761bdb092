extension ExpressionNode {
  /// The key path of a text: keys joined by dots; `SELF` alone is the evaluated object.
  package static func parsedKeyPath(_ text: String) -> ExpressionNode {
    var keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if keys.first?.uppercased() == "SELF" {
      keys.removeFirst()
      return keys.isEmpty ? .evaluatedObject : .path(.evaluatedObject, keys)
    }
    return .keyPath(keys)
  }
}
