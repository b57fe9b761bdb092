import CoreData
import Workbook

/// # When saving fails
///
/// Try to save the context. Return nil if it worked. If not, give up all drafts, so that the
/// context has no changes any more, and return the code of the error (1570 for a missing value).
/// This function itself does not throw because of what is in the context.
func trySaving(_ context: NSManagedObjectContext) throws -> Int? {
  try todo()
}
