/// The description of one kind of object: its name, its class, its properties and its place in the
/// inheritance tree.
open class NSEntityDescription: NSObject, @unchecked Sendable {
  // @unchecked Sendable: changed by one owner while the model is built; frozen before it is shared.

  /// The entity's name, unique in its model.
  public var name: String? { willSet { requireMutable() } }

  /// Whether the entity exists only to be inherited from; no object of it can be inserted.
  public var isAbstract: Bool = false { willSet { requireMutable() } }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The name of the class of the entity's objects, `NSManagedObject` unless set. Nil sets it back.
  /// Declared as Apple declares it.
  public var managedObjectClassName: String! {
    get { storedClassName ?? "NSManagedObject" }
    set {
      requireMutable()
      storedClassName = newValue == "NSManagedObject" ? nil : newValue
    }
  }

  /// The class name as it was set, nil for `NSManagedObject`.
  package final var storedClassName: String?

  /// Notes of the model's author; they have no effect and no part in the version hash.
  public var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }

  /// Text that enters the version hash, to tell apart versions that look alike.
  public var versionHashModifier: String? { willSet { requireMutable() } }

  /// The sets of attributes whose values together must be unique; each a list of names or of
  /// attribute descriptions.
  public var uniquenessConstraints: [[Any]] = [] { willSet { requireMutable() } }

  /// Indexes over several attributes in the form of old models; each a list of names or
  /// descriptions. Deprecated by Apple in favour of `indexes`.
  public var compoundIndexes: [[Any]] = [] { willSet { requireMutable() } }

  /// The fetch indexes that the entity declares.
  public var indexes: [NSFetchIndexDescription] = [] {
    willSet { requireMutable() }
    didSet { for index in indexes { index.entity = self } }
  }

  /// Whether a model compiler has already added to `indexes` what flags and compound indexes imply.
  package final var hasCompiledIndexes = false

  /// The expression that gives the name of an object in Apple's Spotlight; nil if none was set.
  package final var spotlightExpression: NSExpression? { willSet { requireMutable() } }

  /// The renaming identifier as it was set, nil if it was not.
  package final var storedRenamingIdentifier: String?

  /// The properties that the entity itself declares, in the order of declaration.
  package final private(set) var ownProperties: [NSPropertyDescription] = []

  /// The entities that inherit directly from this one.
  public var subentities: [NSEntityDescription] {
    get { storedSubentities }
    set {
      requireMutable()
      for entity in storedSubentities where entity.superentity === self { entity.superentity = nil }
      storedSubentities = newValue
      for entity in newValue { entity.superentity = self }
    }
  }

  private var storedSubentities: [NSEntityDescription] = []

  /// Adds a sub-entity, without the cost of setting all anew.
  package final func adopt(_ entity: NSEntityDescription) {
    requireMutable()
    storedSubentities.append(entity)
    entity.superentity = self
  }

  /// The entity that this one inherits from.
  public internal(set) var superentity: NSEntityDescription? {
    get { parent.entity }
    set { parent.entity = newValue }
  }
  private var parent = EntityReference()

  /// What others hold who refer to this entity without keeping it alive.
  let anchor = EntityAnchor()

  /// The model that the entity is in, nil before it is in one.
  package final weak var model: NSManagedObjectModel?

  /// What is computed once when the model is frozen.
  package final private(set) var frozenTables: EntityTables?

  /// What the model's source said about the entity beyond the description.
  package final var source = SourceRemainder()

  /// What the engine compiled the entity into; set once, when its model is compiled.
  package final var compiledLayout: EntityLayout? {
    didSet { layoutAtHand = compiledLayout.map { .passUnretained($0) } }
  }
  /// The same without counting references: a layout lives as long as its model's entities.
  @exclusivity(unchecked)
  package private(set) final var layoutAtHand: Unmanaged<EntityLayout>?

  /// The model of an entity that was read from an archive by itself, which nobody else holds.
  package final var archivedModel: NSManagedObjectModel?

  /// Creates an entity without name and properties.
  public required override init() {
    super.init()
    anchor.hold(self)
  }

  deinit { anchor.letGo() }

  /// Reads what ``encode(with:)`` wrote: the entity in its model, as Apple's framework archives it.
  ///
  /// - Parameter coder: a keyed unarchiver.
  public convenience required init?(coder: NSCoder) {
    self.init()
    guard let model = DescriptionCoding.model(in: coder),
      let name = coder.decodeObject(of: NSString.self, forKey: DescriptionCoding.Key.entity),
      let found = model.entitiesByName["\(name)"]
    else { return nil }
    replace(found, in: model)
    archivedModel = model
  }

  /// The properties of the entity, inherited ones first, each in the order of declaration.
  ///
  /// Setting them replaces the entity's own properties; inherited ones in the list are left where
  /// they are. Difference from Apple: the order there is that of a hash table.
  public var properties: [NSPropertyDescription] {
    get { tables.properties }
    set {
      requireMutable()
      for property in ownProperties where property.declaringEntity === self {
        property.declaringEntity = nil
      }
      ownProperties = newValue.filter { !isInherited($0) }
      for property in ownProperties { property.declaringEntity = self }
    }
  }

  /// The name under which a migration finds this entity in another version of the model; the
  /// entity's name unless set.
  public var renamingIdentifier: String? {
    get { storedRenamingIdentifier ?? name }
    set {
      requireMutable()
      storedRenamingIdentifier = newValue
    }
  }

  /// The expression that gives the name of an object in Apple's Spotlight. Kept, without effect
  /// here; the object itself unless set.
  public var coreSpotlightDisplayNameExpression: NSExpression {
    get { spotlightExpression ?? .expressionForEvaluatedObject() }
    set { spotlightExpression = newValue }
  }

  /// The model that the entity is in. Reading it from an entity that is in none is a misuse.
  public var managedObjectModel: NSManagedObjectModel {
    guard let model else {
      misuse(
        "The entity “\(name ?? "")” is in no model, or its model is gone. "
          + "Keep the model as long as you use its entities.")
    }
    return model
  }

  /// Whether the entity is the given one or inherits from it, directly or not.
  ///
  /// - Parameter entity: the possible ancestor.
  public func isKindOf(entity: NSEntityDescription) -> Bool {
    var candidate: NSEntityDescription? = self
    while let current = candidate {
      if current === entity { return true }
      candidate = current.superentity
    }
    return false
  }

  /// Whether the other object is an entity that says the same; references to other entities are compared
  /// by name.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityDescription else { return false }
    return ModelEquality.equal(self, other)
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }

  /// Forbids all changes from now on and computes the tables.
  package final func freeze() {
    guard frozenTables == nil else { return }
    for property in ownProperties { property.freeze() }
    for index in indexes { index.freeze() }
    frozenTables = EntityTables(self)
  }

  private func isInherited(_ property: NSPropertyDescription) -> Bool {
    guard let owner = property.declaringEntity, owner !== self else { return false }
    return isKindOf(entity: owner)
  }

  /// Stops the program if the model is in use, with Apple's words.
  package final func requireMutable() {
    if frozenTables != nil { misuseOfImmutableModel("entity “\(name ?? "")”") }
  }
}
