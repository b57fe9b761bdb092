/// What differs between two versions of a model, entity by entity and property by property, and what
/// a lightweight migration makes of it.
///
/// Pure: computed from the two models alone; nothing is read from a store. What depends on a store's
/// rows is said in ``conditions``. The rules are those of Apple's article “Migrating your data model
/// automatically” and, where it is silent, of cases B079 to B081.
package struct ModelDifference: Sendable {
  /// The entities of the new model in its order, then those of the old model that are gone.
  package let entities: [EntityDifference]

  /// Compares two models.
  ///
  /// - Parameters:
  ///   - source: the model of the data there are.
  ///   - destination: the model they are to have.
  package init(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) {
    self.init(ModelMatching(source.entities, destination.entities))
  }

  /// Compares the entities of a configuration of two models.
  ///
  /// - Parameters:
  ///   - source: the entities of the data there are.
  ///   - destination: the entities they are to have.
  package init(from source: [NSEntityDescription], to destination: [NSEntityDescription]) {
    self.init(ModelMatching(source, destination))
  }

  init(_ matching: ModelMatching) {
    let comparison = EntityComparison(matching)
    entities =
      matching.destinations.map { comparison.difference(to: $0) }
      + matching.sources.filter { matching.destination(of: $0) == nil }
      .map { comparison.removal(of: $0) }
  }

  /// Whether a mapping model can be inferred: whether nothing is refused.
  package var isInferable: Bool { refusals.isEmpty }

  /// Whether the models say the same of everything that is stored.
  package var isEmpty: Bool { entities.allSatisfy { $0.kind == .copied } }

  /// What cannot be inferred, each with its reason.
  package var refusals: [MigrationRefusal] { entities.flatMap(\.refusals) }

  /// What data have no place in the new model.
  package var losses: [MigrationLoss] { entities.flatMap(\.losses) }

  /// What must hold of the rows there are, or the migration fails.
  package var conditions: [MigrationCondition] { entities.flatMap(\.conditions) }

  /// The difference of the entity with the given name in the new model.
  package func entity(named name: String) -> EntityDifference? {
    entities.first { $0.destinationName == name }
  }
}

/// Something that a lightweight migration cannot do.
package struct MigrationRefusal: Sendable, Equatable {
  /// The entity, by its name in the new model.
  package let entity: String
  /// The property, by its name in the new model; nil where the entity as a whole is refused.
  package let property: String?
  /// Why: a sentence without a full stop, Apple's words where they are known.
  package let reason: String
  /// The same in plain words, with names and with what to do.
  package let explanation: String
}

/// Data that have no place in the new model.
package struct MigrationLoss: Sendable, Equatable {
  /// The entity, by its name in the old model.
  package let entity: String
  /// The property, by its name in the old model; nil where whole objects are lost.
  package let property: String?
  /// What is lost: a sentence without a full stop.
  package let text: String
}

/// What must hold of the rows there are, so that the new model can take them.
package enum MigrationCondition: Sendable, Equatable {
  /// Every object has a value: the attribute is required, and has no default value for the objects
  /// that have none (case B081).
  case hasValue(entity: String, attribute: String)
  /// Every object has somebody at the other end of a to-one that is required from now on.
  case hasObject(entity: String, relationship: String)
  /// No two objects have the same values for a uniqueness constraint that is new.
  case isUnique(entity: String, properties: [String])
  /// There are no objects of exactly this entity, which is abstract from now on.
  case isEmpty(entity: String)

  /// The condition as a sentence without a full stop.
  package var text: String {
    switch self {
    case .hasValue(let entity, let attribute):
      "every \(entity) must have a value for “\(attribute)”: it is required and has no default value"
    case .hasObject(let entity, let relationship):
      "every \(entity) should have an object at “\(relationship)”, which is required"
    case .isUnique(let entity, let properties):
      "no two \(entity) objects may have equal values for "
        + properties.map { "“\($0)”" }.joined(separator: ", ")
    case .isEmpty(let entity):
      "there must be no objects of the entity \(entity) itself, which is abstract"
    }
  }
}
