import Foundation

/// Whether anybody can be listening to a notification that is dear to make.
///
/// A set of all saved objects costs a tenth of saving them, and their ids cost more. They are made only
/// for those who listen, and who listens has used a notification's name: it is lazily made, and says so
/// here. The library itself posts by the names below.
///
/// Difference from Apple: who listens to every notification (no name given) sees the objects, and
/// hears of saved ids, only once the program has used the names.
enum NotificationInterest {
  /// Whether anybody can be looking for the objects in what changes and saves announce.
  static let objects = SharedFlag()
  static let didChangeName = NSNotification.Name("NSObjectsChangedInManagingContextNotification")
  static let didSaveName = NSNotification.Name("NSManagingContextDidSaveChangesNotification")

  static let savedIDs = SharedFlag()
  static let savedIDsName = NSNotification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
}
