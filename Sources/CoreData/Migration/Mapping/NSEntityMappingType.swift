/// What an entity mapping does with the objects of its source entity. Raw values are Apple's
/// (header NSEntityMapping.h).
public enum NSEntityMappingType: UInt, Sendable {
  /// Nobody said; the mapping counts as a transformation.
  case undefinedEntityMappingType = 0
  /// A migration policy of the program makes the objects.
  case customEntityMappingType = 1
  /// The entity is new in the destination model; there are no source objects.
  case addEntityMappingType = 2
  /// The entity is gone in the destination model; its objects are not copied.
  case removeEntityMappingType = 3
  /// The objects are copied as they are.
  case copyEntityMappingType = 4
  /// The objects are copied by the property mappings.
  case transformEntityMappingType = 5
}
