extension Graph {
  /// How this picture differs from the wanted one, in sentences; none when it does not.
  ///
  /// - Parameter wanted: every object there should be, with the values that matter.
  public func differences(from wanted: Graph) -> [String] {
    var sentences = wanted.nodes.flatMap { differences(from: $0) }
    let entities = Set(wanted.nodes.map(\.entity))
    for node in nodes where entities.contains(node.entity) {
      guard wanted.node(node.entity, node.label) == nil else { continue }
      sentences.append("unexpected: \(node.name)")
    }
    return sentences
  }

  /// How the object of that entity and label differs from what is wanted of it.
  func differences(from wanted: Node) -> [String] {
    guard let found = node(wanted.entity, wanted.label) else {
      return ["missing: \(wanted.name)"]
    }
    return wanted.values.keys.sorted().compactMap { key in
      guard let value = wanted.values[key] else { return nil }
      let yours = found.values[key] ?? .nothing
      return value.accepts(yours) ? nil : sentence(wanted, key, value, yours)
    }
  }

  private func sentence(
    _ node: Node, _ key: String, _ wanted: GraphValue, _ found: GraphValue
  ) -> String {
    switch (wanted, found) {
    case (.many(let labels, _), .many(let yours, let isOrdered)):
      return toMany(node, key, labels, yours, isOrdered)
    case (.one, _), (_, .one):
      return "expected \(node.name) → \(key) → \(bare(wanted)); yours is \(bare(found))"
    default:
      return "expected \(node.name).\(key) = \(wanted.shown); yours is \(found.shown)"
    }
  }

  private func bare(_ value: GraphValue) -> String {
    if case .text(let text) = value { text } else { value.shown }
  }

  private func toMany(
    _ node: Node, _ key: String, _ wanted: [String], _ yours: [String], _ isOrdered: Bool
  ) -> String {
    let missing = wanted.filter { !yours.contains($0) }
    let extra = yours.filter { !wanted.contains($0) }
    var parts: [String] = []
    if !missing.isEmpty {
      parts.append(
        "lacks " + missing.map { $0 + holder(of: $0, key, node) }.joined(separator: ", "))
    }
    if !extra.isEmpty { parts.append("has also " + extra.joined(separator: ", ")) }
    if parts.isEmpty {
      parts.append("is \(GraphValue.many(yours, isOrdered: isOrdered).shown)")
    }
    let shown = GraphValue.many(
      isOrdered ? wanted : wanted.sorted(), isOrdered: isOrdered
    ).shown
    return "expected \(node.name) → \(key) \(shown); yours " + parts.joined(separator: " and ")
  }

  /// Where a missing object is instead.
  private func holder(of label: String, _ key: String, _ node: Node) -> String {
    let other = nodes.first { candidate in
      guard candidate.entity == node.entity, candidate.label != node.label,
        case .many(let labels, _) = candidate.values[key]
      else { return false }
      return labels.contains(label)
    }
    return other.map { " (in \($0.label) → \(key))" } ?? ""
  }
}
