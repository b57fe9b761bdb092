import Foundation

/// Identities before saving, stores by choice, and requests of every kind.
extension NSManagedObjectContext {
  /// Says which store a new object is to be saved to.
  ///
  /// - Parameters:
  ///   - object: an unsaved object; a saved one stays where it is, and asking otherwise is a misuse.
  ///   - store: a store of this context's coordinator that takes the object's entity.
  public final func assign(_ object: Any, to store: NSPersistentStore) {
    do {
      guard let object = object as? NSManagedObject else {
        throw ContextError.assignment("Only a managed object can be assigned to a store.")
      }
      try assign(object: object, to: store)
    } catch {
      misuse((error as? ContextError)?.reason ?? "")
    }
  }

  /// ``assign(_:to:)`` that throws what speaks against it.
  package final func assign(
    object: NSManagedObject, to store: NSPersistentStore
  ) throws(ContextError) {
    guard object.context === self else {
      throw .assignment("Only an object of this context can be assigned to a store by it.")
    }
    guard let index = persistentStoreCoordinator?.index(of: store) else {
      throw .assignment(
        "The store \(store.url?.path ?? "in memory") is not open in this context's coordinator.")
    }
    guard object.pk < 0 || object.storeIndex == index else {
      throw .assignment(
        "Can't reassign an object to a different store once it has been saved: "
          + "\(object.shortName).")
    }
    guard store.entityNumbers.contains(object.layout.number) else {
      throw .assignment("The store's configuration does not have the entity \(object.layout.name).")
    }
    object.storeIndex = index
  }

  /// Gives unsaved objects their permanent ids now; they are saved later with these (case B040).
  ///
  /// - Parameter objects: objects of this context; saved ones are left alone.
  /// - Throws: when the store cannot hand out keys.
  public final func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try bridgingErrors {
      try obtainFromParent(objects)
      lookForChildren()
      let wanting = objects.filter { $0.context === self && $0.pk < 0 }
      guard !wanting.isEmpty else { return }
      guard let coordinator = persistentStoreCoordinator else { throw ContextError.noCoordinator }
      try StoreAssignment(coordinator).assign(wanting)
      for object in wanting {
        let pk = try coordinator.reserveKey(object.layout, storeIndex: object.storeIndex)
        rekey(object, pk)
      }
    }
  }

  /// Gives a new object the key of an object that it takes the place of.
  final func give(_ pk: Int64, to object: NSManagedObject, in store: NSPersistentStore) {
    guard object.pk < 0, let index = storeCoordinator?.index(of: store) else { return }
    object.storeIndex = index
    rekey(object, pk)
  }

  /// Objects that the parent has already are given their keys there, so that both agree.
  private final func obtainFromParent(_ objects: [NSManagedObject]) throws {
    guard let parentContext else { return }
    adoptPermanentKeys()
    let keys = objects.filter { $0.context === self && $0.pk < 0 }.map(\.pk)
    guard !keys.isEmpty else { return }
    try parentContext.performAndWait {
      let twins = keys.compactMap {
        parentContext.registry.object(root: 0, pk: $0, storeIndex: -1)
      }
      if !twins.isEmpty { try parentContext.obtainPermanentIDs(for: twins) }
    }
    adoptPermanentKeys()
  }

  /// Whether the row of an object has changed since the object knew it; if so, the object is marked
  /// changed, so that the next save meets the conflict.
  ///
  /// - Parameter object: an object of this context.
  public final func detectConflicts(for object: NSManagedObject) {
    guard object.context === self, object.pk > 0, object.flags.isDisjoint(with: .pending) else {
      return
    }
    noteUpdate(object)
    checkedForConflicts.append(object)
  }

  /// Brings what was changed without contexts (a batch request, another program) into contexts.
  ///
  /// - Parameters:
  ///   - changeNotificationData: ids or URIs under `NSInsertedObjectsKey`, `NSUpdatedObjectsKey`,
  ///     `NSDeletedObjectsKey` or their `…ObjectIDsKey` forms.
  ///   - contexts: the contexts to bring it into.
  public class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      func ids(_ keys: String...) -> [NSManagedObjectID] {
        keys.flatMap { key in context.ids(anyOf: changeNotificationData[key]) }
      }
      let changes = MergedChanges(
        inserted: ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey),
        updated: ids(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
        deleted: ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey))
      context.persistentStoreCoordinator?.forgetRows(changes.updated + changes.deleted)
      context.performAndWait { context.merge(changes) }
    }
  }

  private final func ids(anyOf value: Any?) -> [NSManagedObjectID] {
    let members: [Any] =
      switch value {
      case let list as [Any]: list
      case let set as NSSet: set.allObjects
      default: []
      }
    return members.compactMap { member in
      switch member {
      case let id as NSManagedObjectID: id
      case let object as NSManagedObject: object.objectID
      case let url as URL: persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
      default: nil
      }
    }
  }
}
