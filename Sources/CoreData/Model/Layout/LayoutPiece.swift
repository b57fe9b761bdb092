/// What one slot of an entity stands for: a property, or an element of a composite attribute.
struct LayoutPiece {
  let description: NSPropertyDescription
  /// The property's name; for an element its path, `location.x`.
  let name: String
  let isOptional: Bool
  let isTransient: Bool

  /// The pieces of a property: itself and, if it is composite, the elements in it, deeper ones too.
  /// An element may be missing if anything around it may.
  static func pieces(_ description: NSPropertyDescription) -> [LayoutPiece] {
    let piece = LayoutPiece(
      description: description, name: description.name, isOptional: description.isOptional,
      isTransient: description.isTransient)
    return piece.withElements(depth: 0)
  }

  private func withElements(depth: Int) -> [LayoutPiece] {
    guard depth < 64, let composite = description as? NSCompositeAttributeDescription else {
      return [self]
    }
    return composite.elements.reduce(into: [self]) { pieces, element in
      pieces += LayoutPiece(
        description: element, name: "\(name).\(element.name)",
        isOptional: isOptional || element.isOptional,
        isTransient: isTransient || element.isTransient
      ).withElements(depth: depth + 1)
    }
  }

  /// Tells compiled elements and composites of each other.
  static func join(_ properties: [PropertyLayout]) {
    let composites = properties.filter { $0.kind == .composite }
    if composites.isEmpty { return }
    let byName = Dictionary(
      composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for property in properties {
      guard let stop = property.name.lastIndex(of: "."),
        let whole = byName[String(property.name[..<stop])]
      else { continue }
      property.whole = whole
      whole.parts.append(property)
    }
  }
}
