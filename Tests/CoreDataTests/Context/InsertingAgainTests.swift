import XCTest

@testable import CoreData

/// Objects that have left their context and are inserted again. Truth: inferred.
final class InsertingAgainTests: XCTestCase {
  func testAnObjectWhoseDeletionWasSaved() throws {
    let stack = try Stack(TestModel.employees())
    let department = stack.insert("Department")
    let employee = stack.insert("Employee", ["name": "Ann", "department": department])
    try stack.context.save()
    let first = employee.objectID
    stack.context.delete(employee)
    try stack.context.save()
    XCTAssertNil(employee.managedObjectContext)
    stack.context.insert(employee)
    XCTAssertTrue(employee.isInserted)
    XCTAssertTrue(employee.objectID.isTemporaryID)
    XCTAssertEqual(employee.value(forKey: "name") as? String, "Ann")
    XCTAssertNil(employee.value(forKey: "department"))
    try stack.context.save()
    XCTAssertNotEqual(employee.objectID, first)
    try stack.assertSQL("SELECT ZNAME FROM ZEMPLOYEE", [["Ann"]])
    stack.context.delete(employee)
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["0"]])
  }

  func testAnObjectOfAContextThatWasReset() throws {
    let stack = try Stack(TestModel.employees())
    let employee = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    stack.context.reset()
    stack.context.insert(employee)
    XCTAssertFalse(employee.isFault)
    XCTAssertNil(employee.value(forKey: "name"))
    XCTAssertEqual(employee.value(forKey: "nickname") as? String, "buddy")
    try stack.context.save()
    try stack.assertSQL("SELECT count(*) FROM ZEMPLOYEE", [["2"]])
  }

  /// A state of the store that cannot be held is an error, and not another state.
  func testAGenerationThatCannotBeHeld() throws {
    let stack = try Stack(TestModel.employees())
    guard Stack.storeType == NSSQLiteStoreType else { throw XCTSkip("a matter of SQLite stores") }
    _ = stack.insert("Employee")
    try stack.context.save()
    let context = stack.another()
    try context.setQueryGenerationFrom(.current)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: stack.url.path + suffix)
    }
    XCTAssertThrowsError(try stack.fetch("Employee", in: context))
    XCTAssertThrowsError(
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Employee")))
  }
}
