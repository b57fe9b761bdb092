extension ModelDifference {
  /// What differs, in a line: at most eight entities with their changes.
  package var summary: String {
    let different = entities.filter { $0.kind != .copied || !$0.changes.isEmpty }
    let lines = different.prefix(8).map(\.summary)
    let rest = different.count > 8 ? ["and \(different.count - 8) more entities"] : []
    return (lines + rest).joined(separator: "; ") + "."
  }
}

extension EntityDifference {
  /// What differs about the entity, in a line.
  package var summary: String {
    switch kind {
    case .added: return "\(name) is new"
    case .removed: return "\(name) is gone, its objects would be lost"
    case .copied, .transformed:
      let texts = changes.map(\.text) + properties.compactMap(\.summary)
      return texts.isEmpty
        ? "\(name) differs in what it inherits or in its modifier"
        : "\(name): " + texts.joined(separator: ", ")
    }
  }
}

extension PropertyDifference {
  /// What differs about the property, in a line; nil if nothing does.
  package var summary: String? {
    let texts = changes.map(\.text)
    let details = texts.isEmpty ? "" : " (\(texts.joined(separator: ", ")))"
    switch kind {
    case .copied: return texts.isEmpty ? nil : "“\(name)”" + details
    case .transformed:
      let old = sourceName == destinationName ? "" : ", “\(sourceName ?? "")” so far,"
      return "“\(name)”\(old)" + details
    case .renamed: return "“\(name)” renamed from “\(sourceName ?? "")”" + details
    case .added(let value?): return "“\(name)” is new and becomes \(value)"
    case .added(nil): return "“\(name)” is new"
    case .removed: return "“\(name)” is gone, its values would be lost"
    case .refused: return "“\(name)” cannot be inferred"
    }
  }
}
