import Foundation

/// Whether anybody can be listening to a notification that is dear to make.
///
/// The ids of all saved objects are made only for those who listen, and who listens has used the
/// notification's name: it is lazily made, and says so here.
///
/// Difference from Apple: who listens to every notification (no name given) hears of saved ids only
/// once the program has used the name.
enum NotificationInterest {
  static let savedIDs = SharedFlag()
  static let savedIDsName = NSNotification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
}
