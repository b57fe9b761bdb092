/// Checks that no entity has more properties than the engine has slots for.
enum PropertyCountCheck {
  /// How many slots an entity may have, elements of composite attributes and inherited ones included.
  static let maximumSlots = 30_000

  /// What is wrong; nil if nothing is.
  static func fault(_ entities: [NSEntityDescription]) -> String? {
    var counts: [ObjectIdentifier: Int] = [:]
    for entity in entities where slots(of: entity, &counts) > maximumSlots {
      return "the entity “\(entity.name ?? "")” has more than \(maximumSlots) properties"
    }
    return nil
  }

  private static func slots(
    of entity: NSEntityDescription, _ counts: inout [ObjectIdentifier: Int]
  ) -> Int {
    if let known = counts[ObjectIdentifier(entity)] { return known }
    var count = entity.ownProperties.reduce(0) { $0 + LayoutPiece.pieces($1).count }
    if let parent = entity.superentity { count += slots(of: parent, &counts) }
    counts[ObjectIdentifier(entity)] = count
    return count
  }
}

/// Checks the inheritance of entities before anything walks along it.
enum InheritanceCheck {
  /// How many ancestors an entity may have. What follows the inheritance may do so by recursion.
  static let maximumDepth = 250

  /// What is wrong: a circle, or too many ancestors; nil if nothing is.
  static func fault(_ entities: [NSEntityDescription]) -> String? {
    for entity in entities {
      var chain: [NSEntityDescription] = []
      var next: NSEntityDescription? = entity
      while let current = next {
        if chain.contains(where: { $0 === current }) {
          let names = (chain + [current]).map { $0.name ?? "" }
          return "its entities inherit from each other in a circle: "
            + names.joined(separator: " → ")
        }
        if chain.count > maximumDepth {
          return
            "the entity “\(entity.name ?? "")” inherits through more than \(maximumDepth) levels"
        }
        chain.append(current)
        next = current.superentity
      }
    }
    return nil
  }
}
