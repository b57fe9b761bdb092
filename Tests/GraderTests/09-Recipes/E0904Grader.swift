import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `ChangeLog` writes down what a controller tells.
final class E0904Grader: Grader {
  func testEveryKind() throws {
    let bench = try Bench("09-Recipes/Recipes")
    for name in ["Bread", "Cake", "Dumplings"] { bench.insert("Recipe", ["name": name]) }
    try bench.save()
    let request = NSFetchRequest<Recipe>(entityName: "Recipe")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: bench.context, sectionNameKeyPath: nil,
      cacheName: nil)
    let log = ChangeLog()
    try attempt { try log.begin() }
    controller.delegate = log
    try controller.performFetch()
    let recipes = controller.fetchedObjects ?? []
    XCTAssertEqual(recipes.count, 3)

    var wanted: [String] = []
    func check(_ lines: String...) {
      bench.context.processPendingChanges()
      wanted += lines
      XCTAssertList(log.lines, wanted, "the log")
    }
    bench.insert("Recipe", ["name": "Chowder"])
    check("insert 2")
    recipes[2].prepTime = "20 min"
    check("update 3")
    recipes[2].name = "Apples"
    check("move 3 -> 0")
    bench.context.delete(recipes[1])
    check("delete 2")
  }
}
