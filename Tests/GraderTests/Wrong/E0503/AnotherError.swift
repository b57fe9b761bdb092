import CoreData
import Workbook

/// # A rule between two values
///
/// A model can say what one value must be. That a booking ends after it starts is a rule between two,
/// and the class must look after it. Let `validateTimes()` throw an `NSError` of the domain
/// `NSCocoaErrorDomain` with the code `NSManagedObjectValidationError` when the booking does not end
/// later than it starts, with the object under `NSValidationObjectErrorKey` and the name of the
/// property that is wrong, "ends", under `NSValidationKeyErrorKey`. A booking that lacks one of the two
/// times is fine. See to it that both an insertion and an update are refused by `save()`, and that the
/// model's own rules still hold.
class Booking: NSManagedObject {
  @NSManaged var ends: Date?
  @NSManaged var room: String?
  @NSManaged var starts: Date?

  func validateTimes() throws {
    guard let starts, let ends, ends <= starts else { return }
    throw NSError(
      domain: NSCocoaErrorDomain, code: NSValidationDateTooSoonError,
      userInfo: [
        NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: "ends",
        NSLocalizedDescriptionKey: "A booking must end after it starts.",
      ])
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    try validateTimes()
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    try validateTimes()
  }
}
