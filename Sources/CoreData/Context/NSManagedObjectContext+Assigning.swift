import Foundation

/// Stores by choice.
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
}
