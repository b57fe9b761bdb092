/// What a migration makes of every entity and property, for people to read before it is done: each
/// property is copied, renamed, computed, given a default value, lost, or refused.
///
/// It is computed from two models, or from a mapping model between them; nothing is read from a store.
package struct MigrationOutline: Sendable, Equatable {
  /// What becomes of the values of a property.
  package enum Fate: String, Sendable {
    /// Taken over as they are.
    case copy
    /// Taken over under another name.
    case rename
    /// Taken over with changes, or computed.
    case change
    /// New; every object begins with the default value, or with none.
    case `default`
    /// Left to a migration policy of the program's own.
    case policy
    /// There is no place for them.
    case lost
    /// It cannot be done.
    case refused
  }

  /// One property.
  package struct Property: Sendable, Equatable {
    /// Its name in the new model; of one that is lost, in the old.
    package let name: String
    /// Its name in the old model where that is another one.
    package let oldName: String?
    package let isRelationship: Bool
    package let fate: Fate
    /// How, or why: without a full stop; empty if there is nothing to say.
    package let detail: String

    package init(
      _ name: String, from oldName: String? = nil, isRelationship: Bool, _ fate: Fate,
      _ detail: String = ""
    ) {
      self.name = name
      self.oldName = oldName == name ? nil : oldName
      self.isRelationship = isRelationship
      self.fate = fate
      self.detail = detail
    }
  }

  /// What becomes of the objects of an entity.
  package enum EntityFate: String, Sendable {
    case copied, changed, added, lost, refused
  }

  /// One entity, or one mapping of it where there are several.
  package struct Entity: Sendable, Equatable {
    /// Its name in the new model; of one that is lost, in the old.
    package let name: String
    /// The entity that its objects come from; nil for a new one.
    package let oldName: String?
    package let fate: EntityFate
    /// What differs about the entity itself, each without a full stop.
    package let notes: [String]
    package let properties: [Property]

    package init(
      _ name: String, from oldName: String?, _ fate: EntityFate, notes: [String] = [],
      _ properties: [Property]
    ) {
      self.name = name
      self.oldName = oldName
      self.fate = fate
      self.notes = notes
      self.properties = properties
    }
  }

  /// The entities of the new model, then those that are lost.
  package let entities: [Entity]
  /// Something that is lost.
  package struct Loss: Sendable, Equatable {
    /// The entity whose objects lose it, by its name in the old model.
    package let entity: String
    /// What is lost, without a full stop.
    package let text: String
  }

  /// What is lost, if there are objects that have it.
  package let lossesByEntity: [Loss]
  /// What is lost, each without a full stop.
  package var losses: [String] { lossesByEntity.map(\.text) }
  /// What cannot be done, each in a sentence.
  package let refusals: [String]
  /// What must hold of the objects, each without a full stop.
  package let conditions: [String]

  /// Whether nothing would be done.
  package var isEmpty: Bool { entities.allSatisfy { $0.fate == .copied } }
}
