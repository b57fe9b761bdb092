import XCTest

@testable import CoreData

/// Insert, relate, save, fetch, delete, undo on an SQLite store.
final class GraphTests: XCTestCase {
  func testOrgChartIsSavedAndFoundAfterRelaunch() throws {
    let stack = try Stack(TestModel.orgChart())
    let company = stack.insert("Organization", ["name": "MyCompany, Inc.", "id": -19904])
    let john = stack.insert("Person", ["name": "John", "id": -28989])
    let jane = stack.insert("Person", ["name": "Jane", "id": 6050])
    let bill = stack.insert("Person", ["name": "Bill", "id": 28151])
    company.setValue(john, forKey: "leader")
    john.setValue(NSSet(array: [jane, bill]), forKey: "employees")
    try stack.context.save()
    XCTAssertEqual(jane.objectID.shortName, "Person/p2")
    XCTAssertEqual(
      try stack.sql(
        "select Z_PK, Z_ENT, Z_OPT, ZID, Z2EMPLOYEES, ZNAME from ZPERSON order by Z_PK"),
      [
        ["1", "2", "1", "-28989", "", "John"], ["2", "2", "1", "6050", "1", "Jane"],
        ["3", "2", "1", "28151", "1", "Bill"],
      ])
    XCTAssertEqual(try stack.sql("PRAGMA integrity_check"), [["ok"]])
    try stack.reopen()
    let found = try stack.fetch("Organization")
    XCTAssertEqual(found.count, 1)
    let leader = found[0].value(forKey: "leader") as? NSManagedObject
    XCTAssertEqual(leader?.value(forKey: "name") as? String, "John")
    let employees = leader?.value(forKey: "employees") as? Set<NSManagedObject>
    XCTAssertEqual(
      Set((employees ?? []).compactMap { $0.value(forKey: "name") as? String }), ["Jane", "Bill"])
  }

  func testBothSidesFollowOneAssignment() throws {  // B055
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department", ["name": "A"])
    let b = stack.insert("Department", ["name": "B"])
    let e = stack.insert("Employee", ["name": "e", "department": a])
    try stack.context.save()
    e.setValue(b, forKey: "department")
    XCTAssertEqual(a.value(forKey: "employees") as? Set<NSManagedObject>, [])
    XCTAssertEqual(b.value(forKey: "employees") as? Set<NSManagedObject>, [e])
    e.setValue(nil, forKey: "department")
    XCTAssertEqual(b.value(forKey: "employees") as? Set<NSManagedObject>, [])
    a.setValue(Set([e]), forKey: "employees")
    XCTAssertEqual(e.value(forKey: "department") as? NSManagedObject, a)
    a.setValue(NSSet(), forKey: "employees")
    XCTAssertNil(e.value(forKey: "department"))
  }

  func testUndoOfASavedDeletionBringsTheObjectBack() throws {
    let stack = try Stack(TestModel.courses(), undo: true)
    let algebra = stack.insert("Course", ["title": "Algebra"])
    let noether = stack.insert("Teacher", ["name": "Noether"])
    noether.setValue(Set([algebra]), forKey: "courses")
    try stack.context.save()
    stack.context.undoManager?.closeEventGroup()
    stack.context.delete(algebra)
    try stack.context.save()
    stack.context.undoManager?.closeEventGroup()
    XCTAssertEqual(try stack.sql("select count(*) from ZCOURSE"), [["0"]])
    XCTAssertEqual(try stack.sql("select count(*) from Z_1TEACHERS"), [["0"]])
    stack.context.undo()
    try stack.context.save()
    XCTAssertEqual(try stack.sql("select ZTITLE from ZCOURSE"), [["Algebra"]])
    XCTAssertEqual(try stack.sql("select count(*) from Z_1TEACHERS"), [["1"]])
    XCTAssertEqual(noether.value(forKey: "courses") as? Set<NSManagedObject>, [algebra])
  }

  func testCascadeNeedsNoPriorAccess() throws {  // B060
    let stack = try Stack(TestModel.employees(deleteRule: .cascadeDeleteRule))
    let a = stack.insert("Department", ["name": "A"])
    for name in ["x", "y"] { _ = stack.insert("Employee", ["name": name, "department": a]) }
    try stack.context.save()
    try stack.reopen()
    let found = try XCTUnwrap(stack.fetch("Department").first)
    stack.context.delete(found)
    try stack.context.save()
    XCTAssertEqual(try stack.sql("select count(*) from ZEMPLOYEE"), [["0"]])
    XCTAssertEqual(try stack.sql("select count(*) from ZDEPARTMENT"), [["0"]])
  }

  func testDenyIsLiftedWhenTheOtherGoesToo() throws {  // B050, B061
    let stack = try Stack(TestModel.employees(deleteRule: .denyDeleteRule))
    let a = stack.insert("Department", ["name": "A"])
    let e = stack.insert("Employee", ["name": "e", "department": a])
    try stack.context.save()
    stack.context.delete(a)
    for _ in 0..<2 {
      XCTAssertThrowsError(try stack.context.save()) { error in
        XCTAssertEqual((error as NSError).code, NSValidationRelationshipDeniedDeleteError)
        XCTAssertEqual((error as NSError).userInfo[NSValidationKeyErrorKey] as? String, "employees")
      }
    }
    XCTAssertTrue(stack.context.hasChanges)
    XCTAssertEqual(stack.context.deletedObjects, [a])
    stack.context.delete(e)
    try stack.context.save()
    XCTAssertEqual(try stack.sql("select count(*) from ZDEPARTMENT"), [["0"]])
  }

  func testConflictIsReportedAndSettledByPolicy() throws {  // B069, B070
    let stack = try Stack(TestModel.employees())
    let mine = stack.insert("Employee", ["name": "Alice", "salary": 1])
    try stack.context.save()
    let other = stack.another()
    let theirs = try XCTUnwrap(try stack.fetch("Employee", in: other).first)
    theirs.setValue("FromCtx1", forKey: "name")
    try other.save()
    mine.setValue("FromCtx2", forKey: "name")
    mine.setValue(99, forKey: "salary")
    XCTAssertThrowsError(try stack.context.save()) { error in
      XCTAssertEqual((error as NSError).code, 133_020)
    }
    stack.context.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
    try stack.context.save()
    XCTAssertEqual(mine.value(forKey: "name") as? String, "FromCtx1")
    XCTAssertEqual(mine.value(forKey: "salary") as? Int, 99)
  }

  func testRequiredValueIsReported() throws {  // B062
    let stack = try Stack(TestModel.employees(nameIsRequired: true))
    let e = stack.insert("Employee")
    XCTAssertThrowsError(try stack.context.save()) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSValidationMissingMandatoryPropertyError)
      XCTAssertEqual(error.userInfo[NSValidationKeyErrorKey] as? String, "name")
      XCTAssertTrue(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === e)
      XCTAssertEqual(error.localizedDescription, "name is a required value.")
    }
  }

  func testAChildSavesIntoItsParent() throws {  // B072
    let stack = try Stack(TestModel.employees())
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = stack.context
    let d = NSEntityDescription.insertNewObject(forEntityName: "Department", into: child)
    let e = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
    e.setValue("kid", forKey: "name")
    e.setValue(d, forKey: "department")
    try child.save()
    XCTAssertEqual(try stack.sql("select count(*) from ZEMPLOYEE"), [["0"]])
    XCTAssertEqual(stack.context.insertedObjects.count, 2)
    try stack.context.save()
    XCTAssertEqual(try stack.sql("select ZNAME, ZDEPARTMENT from ZEMPLOYEE"), [["kid", "1"]])
  }

  func testObserverHearsOldAndNewValue() throws {
    let stack = try Stack(TestModel.employees())
    let e = stack.insert("Employee", ["name": "before"])
    var heard: [String] = []
    let token = e.observe("name", options: [.old, .new]) { _, change in
      heard.append("\(change.oldValue ?? "nil") -> \(change.newValue ?? "nil")")
    }
    e.setValue("after", forKey: "name")
    token.invalidate()
    e.setValue("later", forKey: "name")
    XCTAssertEqual(heard, ["before -> after"])
  }

  func testAnUnsavedObjectFindsItsSavedPartnerAgain() throws {
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Department", ["name": "A"])
    try stack.context.save()
    try stack.reopen()
    let e = stack.insert("Employee", ["name": "e"])
    do {
      let found = try XCTUnwrap(try stack.fetch("Department").first)
      e.setValue(found, forKey: "department")
      stack.context.refresh(found, mergeChanges: false)
    }
    XCTAssertEqual(e.value(forKeyPath: "department.name") as? String, "A")
  }
}
