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

  func begin() throws {}

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let old = row(indexPath)
    let new = row(newIndexPath)
    switch type {
    case .insert: lines.append("insert \(old)")
    case .delete: lines.append("delete \(old)")
    case .move: lines.append("move \(old) -> \(new)")
    case .update: lines.append("update \(old)")
    @unknown default: break
    }
  }

  private func row(_ indexPath: IndexPath?) -> Int { indexPath?.last ?? -1 }
}
