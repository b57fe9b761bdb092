import CoreData
import XCTest

/// The behaviour cases of predicates and sorting, through a context on an SQLite store.
final class PredicateFetchTests: XCTestCase {
  private func makeStack() throws -> Stack {
    let stack = try Stack(TestModel.employees())
    let sales = stack.insert("Department", ["name": "sales"])
    let tech = stack.insert("Department", ["name": "tech"])
    _ = stack.insert("Department", ["name": "empty"])
    func hire(_ name: String?, _ salary: Int, _ home: NSManagedObject?, _ seconds: Double) {
      let employee = stack.insert("Employee", ["salary": salary])
      employee.setValue(name, forKey: "name")
      employee.setValue(home, forKey: "department")
      employee.setValue(
        Date(timeIntervalSinceReferenceDate: seconds), forKey: "hireDate")
    }
    hire("Ann", 10, sales, 1000)
    hire("Bob", 90, sales, 2000)
    hire("Café con Leche", 3, tech, 3000)
    hire(nil, 5, nil, 4000)
    try stack.context.save()
    stack.context.reset()
    return stack
  }

  private func names(
    _ stack: Stack, _ format: String, _ arguments: [Any] = [], _ entity: String = "Employee"
  ) throws -> [String] {
    try stack.fetch(entity, format, arguments)
      .map { $0.value(forKey: "name") as? String ?? "nil" }.sorted()
  }

  private func assertRefused(
    _ stack: Stack, _ entity: String, _ format: String, _ reason: String,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertThrowsError(try stack.fetch(entity, format), file: file, line: line) { error in
      XCTAssertTrue(
        error.localizedDescription.contains(reason), error.localizedDescription, file: file,
        line: line)
      XCTAssertEqual((error as NSError).domain, NSCocoaErrorDomain, file: file, line: line)
    }
  }

  func testTextOptions() throws {  // B012, observed
    let stack = try makeStack()
    XCTAssertEqual(try names(stack, "name CONTAINS[c] 'café'"), ["Café con Leche"])
    XCTAssertEqual(try names(stack, "name CONTAINS[cd] 'CAFE'"), ["Café con Leche"])
    XCTAssertEqual(try names(stack, "name CONTAINS[c] 'CAFE'"), [])
    XCTAssertEqual(try names(stack, "name MATCHES '[AB].{2}'"), ["Ann", "Bob"])
    XCTAssertEqual(try names(stack, "name LIKE '?nn'"), ["Ann"])
    XCTAssertEqual(try names(stack, "name BEGINSWITH 'B'"), ["Bob"])
  }

  func testMissingValues() throws {  // B014, observed
    let stack = try makeStack()
    XCTAssertEqual(try names(stack, "name != 'Ann'"), ["Bob", "Café con Leche"])
    let all = try stack.fetch("Employee")
    XCTAssertEqual((all as NSArray).filtered(using: NSPredicate(format: "name != 'Ann'")).count, 3)
    XCTAssertEqual(try names(stack, "name == nil"), ["nil"])
    XCTAssertEqual(try names(stack, "department == nil"), ["nil"])
    XCTAssertEqual(try names(stack, "department.name == nil"), ["nil"])
    XCTAssertEqual(try names(stack, "name != nil").count, 3)
  }

  func testRangesAndLists() throws {  // B017, observed; B085, observed
    let stack = try makeStack()
    XCTAssertEqual(try names(stack, "salary BETWEEN {3, 10}"), ["Ann", "Café con Leche", "nil"])
    XCTAssertEqual(try names(stack, "salary IN %@", [[10, 90]]), ["Ann", "Bob"])
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    XCTAssertEqual(try names(stack, "hireDate > %@", [date]).count, 3)
    XCTAssertEqual(try names(stack, "hireDate == %@", [date]), ["Ann"])
  }

  func testQuantifiers() throws {  // B018, B020, B021
    let stack = try makeStack()
    func departments(_ format: String) throws -> [String] {
      try names(stack, format, [], "Department")
    }
    XCTAssertEqual(try departments("ANY employees.salary > 50"), ["sales"])
    XCTAssertEqual(try departments("ALL employees.salary >= 10"), ["empty", "sales"])
    XCTAssertEqual(try departments("NONE employees.name == 'Bob'"), ["empty", "tech"])
    XCTAssertEqual(
      try departments("ANY employees.salary > 50 AND ANY employees.name BEGINSWITH 'A'"),
      ["sales"])
    XCTAssertEqual(
      try departments(
        "SUBQUERY(employees, $e, $e.salary > 50 AND $e.name BEGINSWITH 'A').@count > 0"), [])
    XCTAssertEqual(try departments("employees.@sum.salary == 100"), ["sales"])
    XCTAssertEqual(try departments("employees.@count == 0"), ["empty"])
  }

  func testObjectsAndIdsAsArguments() throws {  // B023, observed
    let stack = try makeStack()
    let sales = try XCTUnwrap(stack.fetch("Department", "name == 'sales'").first)
    XCTAssertEqual(try names(stack, "department == %@", [sales]), ["Ann", "Bob"])
    XCTAssertEqual(try names(stack, "department == %@", [sales.objectID]), ["Ann", "Bob"])
    XCTAssertEqual(try names(stack, "SELF IN %@", [[sales]], "Department"), ["sales"])
    XCTAssertEqual(try names(stack, "SELF IN %@", [[sales.objectID]], "Department"), ["sales"])
    let ann = try XCTUnwrap(stack.fetch("Employee", "name == 'Ann'").first)
    XCTAssertEqual(try names(stack, "employees CONTAINS %@", [ann], "Department"), ["sales"])
    XCTAssertTrue(NSPredicate(format: "department == %@", sales).evaluate(with: ann))
    XCTAssertTrue(NSPredicate(format: "department == %@", sales.objectID).evaluate(with: ann))
    XCTAssertTrue(NSPredicate(format: "employees CONTAINS %@", ann).evaluate(with: sales))
  }

  func testRefusals() throws {
    let stack = try makeStack()
    // B022, observed
    assertRefused(stack, "Employee", "pid == 1", "keypath pid not found in entity Employee")
    assertRefused(stack, "Employee", "note == 'x'", "keypath note not found")  // B026, observed
    assertRefused(
      stack, "Department", "employees.name == 'x'", "to-many key not allowed here")  // B019
    assertRefused(stack, "Employee", "42 BETWEEN {23}", "exactly two bounds")  // B017
  }

  func testOrder() throws {  // B024, inferred
    let stack = try makeStack()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    func sorted(_ descriptor: NSSortDescriptor) throws -> [String] {
      request.sortDescriptors = [descriptor]
      return try stack.context.fetch(request).map { $0.value(forKey: "name") as? String ?? "nil" }
    }
    XCTAssertEqual(
      try sorted(NSSortDescriptor(key: "name", ascending: true)),
      ["nil", "Ann", "Bob", "Café con Leche"])
    XCTAssertEqual(
      try sorted(NSSortDescriptor(key: "name", ascending: false)).last, "nil")
    XCTAssertThrowsError(
      try sorted(NSSortDescriptor(key: "name", ascending: true, selector: "mine:")))  // B025
  }

  func testUnsavedWorkIsFilteredByTheSamePredicate() throws {  // B028, documented and observed
    let stack = try makeStack()
    let bob = try XCTUnwrap(stack.fetch("Employee", "name == 'Bob'").first)
    bob.setValue("Zed", forKey: "name")
    _ = stack.insert("Employee", ["name": "Bobby", "salary": 1])
    XCTAssertEqual(try names(stack, "name BEGINSWITH 'Bob'"), ["Bobby"])
    XCTAssertEqual(try names(stack, "name MATCHES 'Z.*' OR salary == 1"), ["Bobby", "Zed"])
  }

  func testARequestForAnyKindOfResult() throws {  // B027, B030, B032, B035
    let stack = try makeStack()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    XCTAssertEqual(try stack.context.fetch(request).count, 4)
    XCTAssertTrue(try stack.context.fetch(request).first is NSManagedObject)
    XCTAssertEqual(try stack.context.count(for: request), 4)
    request.resultType = .countResultType
    XCTAssertEqual(try stack.context.fetch(request).first as? Int, 4)
    request.resultType = .managedObjectIDResultType
    XCTAssertTrue(try stack.context.fetch(request).first is NSManagedObjectID)
    request.resultType = .dictionaryResultType
    let total = NSExpressionDescription()
    total.name = "total"
    total.expression = NSExpression(format: "sum:(salary)")
    total.expressionResultType = .integer64AttributeType
    request.propertiesToFetch = [total]
    let row = try XCTUnwrap(try stack.context.fetch(request).first as? NSDictionary)
    XCTAssertEqual(row["total"] as? Int, 108)
  }

  func testAFetchInAnExpression() throws {
    let stack = try makeStack()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
    let count = NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: stack.context), countOnly: true)
    XCTAssertEqual(count.expressionType, NSFetchRequestExpressionType)
    XCTAssertEqual(count.expressionValue(with: nil, context: nil) as? Int, 3)
    let objects = NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: stack.context), countOnly: false)
    XCTAssertEqual(
      (objects.expressionValue(with: nil, context: nil) as? [NSManagedObject])?.count, 3)
  }
}
