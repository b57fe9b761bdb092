import CoreData
import Workbook

/// # A log of changes
///
/// Be the delegate of a fetched results controller and write down what it tells, a line for each
/// object: `insert 2`, `delete 0`, `move 1 -> 0`, `update 3`, with rows as numbers (there is one
/// section). The lines stand in `lines`, in the order in which they came.
///
/// Complete the class; you may give it what it needs.
final class ChangeLog: NSObject, NSFetchedResultsControllerDelegate {
  var lines: [String] = []

  /// Stands for all that is still to be written: let it do nothing when it is.
  func begin() throws {
    try todo()
  }
}
