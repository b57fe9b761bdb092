import Foundation
import Synchronization

/// Objects by identity: inserting, finding, forgetting.
extension NSManagedObjectContext {
  /// Enters a new object: the end of `NSManagedObject(entity:insertInto:)`.
  ///
  /// - Parameter awakes: whether the object is told.
  final func adopt(new object: NSManagedObject, awakes: Bool = true) {
    checkQueue()
    if ObjectIdentifier(object.layout) != lastAdopted { checkEntity(of: object) }
    insert(object, awake: awakes)
  }

  /// Stops the program where an object of its entity cannot be in this context.
  @inline(never)
  private final func checkEntity(of object: NSManagedObject) {
    guard let modelLayout, object.layout.model === modelLayout else {
      misuse(
        "\(object.layout.name) is not an entity of the context's model. Give the context a "
          + "coordinator (or parent) that uses the entity's model before inserting.")
    }
    if object.layout.isAbstract {
      misuse(ObjectError.abstractEntity(object.layout.name).explanation)
    }
    lastAdopted = ObjectIdentifier(object.layout)
  }

  final func takeIn(_ object: NSManagedObject) {
    requireOwn(object, "insert")
    guard object.context == nil else { return }
    if !object.flags.isDisjoint(with: [.gone, .fault]) { makeNew(object) }
    adopt(new: object)
  }

  /// Makes an object that was deleted, or that a context forgot, one that can be inserted: it keeps
  /// the attributes it has, and no partners.
  private final func makeNew(_ object: NSManagedObject) {
    if object.flags.contains(.fault) {
      object.overlay = nil
    } else {
      var values = object.layout.emptyValues
      for property in object.layout.attributes where !values[property.slot].isUnset {
        values[property.slot] = object.slotValue(property.slot)
      }
      object.overlay = values
    }
    object.setRow(nil)
    object.dropRelations()
    object.extra?.loosePartners = [:]
    object.temporaryPK = 0
    object.storeIndex = -1
    object.flags = object.flags.intersection(.ofClass.union(.observed))
  }

  private final func insert(_ object: NSManagedObject, awake: Bool) {
    object.pk = -nextTemporaryNumber()
    object.contextReference = .passUnretained(self)
    object.flags.insert(.insertedInEvent)
    applyDefaults(object)
    registry.add(object)
    pending.addInserted(object)
    event.noteInsertion(of: object)
    if object.cachedID != nil { object.cachedID = nil }
    if let extra = object.extra, extra.relations != nil || object.flags.contains(.loose) {
      settle(loose: object)
    }
    if !awaited.isEmpty { settleThoseWaiting(for: object) }
    if awake && object.flags.contains(.hooked) {
      object.flags.insert(.inHook)
      object.awakeFromInsert()
      object.flags.remove(.inHook)
    }
  }

  @inline(__always)
  private final func nextTemporaryNumber() -> Int64 {
    let root = parentContext == nil ? self : rootContext
    return root.lastTemporaryNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  private final func applyDefaults(_ object: NSManagedObject) {
    guard let own = object.overlay else {
      object.overlay = object.layout.newValues
      return
    }
    // Values set before the object had a context stay.
    var values = object.layout.newValues
    for (slot, value) in own.enumerated() where !value.isUnset { values[slot] = value }
    object.overlay = values
  }

  /// The registered object of a key.
  @inline(__always)
  final func registered(_ key: ObjectKey, storeIndex: Int16) -> NSManagedObject? {
    guard let modelLayout, key.entity > 0, Int(key.entity) <= modelLayout.entities.count else {
      return nil
    }
    return registry.object(
      root: modelLayout.entity(number: key.entity).rootNumber, pk: key.pk, storeIndex: storeIndex)
  }

  /// The object at the other end of a to-one: the registered one, or a new fault.
  final func object(
    for key: ObjectKey, destinationOf property: PropertyLayout, storeIndex: Int16
  ) -> NSManagedObject? {
    guard let modelLayout else { return nil }
    var entity = property.destination
    // A damaged store may name an entity that the relationship cannot lead to.
    if key.entity > 0, Int(key.entity) <= modelLayout.entities.count {
      let named = modelLayout.entity(number: key.entity)
      if entity.map(named.isKind(of:)) ?? true { entity = named }
    }
    guard let entity else { return nil }
    var storeIndex = storeIndex
    if storeIndex < 0, key.pk > 0 {
      // The owner is unsaved and has no store yet: its partner's is the first that takes the entity.
      guard let first = persistentStoreCoordinator?.stores(for: entity).first else { return nil }
      storeIndex = first.index
    }
    if let known = registry.object(root: entity.rootNumber, pk: key.pk, storeIndex: storeIndex) {
      return known
    }
    if key.pk < 0, let permanent = formerKeys[key.pk] {
      return self.object(for: permanent, destinationOf: property, storeIndex: storeIndex)
    }
    guard key.pk > 0 else { return parentsUnsaved(entity, key.pk) }
    guard storeIndex >= 0 else { return nil }
    return makeFault(entity, pk: key.pk, storeIndex: storeIndex)
  }

  /// The child's object for an unsaved object of its parent, named by its temporary key; nil where
  /// the parent has none, or cannot say what is in it.
  final func parentsUnsaved(_ entity: EntityLayout, _ pk: Int64) -> NSManagedObject? {
    guard parentContext != nil, let source,
      let row = try? source.row(entity, pk: pk, storeIndex: -1)
    else { return nil }
    return withExtendedLifetime(row.chunk) {
      // The parent may have saved it meanwhile, and then knows it by its permanent key.
      let layout = modelLayout?.entity(number: row.pointer.entityNumber) ?? entity
      let place =
        row.pointer.pk < 0 ? -1 : persistentStoreCoordinator?.stores(for: layout).first?.index
      guard let place else { return nil }
      if let known = registry.object(
        root: layout.rootNumber, pk: row.pointer.pk, storeIndex: place)
      {
        return known
      }
      let object = makeFault(layout, pk: row.pointer.pk, storeIndex: place)
      object.setRow(row.pointer)
      return object
    }
  }

  /// The key that a reference made before its object was saved stands for now.
  final func currentKey(_ key: ObjectKey) -> ObjectKey {
    guard key.pk < 0 else { return key }
    if let target = registered(key, storeIndex: -1) {
      return ObjectKey(entity: target.layout.number, pk: target.pk)
    }
    return formerKeys[key.pk] ?? key
  }

  /// Whether a reference names its object by the key that the object has now.
  @inline(__always)
  final func isCurrent(_ key: ObjectKey) -> Bool {
    // Temporary keys go down, so that one below all that were given up needs no look-up.
    key.pk >= 0 || key.pk < lowestFormerKey || currentKey(key).pk == key.pk
  }

  /// Makes and registers an object without values.
  final func makeFault(_ layout: EntityLayout, pk: Int64, storeIndex: Int16) -> NSManagedObject {
    let object = layout.objectClass.init(entity: layout.entity, insertInto: nil)
    object.pk = pk
    object.storeIndex = storeIndex
    object.context = self
    object.flags = object.flags.intersection(.ofClass).union(.fault)
    registry.add(object)
    if retainsRegisteredObjects { retained.insert(object) }
    return object
  }

  final func known(_ objectID: NSManagedObjectID) -> NSManagedObject? {
    checkQueue()
    guard let place = place(of: objectID) else { return nil }
    return registered(objectID, place)
  }

  /// The registered object with an id. In a child it may be known by its temporary key still, if its
  /// parents were saved meanwhile: two objects for one row must not come of that.
  private final func registered(_ id: NSManagedObjectID, _ place: Int16) -> NSManagedObject? {
    let root = id.layout.rootNumber
    if let known = registry.object(root: root, pk: id.key.pk, storeIndex: place) { return known }
    guard parentContext != nil, !id.isTemporaryID else { return nil }
    adoptPermanentKeys()
    return registry.object(root: root, pk: id.key.pk, storeIndex: place)
  }

  final func knownOrFault(_ objectID: NSManagedObjectID) -> NSManagedObject {
    guard let object = objectIfKnown(objectID) else {
      misuse(
        "The id \(objectID.shortName) belongs to no store of this context's coordinator. "
          + "Open its store first.")
    }
    return object
  }

  /// ``object(with:)`` that gives nil for an id of no store that is open here.
  package final func objectIfKnown(_ objectID: NSManagedObjectID) -> NSManagedObject? {
    if let known = registeredObject(for: objectID) { return known }
    guard let place = place(of: objectID) else { return nil }
    return makeFault(objectID.layout, pk: objectID.key.pk, storeIndex: place)
  }

  final func fulfilled(_ objectID: NSManagedObjectID) throws -> NSManagedObject {
    if let known = registeredObject(for: objectID), !known.flags.contains(.fault) { return known }
    guard let place = place(of: objectID) else {
      throw ContextError.missingObject(objectID.shortName).bridged
    }
    let object =
      registered(objectID, place)
      ?? makeFault(objectID.layout, pk: objectID.key.pk, storeIndex: place)
    guard try bridgingErrors({ try fulfill(object) }) else {
      throw ContextError.missingObject(objectID.shortName).bridged
    }
    return object
  }

  /// The index of the store that an id names; -1 for a temporary id of this tree of contexts. Nil for
  /// an id that was made with another model: its entity's number means nothing here.
  private final func place(of objectID: NSManagedObjectID) -> Int16? {
    guard objectID.layout.model === modelLayout else { return nil }
    if objectID.isTemporaryID { return objectID.temporaryOwner == temporaryOwner ? -1 : nil }
    guard let identity = objectID.storeIdentity else { return nil }
    return persistentStoreCoordinator?.index(of: identity)
  }

  /// The object that is known to have a member in a to-many without inverse, among those the
  /// context has.
  final func knownOwner(of member: NSManagedObject, _ property: PropertyLayout) -> NSManagedObject?
  {
    var owner: NSManagedObject?
    for object in pending.inserted + pending.updated where owner == nil {
      let kind = object.layout
      guard kind.slotCount > property.slot,
        kind.properties[property.slot].description === property.description
      else { continue }
      if let state = object.relationIfTouched(kind.properties[property.slot]), state.isLoaded,
        state.members.contains(member)
      {
        owner = object
      }
    }
    return owner
  }

  /// Whether a to-many without inverse can hold an object for one owner only. True for SQLite,
  /// whose format keeps such a relationship in one column of the member's row.
  final func ownsSingly(_ property: PropertyLayout) -> Bool { property.inverseSlot < 0 }
}
