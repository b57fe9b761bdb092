import XCTest

@testable import CoreData

/// How long a fetched results controller lives, and which one a delegate hears from.
final class FetchedResultsLifetimeTests: XCTestCase {
  private final class Listener: NSFetchedResultsControllerDelegate {
    var heard: [NSFetchedResultsController<any NSFetchRequestResult>] = []

    func controllerDidChangeContent(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { heard.append(controller) }
  }

  private func controller<Result>(
    _ stack: Stack, _ type: Result.Type = Result.self
  ) throws -> NSFetchedResultsController<Result> {
    let request = NSFetchRequest<Result>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: nil,
      cacheName: nil)
  }

  /// A controller that nobody holds any more is gone, though its delegate is still there: a program
  /// that replaces its controller must not hear from the old one.
  func testAControllerGoesWithItsLastHolder() throws {
    let stack = try Stack(TestModel.employees())
    let listener = Listener()
    weak var typed: NSFetchedResultsController<NSManagedObject>?
    weak var plain: NSFetchedResultsController<any NSFetchRequestResult>?
    try {
      let first = try controller(stack, NSManagedObject.self)
      let second = try controller(stack, (any NSFetchRequestResult).self)
      (typed, plain) = (first, second)
      first.delegate = listener
      second.delegate = listener
      try first.performFetch()
      try second.performFetch()
      _ = stack.insert("Employee")
      stack.context.processPendingChanges()
      XCTAssertEqual(listener.heard.count, 2)
    }()
    listener.heard = []
    XCTAssertNil(typed)
    XCTAssertNil(plain)
    _ = stack.insert("Employee")
    stack.context.processPendingChanges()
    XCTAssertEqual(listener.heard.count, 0)
  }

  func testADelegateTellsItsControllersApart() throws {
    let stack = try Stack(TestModel.employees())
    let listener = Listener()
    let first = try controller(stack, NSManagedObject.self)
    let second = try controller(stack, NSManagedObject.self)
    first.delegate = listener
    try first.performFetch()
    _ = stack.insert("Employee")
    stack.context.processPendingChanges()
    let heard = try XCTUnwrap(listener.heard.first)
    XCTAssertTrue(heard == first)
    XCTAssertFalse(heard == second)
    XCTAssertTrue(Set([heard as NSObject]).contains(first))
  }
}
