extension MigrationOutline {
  /// The outline of a lightweight migration.
  ///
  /// - Parameter difference: what differs between the two models.
  package init(_ difference: ModelDifference) {
    entities = difference.entities.map(Entity.init)
    lossesByEntity = difference.losses.map { Loss(entity: $0.entity, text: $0.text) }
    refusals = difference.refusals.map(\.explanation)
    conditions = difference.conditions.map(\.text)
  }
}

extension MigrationOutline.Entity {
  fileprivate init(_ difference: EntityDifference) {
    let fate: MigrationOutline.EntityFate
    switch difference.kind {
    case .added: fate = .added
    case .removed: fate = .lost
    case .copied: fate = .copied
    case .transformed:
      fate = difference.refusals.isEmpty ? .changed : .refused
    }
    self.init(
      difference.name, from: difference.sourceName, fate, notes: difference.changes.map(\.text),
      difference.properties.map(MigrationOutline.Property.init))
  }
}

extension MigrationOutline.Property {
  fileprivate init(_ difference: PropertyDifference) {
    let texts = difference.changes.map(\.text).joined(separator: ", ")
    let fate: MigrationOutline.Fate
    var detail = texts
    switch difference.kind {
    case .copied: fate = .copy
    case .renamed: fate = .rename
    case .transformed: fate = .change
    case .added where !difference.changes.isEmpty: fate = .change
    case .added(let value):
      fate = .default
      if !difference.isRelationship { detail = value ?? "nil" }
    case .removed: fate = .lost
    case .refused(let reason):
      fate = .refused
      detail = reason
    }
    self.init(
      difference.name, from: difference.sourceName, isRelationship: difference.isRelationship,
      fate, detail)
  }
}
