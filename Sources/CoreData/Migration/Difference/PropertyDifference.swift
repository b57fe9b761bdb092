/// What becomes of one stored property between two versions of a model.
package struct PropertyDifference: Sendable, Equatable {
  /// What becomes of a property's values.
  package enum Kind: Sendable, Equatable {
    /// Taken over as they are.
    case copied
    /// Taken over under another name.
    case renamed
    /// New; objects begin with the default value, given as text, or with none.
    case added(defaultValue: String?)
    /// Lost: the new model has no place for them.
    case removed
    /// Taken over with changes, under another name perhaps.
    case transformed
    /// Not to be inferred; the reason in Apple's words where they are known.
    case refused(reason: String)
  }

  /// The property's name in the old entity; nil for a new one.
  package let sourceName: String?
  /// The property's name in the new entity; nil for one that is gone.
  package let destinationName: String?
  /// Whether it is a relationship; an attribute otherwise.
  package let isRelationship: Bool
  /// What becomes of the values.
  package let kind: Kind
  /// What differs, in any order; empty for one that is copied or only renamed.
  package let changes: [PropertyChange]

  /// The property's name in the new entity, or in the old one if it is gone.
  package var name: String { destinationName ?? sourceName ?? "" }
}

/// One thing that differs about a property.
package enum PropertyChange: Sendable, Equatable {
  /// A value is required now; objects without one get the default value, given as text, if there is
  /// one.
  case becameRequired(defaultValue: String?)
  /// A value is no longer required.
  case becameOptional
  /// A number type that holds every value of the old one.
  case widened(from: String, to: String)
  /// A to-many now, of which the old object is the one member.
  case becameToMany
  /// The members are kept in an order now: at first in that of their keys.
  case becameOrdered
  /// The members are no longer kept in order.
  case becameUnordered
  /// Large values may lie in files beside the store now, or no longer.
  case externalStorage(Bool)
  /// The entity at the other end has another place or name.
  case destination(from: String, to: String)
  /// The relationship that leads back is another one; nil for none.
  case inverse(from: String?, to: String?)
  /// The number of members is limited differently.
  case limits
  /// The value is computed otherwise, or computed now, or no longer; as text.
  case derivation(from: String?, to: String?)
  /// Elements of a composite attribute that are new, and that are gone.
  case elements(added: [String], removed: [String])
  /// The history keeps the value of deleted objects now, or no longer.
  case preservation(Bool)
  /// The version hash modifier differs.
  case modifier

  /// Whether values must be touched for it.
  package var needsWork: Bool {
    switch self {
    case .becameRequired(let value): value != nil
    case .becameOptional, .widened, .limits, .preservation, .modifier, .destination: false
    case .becameToMany, .becameOrdered, .becameUnordered, .externalStorage, .inverse, .derivation,
      .elements:
      true
    }
  }

  /// The change as a sentence without a full stop.
  package var text: String {
    switch self {
    case .becameRequired(let value?): "required now; objects without a value get \(value)"
    case .becameRequired(nil): "required now"
    case .becameOptional: "no longer required"
    case .widened(let old, let new): "\(new) instead of \(old)"
    case .becameToMany: "to-many now"
    case .becameOrdered: "ordered now, at first by key"
    case .becameUnordered: "no longer ordered"
    case .externalStorage(true): "large values may lie in files beside the store"
    case .externalStorage(false): "values from files beside the store come into the rows"
    case .destination(let old, let new): "leads to \(new) instead of \(old)"
    case .inverse(_, let new?): "its inverse is “\(new)” now"
    case .inverse(_, nil): "has no inverse any more"
    case .limits: "other limits of the number of members"
    case .derivation(_, let new?): "computed as \(new) now"
    case .derivation(_, nil): "no longer computed"
    case .elements(let added, let removed):
      ([("with", added), ("without", removed)].filter { !$1.isEmpty }.map { word, names in
        word + " " + names.map { "“\($0)”" }.joined(separator: ", ")
      }).joined(separator: ", ")
    case .preservation(true): "the history keeps the values of deleted objects"
    case .preservation(false): "the history no longer keeps the values of deleted objects"
    case .modifier: "another version hash modifier"
    }
  }
}
