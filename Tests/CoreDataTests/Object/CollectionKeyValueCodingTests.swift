import XCTest

@testable import CoreData

/// Key-value coding over arrays and sets. Truth: documented (Apple's Key-Value Coding guide: an array
/// gives `NSNull` for nil and keeps its order, a set leaves nil out; collection operators; nil counts as
/// 0 in `@avg`).
final class CollectionKeyValueCodingTests: XCTestCase {
  private var stack: Stack!
  private var people: [NSManagedObject] = []

  override func setUpWithError() throws {
    stack = try Stack(TestModel.employees())
    let department = stack.insert("Department", ["name": "Design"])
    people = [("Anna", 10), ("Bob", 20), (nil, 30)].map { name, salary in
      let person = stack.insert("Employee", ["salary": salary, "department": department])
      person.setValue(name, forKey: "name")
      return person
    }
  }

  override func tearDown() { (stack, people) = (nil, []) }

  func testAnArray() throws {
    let array = people as NSArray
    let names = try XCTUnwrap(array.value(forKey: "name") as? [Any])
    XCTAssertEqual(names.map { $0 as? String }, ["Anna", "Bob", nil])
    XCTAssertTrue(names[2] is NSNull)
    XCTAssertEqual(array.value(forKey: "@count") as? Int, 3)
    XCTAssertEqual(array.value(forKeyPath: "@sum.salary") as? Int, 60)
    XCTAssertEqual(array.value(forKeyPath: "@avg.salary") as? Double, 20)
    XCTAssertEqual(array.value(forKeyPath: "@max.salary") as? Int, 30)
    XCTAssertEqual(array.value(forKeyPath: "@min.name") as? String, "Anna")
    XCTAssertEqual(
      array.value(forKeyPath: "department.name") as? [String], ["Design", "Design", "Design"])
    XCTAssertEqual(
      array.value(forKeyPath: "@distinctUnionOfObjects.department.name") as? [String], ["Design"])
    XCTAssertEqual(
      array.value(forKeyPath: "department.employees.@count") as? [Int], [3, 3, 3])
    XCTAssertEqual(NSArray().value(forKeyPath: "@sum.salary") as? Int, 0)
    XCTAssertNil(NSArray().value(forKeyPath: "@max.salary"))
  }

  func testSets() throws {
    let set = NSSet(array: people)
    let names = try XCTUnwrap(set.value(forKey: "name") as? Set<String>)
    XCTAssertEqual(names, ["Anna", "Bob"])
    XCTAssertEqual((set.value(forKeyPath: "department") as? NSSet)?.count, 1)
    XCTAssertEqual(set.value(forKeyPath: "@sum.salary") as? Int, 60)
    let ordered = NSOrderedSet(array: people)
    let salaries = try XCTUnwrap(ordered.value(forKey: "salary") as? NSOrderedSet)
    XCTAssertEqual(salaries.array as? [Int], [10, 20, 30])
    XCTAssertEqual((ordered.value(forKeyPath: "department.name") as? NSOrderedSet)?.count, 1)
    XCTAssertEqual(ordered.value(forKeyPath: "@avg.salary") as? Double, 20)
  }

  func testOtherMembers() throws {
    let numbers = [3, 1, 2] as NSArray
    XCTAssertEqual(numbers.value(forKeyPath: "@max.self") as? Int, 3)
    XCTAssertEqual(numbers.value(forKeyPath: "@avg.self") as? Double, 2)
    let rows = [["n": 1], ["n": 2, "m": 5]] as NSArray
    XCTAssertEqual(rows.value(forKeyPath: "@sum.n") as? Int, 3)
    let found = try XCTUnwrap(rows.value(forKey: "m") as? [Any])
    XCTAssertTrue(found[0] is NSNull)
    XCTAssertEqual(found[1] as? Int, 5)
    XCTAssertEqual((["a", "bcd"] as NSArray).value(forKey: "length") as? [Int], [1, 3])
  }

  func testSetting() {
    (people as NSArray).setValue(7, forKey: "salary")
    XCTAssertEqual((people as NSArray).value(forKeyPath: "@sum.salary") as? Int, 21)
    NSSet(array: people).setValue("x", forKey: "name")
    NSOrderedSet(array: people).setValue("y", forKey: "nickname")
    XCTAssertEqual(people.map { $0.value(forKey: "name") as? String }, ["x", "x", "x"])
    XCTAssertEqual(people.map { $0.value(forKey: "nickname") as? String }, ["y", "y", "y"])
  }

  /// A value is checked by the object that it is for.
  func testValidationAtAKeyPath() throws {
    let model = TestModel.employees(nameIsRequired: true)
    model.entitiesByName["Department"]?.attributesByName["name"]?.isOptional = false
    stack = try Stack(model)
    let department = stack.insert("Department", ["name": "Design"])
    let employee = stack.insert("Employee", ["name": "Anna", "department": department])
    var value: Any? = "Build"
    XCTAssertNoThrow(try employee.validateValue(&value, forKeyPath: "department.name"))
    value = nil
    XCTAssertThrowsError(try employee.validateValue(&value, forKeyPath: "department.name"))
    XCTAssertThrowsError(try employee.validateValue(&value, forKeyPath: "name"))
    employee.setValue(nil, forKey: "department")
    XCTAssertNoThrow(try employee.validateValue(&value, forKeyPath: "department.name"))
  }
}
