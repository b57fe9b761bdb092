import XCTest

@testable import CoreData

/// The n-th write of a save fails, for every n: a typed error, the context as before, the file
/// intact, and the next save goes through.
final class FailingWriteTests: XCTestCase {
  override func tearDown() { FailingFiles.disarm() }

  private func values(_ objects: [NSManagedObject]) -> [String] {
    objects.map { object in
      let own = ["name", "salary"].map { "\(object.value(forKey: $0) ?? "nil")" }
      let department = object.value(forKey: "department") as? NSManagedObject
      return (own + [department?.shortName ?? "nil"]).joined(separator: "|")
    }
  }

  /// What a new stack reads in the file.
  private func file(_ stack: Stack) throws -> [[String]] {
    let verdict = try stack.sql("PRAGMA integrity_check")
    XCTAssertEqual(verdict, [["ok"]])
    return try stack.sql(
      "SELECT ZNAME, ZSALARY, ZDEPARTMENT, Z_OPT FROM ZEMPLOYEE ORDER BY Z_PK")
      + stack.sql("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
  }

  func testTheNthWriteOfASaveFails() throws {
    FailingFiles.install
    let stack = try Stack(TestModel.employees())
    let d = stack.insert("Department", ["name": "D"])
    var kept = (0..<12).map { stack.insert("Employee", ["name": "e\($0)", "salary": $0]) }
    try stack.context.save()
    var failures = 0
    for n in 0..<300 {
      // As many go as come, so that every save writes about as much.
      for doomed in kept.suffix(2) { stack.context.delete(doomed) }
      kept.removeLast(2)
      for object in kept {
        object.setValue(String(repeating: "x\(n)", count: 40), forKey: "name")
        object.setValue(d, forKey: "department")
      }
      let new = (0..<2).map { stack.insert("Employee", ["name": "new \(n) \($0)"]) }
      stack.context.processPendingChanges()
      let before = try file(stack)
      let sets = [
        stack.context.insertedObjects, stack.context.updatedObjects, stack.context.deletedObjects,
      ]
      let wanted = values(kept + new)
      FailingFiles.arm(after: n)
      let error = nsError { try stack.context.save() }
      let hasFailed = FailingFiles.hasFailed
      FailingFiles.disarm()
      if let error {
        failures += 1
        XCTAssertTrue(
          [NSCocoaErrorDomain, "NSSQLiteErrorDomain"].contains(error.domain), "\(error)")
        XCTAssertEqual(
          sets,
          [
            stack.context.insertedObjects, stack.context.updatedObjects,
            stack.context.deletedObjects,
          ], "write \(n)")
        XCTAssertTrue(new.allSatisfy { $0.objectID.isTemporaryID })
        XCTAssertEqual(values(kept + new), wanted, "write \(n)")
        XCTAssertEqual(try file(stack), before, "write \(n)")
        XCTAssertNoThrow(try stack.context.save(), "after write \(n)")
      }
      XCTAssertEqual(values(kept + new), wanted)
      XCTAssertFalse(stack.context.hasChanges)
      XCTAssertEqual(
        try stack.fetch("Employee", sort: ["name"], in: stack.another()).count,
        kept.count + new.count)
      kept = new + kept
      if (testRun?.failureCount ?? 0) > 0 { return }
      if error == nil && !hasFailed { break }
    }
    XCTAssertGreaterThan(failures, 5)
  }

  func testTheNthWriteOfMakingAStoreFails() throws {
    FailingFiles.install
    let model = TestModel.employees()
    var failures = 0
    for n in 0..<500 {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "corebook-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("new.sqlite")
      FailingFiles.arm(after: n)
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let error = nsError {
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      }
      FailingFiles.disarm()
      guard error != nil else { break }
      failures += 1
      XCTAssertTrue(coordinator.persistentStores.isEmpty)
      XCTAssertNoThrow(
        try coordinator.addPersistentStore(
          ofType: NSSQLiteStoreType, configurationName: nil, at: url), "after write \(n)")
      if (testRun?.failureCount ?? 0) > 0 { return }
    }
    XCTAssertGreaterThan(failures, 1)
  }
}
