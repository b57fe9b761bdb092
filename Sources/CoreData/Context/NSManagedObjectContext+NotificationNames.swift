extension NSManagedObjectContext {
  /// Posted before a save (B074).
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave

  /// Posted after a save, with the objects (B074).
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave

  /// Posted when objects changed, by `processPendingChanges()` (B074).
  public static let didChangeObjectsNotification =
    Notification.Name.NSManagedObjectContextObjectsDidChange

  /// Posted after a save, with identifiers.
  public static let didSaveObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidSaveObjectIDs

  /// Posted after changes were merged, with identifiers.
  public static let didMergeChangesObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of `userInfo` in these notifications.
  public enum NotificationKey: String, Sendable, CaseIterable {
    /// Inserted objects.
    case insertedObjects = "inserted"
    /// Updated objects.
    case updatedObjects = "updated"
    /// Deleted objects.
    case deletedObjects = "deleted"
    /// Refreshed objects.
    case refreshedObjects = "refreshed"
    /// Invalidated objects.
    case invalidatedObjects = "invalidated"
    /// Identifiers of all objects of a context that was reset.
    case invalidatedAllObjects = "invalidatedAll"
    /// The generation of the store that is read.
    case queryGeneration = "newQueryGeneration"
    /// Identifiers of inserted objects.
    case insertedObjectIDs = "inserted_objectIDs"
    /// Identifiers of updated objects.
    case updatedObjectIDs = "updated_objectIDs"
    /// Identifiers of deleted objects.
    case deletedObjectIDs = "deleted_objectIDs"
    /// Identifiers of refreshed objects.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// Identifiers of invalidated objects.
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }
}
