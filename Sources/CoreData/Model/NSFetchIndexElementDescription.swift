/// How a part of a fetch index is kept.
public enum NSFetchIndexElementType: UInt, Sendable, CaseIterable {
  /// An ordinary sorted index.
  case binary = 0
  /// A geographic index of latitude and longitude (an R-tree in the store, z-format fact 42).
  case rTree = 1
}

/// One part of a fetch index: a property or an expression, and its direction.
open class NSFetchIndexElementDescription: NSObject, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The property or expression that is indexed.
  public let property: NSPropertyDescription?

  /// How the part is kept.
  public var collationType: NSFetchIndexElementType { willSet { requireMutable() } }

  /// Whether the smallest value comes first. True unless told.
  public var isAscending: Bool = true { willSet { requireMutable() } }

  /// The index that the part belongs to.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?

  private let storedPropertyName: String?
  private var isFrozen = false

  /// Creates a part of an index.
  ///
  /// - Parameters:
  ///   - property: an attribute, a relationship or an expression description.
  ///   - collationType: how the part is kept.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
    storedPropertyName = nil
  }

  /// Creates a part that names a property which is looked up in the entity.
  package init(
    propertyName: String, property: NSPropertyDescription?, collationType: NSFetchIndexElementType
  ) {
    storedPropertyName = propertyName
    self.property = property
    self.collationType = collationType
  }

  /// Reads what ``encode(with:)`` wrote: a part of no index, which names its property.
  ///
  /// - Parameter coder: a keyed unarchiver.
  public convenience required init?(coder: NSCoder) {
    guard let found = DescriptionCoding.host(in: coder)?.indexes.first?.elements.first else {
      return nil
    }
    self.init(
      propertyName: found.propertyName ?? "", property: found.property,
      collationType: found.collationType)
    isAscending = found.isAscending
  }

  /// The name of the property or expression that is indexed.
  public var propertyName: String? { storedPropertyName ?? property?.name }

  /// Whether the other object is a part of an index that says the same; references to other entities are compared
  /// by name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexElementDescription else { return false }
    return ModelEquality.equal(self, other)
  }

  /// A hash of the name.
  open override var hash: Int { propertyName.hashValue }

  /// Forbids all changes from now on.
  package final func freeze() {
    isFrozen = true
    if let expression = property as? NSExpressionDescription { expression.freeze() }
  }

  private func requireMutable() {
    if isFrozen { misuseOfImmutableModel("index element “\(propertyName ?? "?")”") }
  }
}
