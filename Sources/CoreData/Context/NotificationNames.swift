/// Posted by contexts and coordinators. Where Apple's framework shows another text than the name
/// of the constant in logs, that text is used.
extension NSNotification.Name {
  /// A context's objects changed; posted by `processPendingChanges()` (B074).
  public static let NSManagedObjectContextObjectsDidChange: NSNotification.Name = {
    NotificationInterest.objects.value = true
    return NotificationInterest.didChangeName
  }()

  /// A context is about to save; `userInfo` is empty (B074).
  public static let NSManagedObjectContextWillSave = NSNotification.Name(
    "NSManagingContextWillSaveChangesNotification")

  /// A context has saved (B074).
  public static let NSManagedObjectContextDidSave: NSNotification.Name = {
    NotificationInterest.objects.value = true
    return NotificationInterest.didSaveName
  }()

  /// A context has saved; `userInfo` has identifiers instead of objects.
  public static let NSManagedObjectContextDidSaveObjectIDs: NSNotification.Name = {
    NotificationInterest.savedIDs.value = true
    return NotificationInterest.savedIDsName
  }()

  /// A context has merged changes; `userInfo` has identifiers.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = NSNotification.Name(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")

  /// A coordinator's stores changed: added, removed, or with a new UUID.
  public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// A coordinator's stores are about to change.
  public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")

  /// A coordinator is about to remove a store.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification")

  /// A store was changed by another coordinator or program; posted for stores opened with
  /// `NSPersistentStoreRemoteChangeNotificationPostOptionKey`.
  public static let NSPersistentStoreRemoteChange = NSNotification.Name(
    "NSPersistentStoreRemoteChangeNotification")

  /// Content arrived from iCloud. Never posted here; it is kept for code that observes it.
  public static let NSPersistentStoreDidImportUbiquitousContentChanges = NSNotification.Name(
    "NSPersistentStoreDidImportUbiquitousContentChangesNotification")
}
