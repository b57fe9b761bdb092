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
}
