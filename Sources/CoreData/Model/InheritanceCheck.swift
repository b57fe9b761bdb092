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
