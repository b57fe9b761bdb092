import XCTest

@testable import CoreData

/// A save that a conflict refuses writes nothing, whichever of its parts met the conflict.
///
/// Documented (`NSManagedObjectContext.save()`): a save is one transaction.
final class RefusedSaveTests: XCTestCase {
  private func forEachStore(_ body: (AnyStack) throws -> Void) throws {
    for type in [NSInMemoryStoreType, NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType] {
      try body(AnyStack(type, TestModel.employees()))
    }
  }

  /// Found by a hostile test: the deletion's conflict ended the transaction, and what followed was
  /// written without one.
  func testADeletionsConflictKeepsTheRestFromBeingWritten() throws {
    try forEachStore { stack in
      let gone = stack.insert("Employee", ["name": "gone"])
      let kept = stack.insert("Employee", ["name": "kept", "salary": 1])
      let rival = stack.insert("Employee", ["name": "rival", "salary": 1])
      try stack.context.save()
      let context = stack.context
      let other = stack.another()
      for object in [gone, rival] {
        other.object(with: object.objectID).setValue("changed", forKey: "nickname")
      }
      stack.context.delete(gone)
      kept.setValue(2, forKey: "salary")
      kept.setValue(stack.insert("Department"), forKey: "department")
      rival.setValue(2, forKey: "salary")
      try other.save()

      XCTAssertThrowsError(try context.save()) { error in
        let list = (error as NSError).userInfo["conflictList"] as? [NSMergeConflict]
        XCTAssertEqual(
          Set(list?.map(\.sourceObject) ?? []), [gone, rival], "every conflict is told at once")
      }
      // What the file holds, not what the row cache remembers.
      try stack.reopen()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.predicate = NSPredicate(format: "name == 'kept'")
      let found = try XCTUnwrap(try stack.context.fetch(request).first)
      XCTAssertEqual(found.value(forKey: "salary") as? Int, 1, stack.type)
      XCTAssertNil(found.value(forKey: "department"))

      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      try stack.reopen()
      let all = try stack.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee"))
      XCTAssertEqual(Set(all.map { $0.value(forKey: "name") as? String }), ["kept", "rival"])
      XCTAssertEqual(all.map { $0.value(forKey: "salary") as? Int }, [2, 2])
    }
  }
}
