/// What attributes, relationships, fetched properties and expressions of an entity have in common.
///
/// Apple's class of the same name. A description may be changed until a coordinator uses its
/// model; from then on it is frozen and a change is a misuse.
open class NSPropertyDescription: NSObject, @unchecked Sendable {
  // @unchecked Sendable: changed by one owner while the model is built; frozen before it is shared.

  /// The property's name, unique in its entity and the entity's ancestors.
  public var name: String = "" { willSet { requireMutable() } }

  /// Whether an object may be saved without a value. True unless told.
  public var isOptional: Bool = true { willSet { requireMutable() } }

  /// Whether the value lives in memory only and is never stored.
  public var isTransient: Bool = false { willSet { requireMutable() } }

  /// Notes of the model's author; they have no effect and no part in the version hash. They alone
  /// may be changed while the model is in use (observed, case B086).
  public var userInfo: [AnyHashable: Any]?

  /// Whether searches should be made fast with an index. Deprecated by Apple in favour of
  /// `NSEntityDescription.indexes`, but still part of model files and of old stores.
  public var isIndexed: Bool = false { willSet { requireMutable() } }

  /// Whether Apple's Spotlight should index the value. Kept, without effect here.
  public var isIndexedBySpotlight: Bool = false { willSet { requireMutable() } }

  /// Whether the value goes into Apple's external record files. Kept, without effect here.
  public var isStoredInExternalRecord: Bool = false { willSet { requireMutable() } }

  /// Text that enters the version hash, to tell apart versions that look alike.
  public var versionHashModifier: String? { willSet { requireMutable() } }

  /// The name under which a migration finds this property in another version of the model;
  /// the property's name unless set.
  public var renamingIdentifier: String? {
    get { storedRenamingIdentifier ?? name }
    set {
      requireMutable()
      storedRenamingIdentifier = newValue
    }
  }

  /// The renaming identifier as it was set, nil if it was not.
  package final var storedRenamingIdentifier: String?

  /// Whether the framework computes the value itself; part of the version hash.
  package final var isReadOnly: Bool = false { willSet { requireMutable() } }

  /// The entity that declares the property.
  package final var declaringEntity: NSEntityDescription? {
    get { owner.entity }
    set { owner.entity = newValue }
  }
  private final var owner = EntityReference()

  /// The conditions on the value, with what to say when they fail.
  package final var validations: [Validation] = [] { willSet { requireMutable() } }

  /// What the model's source said about the property beyond the description.
  package final var source = SourceRemainder()

  /// Whether the model is in use and the description must not change.
  package final private(set) var isFrozen = false

  /// Creates an optional property without a name.
  public required override init() {}

  /// Reads what ``encode(with:)`` wrote: a property that belongs to no entity, and names the entities
  /// and relationships that it leads to.
  ///
  /// - Parameter coder: a keyed unarchiver.
  public convenience required init?(coder: NSCoder) {
    self.init()
    guard let found = DescriptionCoding.host(in: coder)?.ownProperties.first else { return nil }
    ModelCopier.copyAll(found, to: self)
  }

  /// The entity that declares the property.
  ///
  /// Difference from Apple: an inherited property is one object here and names the ancestor that
  /// declares it; Apple gives each sub-entity a copy of its own. Reading it from a property that
  /// is in no entity is a misuse.
  public var entity: NSEntityDescription {
    guard let declaringEntity else {
      misuse("The property “\(name)” belongs to no entity. Add it to an entity's properties first.")
    }
    return declaringEntity
  }

  /// Whether the other object is a property that says the same; references to other entities are compared
  /// by name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyDescription else { return false }
    return ModelEquality.equal(self, other)
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }

  /// Forbids all changes from now on.
  package final func freeze() {
    isFrozen = true
    freezeParts()
  }

  /// Freezes what the property is made of; for subclasses with parts of their own.
  package func freezeParts() {}

  /// Stops the program if the model is in use, with Apple's words.
  package final func requireMutable() {
    if isFrozen { misuseOfImmutableModel("property “\(name)”") }
  }
}

/// The one trap for changes to a model that a coordinator uses.
package func misuseOfImmutableModel(_ what: String) -> Never {
  misuse(
    "Can't modify an immutable model. The \(what) belongs to a model that a coordinator uses; "
      + "change a copy of the model (model.copy()) before giving it to a coordinator.")
}
