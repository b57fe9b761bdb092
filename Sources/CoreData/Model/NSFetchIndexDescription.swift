/// An index over properties of an entity, which makes fetches by these properties fast.
open class NSFetchIndexDescription: NSObject, @unchecked Sendable {
  // @unchecked Sendable: as NSPropertyDescription.

  /// The index's name, unique in its entity; part of the name in the store (z-format fact 38).
  public var name: String { willSet { requireMutable() } }

  /// The parts of the index, first the most significant.
  public var elements: [NSFetchIndexElementDescription] {
    willSet { requireMutable() }
    didSet { adoptElements() }
  }

  /// The entity that the index belongs to.
  public internal(set) var entity: NSEntityDescription? {
    get { owner.entity }
    set { owner.entity = newValue }
  }
  private var owner = EntityReference()

  /// Restricts the index to the objects that meet the condition; it may compare attributes of the
  /// entity with constants.
  public var partialIndexPredicate: NSPredicate? { willSet { requireMutable() } }

  /// Whether the index was not declared but follows from a flag or a shorter form, as the model
  /// compiler makes it (z-format fact 41).
  package final var isImplied = false

  private var isFrozen = false

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - name: the name, unique in the entity.
  ///   - elements: the parts, first the most significant.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adoptElements()
  }

  /// Reads what ``encode(with:)`` wrote: an index that belongs to no entity.
  ///
  /// - Parameter coder: a keyed unarchiver.
  public convenience required init?(coder: NSCoder) {
    guard let found = DescriptionCoding.host(in: coder)?.indexes.first else { return nil }
    self.init(name: found.name, elements: found.elements)
    partialIndexPredicate = found.partialIndexPredicate
    isImplied = found.isImplied
  }

  private func adoptElements() {
    for element in elements { element.indexDescription = self }
  }

  /// Whether the other object is an index that says the same; references to other entities are compared
  /// by name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexDescription else { return false }
    return ModelEquality.equal(self, other)
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }

  /// Forbids all changes from now on.
  package final func freeze() {
    isFrozen = true
    for element in elements { element.freeze() }
  }

  private func requireMutable() {
    if isFrozen { misuseOfImmutableModel("index “\(name)”") }
  }
}
