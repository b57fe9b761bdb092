import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `ChangeLog` writes down what a controller tells.
final class E0904Grader: Grader {
  func testEveryKind() throws {
    var data = UnseenData()
    let words = data.words(12)
    let bench = try Bench("09-Recipes/Recipes")
    for name in words[..<5] { bench.insert("Recipe", ["name": name]) }
    try bench.save()
    let controller = self.controller(bench.context)
    let log = ChangeLog()
    try attempt { try log.begin() }
    controller.delegate = log
    try controller.performFetch()
    XCTAssertEqual(controller.fetchedObjects?.count, 5)

    var wanted: [String] = []
    // Each kind at least once, then in no order.
    let kinds = [0, 1, 2, 3] + (0..<6).map { _ in Int.random(in: 0...3, using: &data) }
    for (step, kind) in kinds.enumerated() {
      let rows = controller.fetchedObjects ?? []
      let row = Int.random(in: rows.indices, using: &data)
      switch kind {
      case 0:
        let name = step < 7 ? words[5 + step] : "\(step)"
        bench.insert("Recipe", ["name": name])
        let before = rows.filter { ($0.name ?? "") < name }.count
        wanted.append("insert \(before)")
      case 1:
        rows[row].prepTime = "\(step) min"
        wanted.append("update \(row)")
      case 2:
        // To the other end of the list.
        let goesUp = row >= rows.count / 2
        rows[row].name = goesUp ? "!\(100 - step)" : "~\(100 + step)"
        wanted.append("move \(row) -> \(goesUp ? 0 : rows.count - 1)")
      default:
        bench.context.delete(rows[row])
        wanted.append("delete \(row)")
      }
      bench.context.processPendingChanges()
      XCTAssertList(log.lines, wanted, "the log")
      guard log.lines == wanted else { return }
    }
  }

  private func controller(
    _ context: NSManagedObjectContext
  ) -> NSFetchedResultsController<Recipe> {
    let request = NSFetchRequest<Recipe>(entityName: "Recipe")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
      cacheName: nil)
  }
}
