// The keys of `userInfo` in the notifications of contexts and coordinators
// (NSManagedObjectContext.h, NSPersistentStoreCoordinator.h). Their texts are those that show in
// logs of Apple's framework.

/// The inserted objects, a set of `NSManagedObject` (B074).
public let NSInsertedObjectsKey = "inserted"

/// The updated objects, a set of `NSManagedObject` (B074).
public let NSUpdatedObjectsKey = "updated"

/// The deleted objects, a set of `NSManagedObject` (B074).
public let NSDeletedObjectsKey = "deleted"

/// Objects that were refreshed and had no local changes, a set of `NSManagedObject`.
public let NSRefreshedObjectsKey = "refreshed"

/// Objects that were invalidated one by one, a set of `NSManagedObject`.
public let NSInvalidatedObjectsKey = "invalidated"

/// The identifiers of all objects of a context that was reset.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"

/// The generation of the store that a context reads, `NSQueryGenerationToken`.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

/// The identifiers of inserted objects, a set of `NSManagedObjectID`.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"

/// The identifiers of updated objects, a set of `NSManagedObjectID`.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"

/// The identifiers of deleted objects, a set of `NSManagedObjectID`.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"

/// The identifiers of refreshed objects, a set of `NSManagedObjectID`.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"

/// The identifiers of invalidated objects, a set of `NSManagedObjectID`.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"

/// The stores that were added, an array of `NSPersistentStore`.
public let NSAddedPersistentStoresKey = "added"

/// The stores that were removed, an array of `NSPersistentStore`.
public let NSRemovedPersistentStoresKey = "removed"

/// A store whose place another one took: an array of the old store, the new one, and an array of the
/// ids of their objects, each old one followed by the new.
public let NSUUIDChangedPersistentStoresKey = "changed"

/// In a remote change: where the store is, a `URL` (observed).
public let NSPersistentStoreURLKey = "storeURL"

/// In a remote change: the history up to it, an `NSPersistentHistoryToken` (observed).
public let NSPersistentHistoryTokenKey = "historyToken"
