import Foundation

/// A model compiled for use, once, when the first coordinator takes it.
///
/// `@unchecked Sendable`: constant after ``init(_:)``.
package final class ModelLayout: @unchecked Sendable {
  package let model: NSManagedObjectModel
  /// The entities by number, from 1: `entities[number - 1]`.
  package let entities: [EntityLayout]
  /// Whether any entity has a uniqueness constraint.
  package let hasConstraints: Bool
  /// Whether any entity has a derived attribute.
  package let hasDerived: Bool
  /// Whether any entity has a transformable attribute.
  let hasTransformables: Bool
  private let byName: [String: EntityLayout]

  private init(_ model: NSManagedObjectModel) {
    self.model = model
    model.freeze()
    var found: [EntityLayout] = []
    let roots = model.entities.filter { $0.superentity == nil }
    let nameCount = model.entities.reduce(0) { $0 + $1.ownProperties.count }
    let hasNameTables = model.entities.count * nameCount <= Self.mostNameCells
    for root in Self.sorted(roots) {
      Self.number(
        root, rootNumber: Int32(found.count + 1), hasNameTables: hasNameTables, into: &found)
    }
    entities = found
    byName = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    hasConstraints = found.contains { !$0.entity.uniquenessConstraints.isEmpty }
    hasDerived = found.contains { !$0.derived.isEmpty }
    hasTransformables = found.contains(where: \.hasTransformables)
    for layout in found { link(layout) }
  }

  /// How many cells the tables of names of a model's entities may have together, about: ten bytes each.
  private static let mostNameCells = 8_000_000

  /// The compiled form of a model; compiling freezes it.
  package static func of(_ model: NSManagedObjectModel) -> ModelLayout {
    model.layoutBox.value { ModelLayout(model) }
  }

  /// The layout of an entity by name.
  package func entity(named name: String) -> EntityLayout? { byName[name] }

  /// The layout of an entity by number.
  @inline(__always)
  package func entity(number: Int32) -> EntityLayout { entities[Int(number) - 1] }

  private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { left, right in
      let first = left.name ?? ""
      let second = right.name ?? ""
      let folded = (first.lowercased(), second.lowercased())
      return folded.0 == folded.1 ? first < second : folded.0 < folded.1
    }
  }

  private static func number(
    _ entity: NSEntityDescription, rootNumber: Int32, hasNameTables: Bool,
    into found: inout [EntityLayout]
  ) {
    let own = found.count
    let count = descendantCount(entity)
    found.append(
      EntityLayout(
        entity, number: Int32(own + 1), lastNumber: Int32(own + 1 + count),
        rootNumber: rootNumber, hasNameTables: hasNameTables))
    for child in sorted(entity.subentities) {
      number(child, rootNumber: rootNumber, hasNameTables: hasNameTables, into: &found)
    }
  }

  private static func descendantCount(_ entity: NSEntityDescription) -> Int {
    entity.subentities.reduce(0) { $0 + 1 + descendantCount($1) }
  }

  private func link(_ layout: EntityLayout) {
    layout.model = self
    layout.entity.compiledLayout = layout
    ObjectClasses.learn(entity: layout.entity)
    layout.superlayout = layout.entity.superentity?.name.flatMap { byName[$0] }
    for property in layout.properties {
      guard let relationship = property.relationship,
        let destination = relationship.destinationEntity?.name.flatMap({ byName[$0] })
      else { continue }
      property.destination = destination
      if let inverse = relationship.inverseRelationship {
        property.inverseSlot = destination.slot(named: inverse.name) ?? -1
      }
    }
    layout.validated = layout.properties.filter(ValidationRules.mayFail)
  }
}
