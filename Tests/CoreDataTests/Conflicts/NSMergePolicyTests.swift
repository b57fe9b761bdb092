import XCTest

@testable import CoreData

/// Two contexts on one coordinator that change the same row.
final class NSMergePolicyTests: XCTestCase {
  private struct Conflict {
    let stack: AnyStack
    let second: NSManagedObjectContext
    let theirs: NSManagedObject
    let mine: NSManagedObject

    init(_ type: String) throws {
      stack = try AnyStack(type, TestModel.employees())
      theirs = stack.insert("Employee", ["name": "Alice", "salary": 10])
      try stack.context.save()
      second = stack.another()
      mine = second.object(with: theirs.objectID)
      _ = mine.value(forKey: "name")
    }

    func saveTheirs(_ values: [String: Any]) throws {
      for (key, value) in values { theirs.setValue(value, forKey: key) }
      try stack.context.save()
    }

    func saveMine(_ values: [String: Any], _ policy: NSMergePolicy) throws {
      for (key, value) in values { mine.setValue(value, forKey: key) }
      second.mergePolicy = policy
      try second.save()
    }

    /// What a fresh context finds.
    func stored() throws -> [NSManagedObject] {
      try stack.another().fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee"))
    }
  }

  private func forEachStore(_ body: (Conflict) throws -> Void) throws {
    for type in [NSInMemoryStoreType, NSSQLiteStoreType] { try body(Conflict(type)) }
  }

  /// B069.
  func testTheDefaultPolicyReportsTheConflict() throws {
    try forEachStore { conflict in
      try conflict.saveTheirs(["name": "FromCtx1"])
      XCTAssertThrowsError(try conflict.saveMine(["name": "FromCtx2"], .error)) { error in
        let error = error as NSError
        XCTAssertEqual(error.domain, NSCocoaErrorDomain)
        XCTAssertEqual(error.code, 133_020)
        XCTAssertEqual(error.localizedDescription, "Could not merge changes.")
        let list = error.userInfo["conflictList"] as? [NSMergeConflict]
        XCTAssertEqual(list?.count, 1)
        XCTAssertTrue(list?.first?.sourceObject === conflict.mine)
        XCTAssertEqual(list?.first?.objectSnapshot?["name"] as? String, "Alice")
        let other = list?.first?.cachedSnapshot ?? list?.first?.persistedSnapshot
        XCTAssertEqual(other?["name"] as? String, "FromCtx1")
        XCTAssertEqual(list?.first?.newVersionNumber, 2)
        XCTAssertEqual(list?.first?.oldVersionNumber, 1)
        XCTAssertEqual((error as? CocoaError)?.persistentStoreSaveConflicts?.count, 1)
      }
      XCTAssertEqual(conflict.mine.value(forKey: "name") as? String, "FromCtx2")
    }
  }

  /// B070 (a).
  func testStoreTrumpsByProperty() throws {
    try forEachStore { conflict in
      try conflict.saveTheirs(["name": "FromCtx1"])
      try conflict.saveMine(["name": "FromCtx2", "salary": 99], .mergeByPropertyStoreTrump)
      for object in try conflict.stored() + [conflict.mine] {
        XCTAssertEqual(object.value(forKey: "name") as? String, "FromCtx1")
        XCTAssertEqual(object.value(forKey: "salary") as? Int, 99)
      }
    }
  }

  /// B070 (b).
  func testObjectTrumpsByProperty() throws {
    try forEachStore { conflict in
      try conflict.saveTheirs(["name": "FromCtx1", "salary": 50])
      try conflict.saveMine(["name": "FromCtx2"], .mergeByPropertyObjectTrump)
      for object in try conflict.stored() + [conflict.mine] {
        XCTAssertEqual(object.value(forKey: "name") as? String, "FromCtx2")
        XCTAssertEqual(object.value(forKey: "salary") as? Int, 50)
      }
    }
  }

  /// Documented: the entire object is saved.
  func testOverwriteSavesTheWholeObject() throws {
    try forEachStore { conflict in
      try conflict.saveTheirs(["name": "FromCtx1", "salary": 50])
      try conflict.saveMine(["name": "FromCtx2"], .overwrite)
      for object in try conflict.stored() + [conflict.mine] {
        XCTAssertEqual(object.value(forKey: "name") as? String, "FromCtx2")
        XCTAssertEqual(object.value(forKey: "salary") as? Int, 10)
      }
    }
  }

  /// Documented: unsaved changes are discarded.
  func testRollbackDiscardsChanges() throws {
    try forEachStore { conflict in
      try conflict.saveTheirs(["name": "FromCtx1"])
      try conflict.saveMine(["name": "FromCtx2", "salary": 99], .rollback)
      for object in try conflict.stored() + [conflict.mine] {
        XCTAssertEqual(object.value(forKey: "name") as? String, "FromCtx1")
        XCTAssertEqual(object.value(forKey: "salary") as? Int, 10)
      }
      XCTAssertFalse(conflict.second.hasChanges)
    }
  }

  /// Inferred: the policies of the store accept a deletion, those of the object undo it.
  func testARowThatWasDeletedMeanwhile() throws {
    for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .rollback] {
      try forEachStore { conflict in
        conflict.stack.context.delete(conflict.theirs)
        try conflict.stack.context.save()
        try conflict.saveMine(["salary": 99], policy)
        XCTAssertEqual(try conflict.stored().count, 0)
      }
    }
    for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
      try forEachStore { conflict in
        conflict.stack.context.delete(conflict.theirs)
        try conflict.stack.context.save()
        try conflict.saveMine(["salary": 99], policy)
        XCTAssertEqual(try conflict.stored().map { $0.value(forKey: "salary") as? Int }, [99])
        XCTAssertEqual(try conflict.stored().map { $0.value(forKey: "name") as? String }, ["Alice"])
      }
    }
  }

  func testAPolicyOfOnesOwnDecides() throws {
    final class Summing: NSMergePolicy, @unchecked Sendable {
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        for conflict in list {
          let theirs = (conflict.cachedSnapshot ?? conflict.persistedSnapshot)?["salary"] as? Int
          let mine = conflict.sourceObject.value(forKey: "salary") as? Int
          conflict.sourceObject.setValue((theirs ?? 0) + (mine ?? 0), forKey: "salary")
        }
        try super.resolve(optimisticLockingConflicts: list)
      }
    }
    try forEachStore { conflict in
      try conflict.saveTheirs(["salary": 20])
      try conflict.saveMine(
        ["salary": 5], Summing(merge: .mergeByPropertyObjectTrumpMergePolicyType))
      XCTAssertEqual(try conflict.stored().map { $0.value(forKey: "salary") as? Int }, [25])
    }
  }

  func testThePoliciesAreShared() {
    XCTAssertTrue(NSErrorMergePolicy === NSMergePolicy.error)
    XCTAssertTrue(NSOverwriteMergePolicy === NSMergePolicy.overwrite)
    XCTAssertTrue(NSRollbackMergePolicy === NSMergePolicy.rollback)
    XCTAssertTrue(
      NSMergeByPropertyStoreTrumpMergePolicy === NSMergePolicy.mergeByPropertyStoreTrump)
    XCTAssertTrue(
      NSMergeByPropertyObjectTrumpMergePolicy === NSMergePolicy.mergeByPropertyObjectTrump)
    XCTAssertEqual(NSMergePolicy.rollback.mergeType, .rollbackMergePolicyType)
    XCTAssertEqual(NSMergePolicyType.allCases.map(\.rawValue), [0, 1, 2, 3, 4])
  }
}
