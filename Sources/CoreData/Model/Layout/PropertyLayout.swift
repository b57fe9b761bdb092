import Foundation

/// One property as the engine sees it: its slot, its place in a row, its inverse and its rules.
///
/// `@unchecked Sendable`: every member is a constant except the links between layouts, which are
/// set once while the model is compiled, before the layout is published.
package final class PropertyLayout: @unchecked Sendable {
  package let name: String
  /// The index of the property in its entity; a parent's slots are a prefix of its child's.
  package let slot: Int
  package let kind: SlotKind
  /// The attribute's type; undefined for relationships.
  package let type: NSAttributeType
  package let isOptional: Bool
  package let isTransient: Bool
  /// The index of the value's word in a row, or 0 if it has none (transient, to-many, fetched).
  package let word: Int
  /// For a to-one whose destination has sub-entities: the word with the destination's entity
  /// number. Else 0.
  package let entityWord: Int
  /// The value of a new object.
  package let defaultValue: SlotValue
  /// The process-wide number of the name.
  package let nameNumber: Int
  package let deleteRule: NSDeleteRule
  package let minCount: Int
  /// The largest count of a to-many; 0 or less for no limit.
  package let maxCount: Int
  package let description: NSPropertyDescription
  /// The index among the entity's to-many relationships, or -1.
  package let relationIndex: Int

  /// The destination of a relationship. Set while compiling.
  package internal(set) unowned(unsafe) var destination: EntityLayout? {
    didSet { destinationReference = destination.map { .passUnretained($0) } }
  }
  /// The same, for those who count no references.
  @exclusivity(unchecked)
  private(set) var destinationReference: Unmanaged<EntityLayout>?
  /// The elements of a composite attribute, empty for other properties. Set while compiling.
  package internal(set) var parts: [PropertyLayout] = []
  /// The composite attribute that this one is an element of. Set while compiling.
  package internal(set) unowned(unsafe) var whole: PropertyLayout?
  /// How a derived attribute is computed, nil for other properties.
  package let derivation: Derivation?
  /// The slot of the inverse in the destination, or -1. Set while compiling.
  package internal(set) var inverseSlot = -1

  init(
    _ piece: LayoutPiece, slot: Int, word: Int, entityWord: Int, relationIndex: Int
  ) {
    let description = piece.description
    self.description = description
    self.slot = slot
    self.word = word
    self.entityWord = entityWord
    self.relationIndex = relationIndex
    name = piece.name
    isOptional = piece.isOptional
    isTransient = piece.isTransient
    nameNumber = PropertyNames.number(of: piece.name)
    derivation = (description as? NSDerivedAttributeDescription)?.derivation
    kind = Self.kind(of: description)
    let attribute = description as? NSAttributeDescription
    type = attribute?.attributeType ?? .undefinedAttributeType
    defaultValue =
      attribute.flatMap { SlotValue.from($0.defaultValue, type: $0.attributeType) } ?? .null
    let relationship = description as? NSRelationshipDescription
    deleteRule = relationship?.deleteRule ?? .noActionDeleteRule
    minCount = relationship?.minCount ?? 0
    maxCount = relationship?.maxCount ?? 0
  }

  /// The relationship's description, nil for other properties.
  package var relationship: NSRelationshipDescription? {
    description as? NSRelationshipDescription
  }

  /// The attribute's description, nil for other properties.
  package var attribute: NSAttributeDescription? { description as? NSAttributeDescription }

  static func kind(of description: NSPropertyDescription) -> SlotKind {
    switch description {
    case let attribute as NSAttributeDescription: SlotKind(attribute.attributeType)
    case let relationship as NSRelationshipDescription:
      relationship.isToMany ? (relationship.isOrdered ? .orderedToMany : .toMany) : .toOne
    default: .fetched
    }
  }
}
