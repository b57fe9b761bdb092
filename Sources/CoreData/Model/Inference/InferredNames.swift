import Foundation

/// The names that the properties of a guessed model have been given: none is twice in an entity and
/// its ancestors.
struct InferredNames {
  private var own: [ObjectIdentifier: Set<String>] = [:]
  /// The names in an entity and its descendants.
  private var below: [ObjectIdentifier: Set<String>] = [:]

  /// Gives a property a name: its column's in lower case; with a capital if that name is reserved, as
  /// the column of a property “Hash” would give, or is another property's.
  ///
  /// - Parameters:
  ///   - column: the name as it stands in the store, in upper case, without prefix.
  ///   - entity: the entity that declares the property.
  /// - Returns: nil if no name is left that is written so in upper case.
  mutating func take(_ column: String, for entity: NSEntityDescription) -> String? {
    let candidates = [column.lowercased(), column.capitalized, column]
    guard
      let name = candidates.first(where: {
        $0.uppercased() == column && !ModelConsistency.reservedNames.contains($0)
          && !isTaken($0, in: entity)
      })
    else { return nil }
    own[ObjectIdentifier(entity), default: []].insert(name)
    var current: NSEntityDescription? = entity
    while let ancestor = current {
      below[ObjectIdentifier(ancestor), default: []].insert(name)
      current = ancestor.superentity
    }
    return name
  }

  private func isTaken(_ name: String, in entity: NSEntityDescription) -> Bool {
    if below[ObjectIdentifier(entity)]?.contains(name) ?? false { return true }
    var current = entity.superentity
    while let ancestor = current {
      if own[ObjectIdentifier(ancestor)]?.contains(name) ?? false { return true }
      current = ancestor.superentity
    }
    return false
  }
}
