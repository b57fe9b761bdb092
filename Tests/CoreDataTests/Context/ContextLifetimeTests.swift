import XCTest

@testable import CoreData

final class ContextLifetimeTests: XCTestCase {
  /// Objects that were saved are known by two keys, and objects that only a relationship holds die
  /// with its owner's relations: a context that goes must touch no object that is gone.
  func testAContextGoesWhileRelationshipsHoldItsObjects() throws {
    for _ in 0..<20 {
      let stack = try AnyStack(NSInMemoryStoreType, TestModel.league())
      let team = stack.insert("Team")
      for number in 1...20 { stack.insert("Player", ["number": number, "team": team]) }
      try stack.context.save()
      try stack.reopen()
      XCTAssertNil(team.managedObjectContext)
      XCTAssertFalse(team.objectID.isTemporaryID)
    }
  }

  /// Who has a reference to a context does not keep it alive, and finds none once it goes.
  func testAReferenceKeepsNoContextAlive() throws {
    let stack = try AnyStack(NSInMemoryStoreType, TestModel.league())
    var reference: ContextReference?
    try within {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = stack.coordinator
      reference = context.ownReference
      XCTAssertTrue(reference?.context === context)
      XCTAssertTrue(stack.coordinator.contexts.all.contains { $0 === context })
    }
    XCTAssertNil(reference?.context)
    XCTAssertEqual(stack.coordinator.contexts.all.count, 1)
  }

  /// A context may go on one thread while others ask for it: they get it whole, or not at all.
  func testContextsGoWhileOthersAskForThem() throws {
    let stack = try AnyStack(NSInMemoryStoreType, TestModel.league())
    let coordinator = stack.coordinator
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for turn in 0..<500 {
        if number < 2 {
          let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
          context.name = "\(turn)"
          context.persistentStoreCoordinator = coordinator
        } else {
          for context in coordinator.contexts.all {
            XCTAssertFalse(context.automaticallyMergesChangesFromParent)
          }
        }
      }
    }
    XCTAssertEqual(coordinator.contexts.all.count, 1)
  }

  /// An action that was recorded for a context does nothing once the context is gone.
  func testUndoOfAContextThatIsGoneDoesNothing() throws {
    let manager = UndoManager()
    let stack = try AnyStack(NSInMemoryStoreType, TestModel.league())
    try within {
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = stack.coordinator
      context.undoManager = manager
      _ = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      context.processPendingChanges()
    }
    XCTAssertTrue(manager.canUndo)
    manager.undo()
  }

  private func within(_ body: () throws -> Void) throws { try body() }
}
