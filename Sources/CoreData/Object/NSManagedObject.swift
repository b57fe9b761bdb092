public import Foundation

/// An object of the graph: a row of a store, or one to be.
///
/// Apple's class of the same name. An object belongs to one context and may be used only on that
/// context's queue. Its values are read and written by key (``value(forKey:)``), through generated
/// accessors, or through `@Managed` properties.
///
/// Inside, an object is a reference to a shared row snapshot (nil while it is a fault whose row is
/// not at hand) and, only once it has been changed, an overlay of changed values.
///
/// Difference from Apple: a subclass that overrides ``init(entity:insertInto:)`` must write
/// `required` in place of `override`, since there is no Objective-C runtime to make instances of a
/// class known only at run time.
///
/// The hottest fields go without the run-time check for overlapping accesses: an object is used on
/// one queue, and no access to them spans a call out.
open class NSManagedObject: NSObject, ManagedObjectCluster {
  /// The layout, which lives for ever: no reference is counted here, nor where one goes through this.
  final let layoutReference: Unmanaged<EntityLayout>
  /// The context, nil once the object has left it. The context clears it when it goes.
  @exclusivity(unchecked)
  final var contextReference: Unmanaged<NSManagedObjectContext>?
  /// The primary key, or a negative temporary number.
  @exclusivity(unchecked)
  package final var pk: Int64 = 0
  /// The temporary number it had, by which unsaved references may still name it; or 0.
  @exclusivity(unchecked)
  final var temporaryPK: Int64 = 0
  /// The shared snapshot of the last known stored state. Set through ``setRow(_:)`` alone, which
  /// keeps the chunk alive.
  @exclusivity(unchecked)
  private(set) final var row: RowPointer?
  /// Values that differ from the snapshot, by slot; nil while there are none.
  @exclusivity(unchecked)
  final var overlay: ContiguousArray<SlotValue>?
  @exclusivity(unchecked)
  final var flags: ObjectFlags = []
  /// The index of the store in its coordinator, or -1 while there is none.
  @exclusivity(unchecked)
  package final var storeIndex: Int16 = -1
  /// Slots, of the first sixteen, whose old value is already in the current event's record.
  @exclusivity(unchecked)
  final var recordedSlots: UInt16 = 0
  @exclusivity(unchecked)
  final var cachedID: NSManagedObjectID?
  /// What only some objects have: relationships touched, observers, decoded transformables, fetched
  /// properties. One word, so that an object of a row fits a block of 96 bytes.
  @exclusivity(unchecked)
  final var extra: ObjectExtra?

  /// Creates an object of an entity and inserts it into a context.
  ///
  /// - Parameters:
  ///   - entity: an entity of a model that a coordinator uses. Inserting an abstract entity is a
  ///     misuse, as on Apple.
  ///   - context: the context to insert into; nil makes an object that belongs to none yet.
  // Not `__shared`: a subclass that overrides this without repeating it would be called with the
  // arguments borrowed and release them all the same.
  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    if let known = entity.layoutAtHand {
      layoutReference = known
    } else {
      layoutReference = EntityLayout.compile(entity)
    }
    super.init()
    let objectClass = type(of: self)
    flags = layoutReference._withUnsafeGuaranteedRef { $0.firstFlags(of: objectClass) }
    if let context { context.adopt(new: self) }
  }

  /// Creates an object of the class's entity and inserts it into a context.
  ///
  /// - Parameter context: a context whose model has exactly one entity with this class.
  public convenience init(context: __shared NSManagedObjectContext) {
    self.init(entity: Self.modelEntity(in: context), insertInto: Optional(context))
  }

  deinit {
    if flags.contains(.loose) { buryLoosePartners() }
    if let extra, extra.relations != nil { Graveyard.bury(&extra.relations) }
    if let row { row.chunk.release() }
    guard let reference = contextReference?.toOpaque() else { return }
    // The object leaves its context's tables. This may be any thread, and the context may be dying on
    // another: it is there as long as the object names it under the lock.
    let word = KeyTable.word(self)
    let root = layoutReference._withUnsafeGuaranteedRef { $0.rootNumber }
    let (pk, temporaryPK, storeIndex) = (pk, temporaryPK, storeIndex)
    let lock = DeathLocks.lock(of: reference)
    lock.pointee.lock()
    if let context = contextReference, context.toOpaque() == reference {
      context._withUnsafeGuaranteedRef {
        $0.registry.clear(
          word, root: root, pk: pk, temporaryPK: temporaryPK, storeIndex: storeIndex)
      }
    }
    lock.pointee.unlock()
  }

  /// The compiled form of the object's entity.
  @inline(__always)
  package final var layout: EntityLayout { layoutReference.takeUnretainedValue() }

  /// The context. Counts a reference, which is slow for a context that others refer to weakly: hot
  /// paths ask `contextReference`.
  @inline(__always)
  package final var context: NSManagedObjectContext? {
    get { contextReference?.takeUnretainedValue() }
    set { contextReference = newValue.map { Unmanaged.passUnretained($0) } }
  }

  /// Replaces the snapshot, holding the new one's chunk and letting go of the old one's.
  final func setRow(_ new: RowPointer?) {
    if let new { _ = new.chunk.retain() }
    if let row { row.chunk.release() }
    row = new
  }

  /// Gives a new object its first snapshot. The reference to the snapshot's chunk has been counted.
  @inline(__always)
  final func takeRow(_ new: RowPointer) { row = new }

  /// The context the object is registered with; nil once it is deleted and saved, or the context
  /// was reset or is gone.
  public final var managedObjectContext: NSManagedObjectContext? { context }

  /// The object's entity.
  public final var entity: NSEntityDescription { layout.entity }

  /// The object's identity. Temporary until it is saved.
  public final var objectID: NSManagedObjectID {
    if let cachedID { return cachedID }
    let made = makeID()
    cachedID = made
    return made
  }

  /// The id's short form, `Person/p1` or `Person/t2`, without making an id object.
  package final var shortName: String {
    pk == 0 ? "a new \(layout.name)" : "\(layout.name)/\(pk < 0 ? "t" : "p")\(abs(pk))"
  }

  private final func makeID() -> NSManagedObjectID {
    if pk == 0 { return makeLooseID() }
    return NSManagedObjectID(
      layout: layout, pk: pk, store: pk < 0 ? nil : context?.storeIdentity(at: storeIndex),
      temporaryOwner: pk < 0 ? context?.temporaryOwner : nil)
  }

  /// The state of a to-many relationship, made as a fault (or as empty, for an unsaved object) when
  /// first touched.
  final func relation(_ property: PropertyLayout) -> ToManyState {
    let extra = madeExtra
    if extra.relations == nil {
      extra.relations = ContiguousArray(repeating: nil, count: layout.toManies.count)
    }
    if let state = extra.relations?[property.relationIndex] { return state }
    let state = ToManyState(property, isFresh: flags.contains(.inserted) && row == nil)
    extra.relations?[property.relationIndex] = state
    return state
  }

  /// The state of a to-many relationship if it was ever touched.
  final func relationIfTouched(_ property: PropertyLayout) -> ToManyState? {
    extra?.relations?[property.relationIndex]
  }

  final var madeExtra: ObjectExtra {
    if let extra { return extra }
    let made = ObjectExtra()
    extra = made
    return made
  }

  /// The members of all relationships are now what the store has.
  final func commitRelations() {
    guard let relations = extra?.relations else { return }
    for state in relations { state?.commit() }
  }

  /// Forgets all relationships: they are faults again.
  final func dropRelations() {
    guard let relations = extra?.relations else { return }
    let proxies = relations.compactMap { $0?.hasProxy == true ? $0?.proxy : nil }
    extra?.relations = nil
    for proxy in proxies { proxy.renew() }
  }

  /// Forgets one relationship.
  final func dropRelation(_ property: PropertyLayout) {
    let proxy = extra?.relations?[property.relationIndex]?.proxy
    extra?.relations?[property.relationIndex] = nil
    proxy?.renew()
  }

  /// A fetch request for the class's entity: the one that names the class in a model that is in use,
  /// else one of the class's name.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    ObjectClasses.learn(self)
    let name = ObjectClasses.entity(of: self)?.name
    return NSFetchRequest(entityName: name ?? String(describing: self))
  }

  /// The class's entity, which bears the class's name. A class that the program has not used with a
  /// context yet gives a description without properties.
  open class func entity() -> NSEntityDescription {
    if let known = ObjectClasses.entity(of: self) { return known }
    let entity = NSEntityDescription()
    entity.name = String(describing: self)
    return entity
  }

  /// Whether setting a property that is in no model leaves the object unchanged for its context.
  /// True: only properties of the model are tracked here.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  // MARK: Life-cycle hooks, for subclasses

  /// Called once in an object's life, after it was inserted. Call `super` first.
  open func awakeFromInsert() {}

  /// Called each time the object's row has been brought in. Changes made here are not recorded as
  /// changes. Call `super` first.
  open func awakeFromFetch() {}

  /// Called after undo, redo or another event has changed what the object's values stand on.
  ///
  /// - Parameter flags: what happened.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Called before the object is saved; again as long as changes made in it call for it.
  open func willSave() {}

  /// Called after the object was saved.
  open func didSave() {}

  /// Called by ``setValue(_:forKey:)`` for nil and the key of a number or truth value, where a class
  /// overrides it: a scalar property has no nil. By default the attribute has no value afterwards.
  ///
  /// Difference from Apple: the default raises an exception there, for properties whose accessors the
  /// class itself has; what class a property is declared with is not asked here.
  ///
  /// - Parameter key: the attribute.
  open func setNilValueForKey(_ key: String) { setNoValue(key) }

  /// Called when the object is about to be deleted, before its relationships are changed.
  open func prepareForDeletion() {}

  /// Called before the object becomes a fault.
  open func willTurnIntoFault() {}

  /// Called after the object became a fault.
  open func didTurnIntoFault() {}

  /// To be called by a custom accessor before it sets a primitive value: the change is recorded for
  /// saving and undo, and observers are told. Setters call it for nobody.
  ///
  /// - Parameter key: the property that is to be changed.
  open func willChangeValue(forKey key: String) { beginCustomChange(key) { _ in .setting } }

  /// To be called by a custom accessor after it has set a primitive value. The inverse of a
  /// relationship is brought in step now.
  ///
  /// - Parameter key: the property that was changed.
  open func didChangeValue(forKey key: String) { endCustomChange(key) }

  /// ``willChangeValue(forKey:)`` for a change of members of a to-many relationship.
  ///
  /// - Parameters:
  ///   - inKey: the relationship.
  ///   - inMutationKind: what is to be done to the members.
  ///   - inObjects: the objects it is to be done with.
  open func willChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) {
    beginCustomChange(inKey) { .mutation(inMutationKind, inObjects, members: $0) }
  }

  /// ``didChangeValue(forKey:)`` for a change of members of a to-many relationship.
  ///
  /// - Parameters:
  ///   - inKey: the relationship.
  ///   - inMutationKind: what was done to the members.
  ///   - inObjects: the objects it was done with.
  open func didChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) { endCustomChange(inKey) }

  /// Called before a property is read; fires a fault.
  ///
  /// - Parameter key: the property; nil just fires the fault.
  open func willAccessValue(forKey key: String?) {
    if flags.contains(.fault) { fire() }
  }

  /// Called after a property was read. Does nothing.
  open func didAccessValue(forKey key: String?) {}

  // MARK: Key-value coding and observing, for subclasses

  /// The value of a key that the entity does not have: of a property of the class, say. Unless
  /// overridden, and from `super`, the key is undefined, which is a misuse.
  ///
  /// - Parameter key: the key.
  open func value(forUndefinedKey key: String) -> Any? {
    madeExtra.unknownKey = key
    return nil
  }

  /// Sets the value of a key that the entity does not have.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: the key.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { madeExtra.unknownKey = key }

  /// The key paths that a key's value depends on: who observes the key is told of their changes.
  ///
  /// - Parameter key: a key.
  /// - Returns: ``keyPathsForValuesAffecting`` of the key, unless overridden.
  open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    keyPathsForValuesAffecting[key] ?? []
  }

  /// The key paths that values depend on, by key. Stands in for Apple's methods
  /// `keyPathsForValuesAffectingFullName()`, which are found by their names at run time.
  open class var keyPathsForValuesAffecting: [String: Set<String>] { [:] }

  /// Called when a property changes that this object observes. Does nothing.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  // MARK: Validation, for subclasses

  /// Says whether a value is good for a property, without setting it. May replace it.
  ///
  /// - Parameters:
  ///   - value: the proposed value; may be replaced by a better one.
  ///   - key: the property.
  /// - Throws: an error of `NSCocoaErrorDomain` that names object, key and value.
  open func validateValue(_ value: inout Any?, forKey key: String) throws {
    try ValidationRules.check(value, forKey: key, of: self)
  }

  /// Says whether the object may be inserted into the store. Call `super`.
  open func validateForInsert() throws { try ValidationRules.checkAll(self) }

  /// Says whether the object's changes may be stored. Call `super`.
  open func validateForUpdate() throws { try ValidationRules.checkAll(self) }

  /// Says whether the object may be deleted: no relationship whose rule is deny may hold objects.
  open func validateForDelete() throws { try ValidationRules.checkDeletion(self) }

  // MARK: Text and equality

  /// Apple's text form (case B052): the head with entity and id, then `<fault>` or one line per
  /// property in alphabetical order.
  open override var description: String { DescriptionText(self).text }

  /// Objects are equal only to themselves: a context has one object for a row.
  open override func isEqual(_ object: Any?) -> Bool {
    // A set asks this for each collision, and hands the other one over as a plain NSObject. What holds
    // an instance of a class holds its reference first and its type in the fourth word.
    let isKnown = withUnsafeBytes(of: object) { words -> Bool? in
      let type = words.load(fromByteOffset: 24, as: UnsafeRawPointer?.self)
      guard type == unsafeBitCast(NSObject.self, to: UnsafeRawPointer?.self) else { return nil }
      return words.load(as: UnsafeRawPointer?.self)
        == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }
    if let isKnown { return isKnown }
    // Not through AnyObject, which would box whatever is not an object.
    return (object as? NSManagedObject) === self
  }

  /// The object's place in memory; whoever keeps a table mixes it.
  open override var hash: Int {
    Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4
  }
}
