/// What a save asks of a program's own incremental store.
open class NSSaveChangesRequest: NSPersistentStoreRequest, @unchecked Sendable {
  // @unchecked Sendable: as its superclass; its objects are for the queue of their context.

  /// The new objects.
  public let insertedObjects: Set<NSManagedObject>?

  /// The changed objects; `changedValues()` says what changed.
  public let updatedObjects: Set<NSManagedObject>?

  /// The objects to be deleted.
  public let deletedObjects: Set<NSManagedObject>?

  /// Objects whose version has to be as it was read, though they are not changed.
  public let lockedObjects: Set<NSManagedObject>?

  /// Creates a request.
  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSSaveChangesRequest(
      inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects,
      locked: lockedObjects)
    copy.affectedStores = affectedStores
    return copy
  }
}
