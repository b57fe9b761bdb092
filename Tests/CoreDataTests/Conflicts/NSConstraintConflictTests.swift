import XCTest

@testable import CoreData

/// Conflicts of uniqueness constraints, settled on objects of a context (B071; which object
/// remains is inferred).
final class NSConstraintConflictTests: XCTestCase {
  private func makeStack() throws -> AnyStack {
    try AnyStack(NSInMemoryStoreType, TestModel.employees())
  }

  private func conflict(
    _ database: NSManagedObject?, _ others: [NSManagedObject]
  ) -> NSConstraintConflict {
    NSConstraintConflict(
      constraint: ["name"], databaseObject: database,
      databaseSnapshot: database?.committedValues(forKeys: nil), conflictingObjects: others,
      conflictingSnapshots: others.map { _ in [:] })
  }

  func testAConflictSaysWhichValuesAreShared() throws {
    let stack = try makeStack()
    let one = stack.insert("Employee", ["name": "A"])
    let two = stack.insert("Employee", ["name": "A"])
    let conflict = conflict(nil, [one, two])
    XCTAssertEqual(conflict.constraintValues["name"] as? String, "A")
    XCTAssertNil(conflict.databaseObject)
    XCTAssertEqual(conflict.conflictingObjects, [one, two])
    XCTAssertThrowsError(try NSMergePolicy.error.resolve(constraintConflicts: [conflict])) {
      XCTAssertEqual(($0 as NSError).code, 133_021)
      XCTAssertEqual(
        (($0 as NSError).userInfo["conflictList"] as? [NSConstraintConflict])?.count, 1)
      XCTAssertEqual(
        ($0 as NSError).localizedFailureReason, "Several objects have the same values: name = A.")
    }
  }

  /// Snapshots are of any type in Apple's initialiser; what is no dictionary is none.
  func testSnapshotsOfAnyType() throws {
    let stack = try makeStack()
    let one = stack.insert("Employee", ["name": "A"])
    let two = stack.insert("Employee", ["name": "A"])
    let conflict = NSConstraintConflict(
      constraint: ["name"], database: nil, databaseSnapshot: nil, conflicting: [one, two],
      conflictingSnapshots: [NSNull(), ["name": "B"]])
    XCTAssertEqual(conflict.conflictingSnapshots.map(\.count), [0, 1])
    XCTAssertEqual(conflict.conflictingSnapshots[1]["name"] as? String, "B")
  }

  func testOfUnsavedObjectsOneRemains() throws {
    for (policy, survivor) in [
      (NSMergePolicy.mergeByPropertyObjectTrump, 1), (.overwrite, 1),
      (.mergeByPropertyStoreTrump, 0), (.rollback, 0),
    ] {
      let stack = try makeStack()
      let objects = (0..<2).map { stack.insert("Employee", ["name": "A", "salary": $0]) }
      try policy.resolve(mergeConflicts: [conflict(nil, objects)])
      XCTAssertFalse(objects[survivor].isDeleted)
      XCTAssertTrue(objects[1 - survivor].isDeleted)
      try stack.context.save()
      XCTAssertEqual(
        try stack.fetch("Employee").map { $0.value(forKey: "salary") as? Int }, [survivor])
    }
  }

  func testTheStoredObjectRemainsWithTheValuesOfTheWinner() throws {
    for (policy, salary, note) in [
      (NSMergePolicy.mergeByPropertyObjectTrump, 2, "kept"), (.overwrite, 2, nil),
      (.mergeByPropertyStoreTrump, 1, "kept"), (.rollback, 1, "kept"),
    ] as [(NSMergePolicy, Int, String?)] {
      let stack = try makeStack()
      let stored = stack.insert("Employee", ["name": "A", "salary": 1, "nickname": "kept"])
      try stack.context.save()
      let new = stack.insert("Employee", ["name": "A", "salary": 2])
      new.setValue(nil, forKey: "nickname")
      try policy.resolve(mergeConflicts: [conflict(stored, [new])])
      try stack.context.save()
      let found = try stack.fetch("Employee")
      XCTAssertEqual(found.count, 1)
      XCTAssertEqual(found.first?.objectID, stored.objectID)
      XCTAssertEqual(found.first?.value(forKey: "salary") as? Int, salary)
      XCTAssertEqual(found.first?.value(forKey: "nickname") as? String, note)
    }
  }
}
