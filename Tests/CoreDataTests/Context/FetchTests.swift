import SQLiteDriver
import XCTest

@testable import CoreData

/// Fetching with unsaved work, order, limits, dictionaries (the dirty fixture of case B028).
final class FetchTests: XCTestCase {
  private func dirtyStack() throws -> Stack {
    let stack = try Stack(TestModel.employees())
    let alpha = stack.insert("Employee", ["name": "alpha", "salary": 22])
    let bravo = stack.insert("Employee", ["name": "bravo", "salary": 25])
    let charlie = stack.insert("Employee", ["name": "charlie", "salary": 10])
    try stack.context.save()
    alpha.setValue(5, forKey: "salary")
    charlie.setValue(21, forKey: "salary")
    stack.context.delete(bravo)
    _ = stack.insert("Employee", ["name": "delta", "salary": 30])
    _ = stack.insert("Employee", ["name": "echo", "salary": 40])
    return stack
  }

  private func request<T>(_ type: T.Type) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Employee")
    request.predicate = NSPredicate(format: "salary > 20")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  private func names(_ objects: [NSManagedObject]) -> [String] {
    objects.compactMap { $0.value(forKey: "name") as? String }
  }

  func testAFetchSeesUnsavedWork() throws {  // B028
    let stack = try dirtyStack()
    let objects = try stack.context.fetch(request(NSManagedObject.self))
    XCTAssertEqual(names(objects), ["charlie", "delta", "echo"])
    XCTAssertEqual(objects[0].value(forKey: "salary") as? Int, 21)
  }

  func testWithoutPendingChangesMembershipIsTheFiles() throws {  // B029
    let stack = try dirtyStack()
    let request = request(NSManagedObject.self)
    request.includesPendingChanges = false
    let objects = try stack.context.fetch(request)
    XCTAssertEqual(names(objects), ["alpha", "bravo"])
    XCTAssertEqual(objects[0].value(forKey: "salary") as? Int, 5)
  }

  func testCountsFollowTheSameRule() throws {  // B030
    let stack = try dirtyStack()
    let request = request(NSManagedObject.self)
    XCTAssertEqual(try stack.context.count(for: request), 3)
    request.includesPendingChanges = false
    XCTAssertEqual(try stack.context.count(for: request), 2)
    let counting = self.request(NSNumber.self)
    counting.resultType = .countResultType
    XCTAssertEqual(try stack.context.fetch(counting), [3])
  }

  func testDictionariesNeverSeeUnsavedWork() throws {  // B031
    let stack = try dirtyStack()
    let request = request(NSDictionary.self)
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name", "salary"]
    let rows = try stack.context.fetch(request)
    XCTAssertEqual(
      rows,
      [
        ["name": "alpha" as NSString, "salary": 22 as NSNumber],
        ["name": "bravo" as NSString, "salary": 25 as NSNumber],
      ])
  }

  func testOffsetAndLimitCountUnsavedWork() throws {
    let stack = try dirtyStack()
    let request = request(NSManagedObject.self)
    request.fetchOffset = 1
    request.fetchLimit = 1
    XCTAssertEqual(names(try stack.context.fetch(request)), ["delta"])
  }

  func testOneRowOneObject() throws {  // B042
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Employee", ["name": "one"])
    try stack.context.save()
    try stack.reopen()
    let first = try stack.fetch("Employee")
    let second = try stack.fetch("Employee")
    let elsewhere = try stack.fetch("Employee", in: stack.another())
    XCTAssertTrue(first[0] === second[0])
    XCTAssertFalse(first[0] === elsewhere[0])
    XCTAssertEqual(first[0].objectID, elsewhere[0].objectID)
  }

  func testKeyPathsAndObjectsAsArguments() throws {  // B023
    let stack = try Stack(TestModel.employees())
    let a = stack.insert("Department", ["name": "A"])
    let b = stack.insert("Department", ["name": "B"])
    for (name, department) in [("x", a), ("y", a), ("z", b)] {
      _ = stack.insert("Employee", ["name": name, "department": department])
    }
    try stack.context.save()
    XCTAssertEqual(try stack.fetch("Employee", "department == %@", [a]).count, 2)
    XCTAssertEqual(try stack.fetch("Employee", "department == %@", [b.objectID]).count, 1)
    XCTAssertEqual(try stack.fetch("Department", "SELF IN %@", [[a]]).count, 1)
    XCTAssertEqual(try stack.fetch("Employee", "department.name == 'A'", sort: ["name"]).count, 2)
    XCTAssertEqual(try stack.fetch("Department", "ANY employees.name == 'z'").count, 1)
  }

  func testUnknownKeyNamesKeyAndEntity() throws {  // B022
    let stack = try Stack(TestModel.employees())
    XCTAssertThrowsError(try stack.fetch("Employee", "pid == 1")) { error in
      XCTAssertTrue(error.localizedDescription.contains("keypath pid not found in entity"))
    }
  }

  func testPrefetchingTakesOneStatementForAllOwners() throws {
    let stack = try Stack(TestModel.employees())
    for number in 0..<30 {
      let d = stack.insert("Department", ["name": "D\(number)"])
      for _ in 0..<3 { _ = stack.insert("Employee", ["name": "e", "department": d]) }
    }
    try stack.context.save()
    try stack.reopen()
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first?.engine as? SQLiteStore)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
    request.relationshipKeyPathsForPrefetching = ["employees"]
    let before = store.connection.statementCount
    let departments = try stack.context.fetch(request)
    let sizes = departments.map { ($0.value(forKey: "employees") as? NSSet)?.count ?? 0 }
    XCTAssertEqual(sizes, Array(repeating: 3, count: 30))
    XCTAssertEqual(store.connection.statementCount - before, 2)
  }
}
