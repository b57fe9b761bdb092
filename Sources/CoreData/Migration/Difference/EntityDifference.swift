/// What differs about one entity between two versions of a model.
package struct EntityDifference: Sendable {
  /// What becomes of an entity's objects; the kinds of Apple's `NSEntityMappingType`.
  package enum Kind: String, Sendable {
    /// A new entity, which begins without objects.
    case added
    /// The objects have no place in the new model.
    case removed
    /// The version hashes are equal: the objects are taken over as they are.
    case copied
    /// The objects are taken over with changes.
    case transformed
  }

  /// The entity's name in the old model; nil for a new one.
  package let sourceName: String?
  /// The entity's name in the new model; nil for one that is gone.
  package let destinationName: String?
  /// What becomes of the objects.
  package let kind: Kind
  /// What differs about the entity itself.
  package let changes: [EntityChange]
  /// What becomes of each stored property, inherited ones included: those of the new entity in its
  /// order, then those that are gone.
  package let properties: [PropertyDifference]
  /// What cannot be done.
  package let refusals: [MigrationRefusal]
  /// What is lost.
  package let losses: [MigrationLoss]
  /// What must hold of the rows.
  package let conditions: [MigrationCondition]

  /// The entity's name in the new model, or in the old one if it is gone.
  package var name: String { destinationName ?? sourceName ?? "" }

  /// The difference of the property with the given name in the new model.
  package func property(named name: String) -> PropertyDifference? {
    properties.first { $0.destinationName == name }
  }
}

/// What differs about an entity apart from its properties.
package enum EntityChange: Sendable, Equatable {
  /// It has another name; its renaming identifier says so.
  case renamed(from: String)
  /// It inherits from another entity; nil stands for none. The names are those of each version.
  case parent(from: String?, to: String?)
  /// It has no objects of its own from now on.
  case becameAbstract
  /// It may have objects of its own from now on.
  case becameConcrete
  /// Its uniqueness constraints differ.
  case constraints(from: [[String]], to: [[String]])
  /// Its version hash modifier differs.
  case modifier

  /// The change as a sentence without a full stop.
  package var text: String {
    switch self {
    case .renamed(let old): "renamed from “\(old)”"
    case .parent(let old?, let new?): "inherits from “\(new)” instead of “\(old)”"
    case .parent(let old?, nil): "no longer inherits from “\(old)”"
    case .parent(nil, let new): "inherits from “\(new ?? "")”"
    case .becameAbstract: "is abstract now"
    case .becameConcrete: "is no longer abstract"
    case .constraints(_, let new):
      new.isEmpty
        ? "has no uniqueness constraints any more"
        : "must be unique by " + new.map { $0.joined(separator: " + ") }.joined(separator: ", ")
    case .modifier: "has another version hash modifier"
    }
  }
}
