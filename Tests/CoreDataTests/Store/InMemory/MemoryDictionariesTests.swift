import XCTest

@testable import CoreData

/// Fetches that give dictionaries, from stores in memory.
final class MemoryDictionariesTests: XCTestCase {
  private func makeStack() throws -> AnyStack {
    try AnyStack(NSInMemoryStoreType, TestModel.employees())
  }

  private func fetch(
    _ stack: AnyStack, _ properties: [Any], groupBy: [Any]? = nil,
    _ change: (NSFetchRequest<NSDictionary>) -> Void = { _ in }
  ) throws -> [[String: Any]] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    if !properties.isEmpty { request.propertiesToFetch = properties }
    request.propertiesToGroupBy = groupBy
    change(request)
    return try stack.context.fetch(request).compactMap { $0 as? [String: Any] }
  }

  private func column(_ name: String, _ function: String, _ path: String) -> NSExpressionDescription
  {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = NSExpression(
      forFunction: function, arguments: [NSExpression(forKeyPath: path)])
    column.expressionResultType = .integer64AttributeType
    return column
  }

  /// B032.
  func testKeysOfARow() throws {
    let stack = try makeStack()
    let sales = stack.insert("Department", ["name": "sales"])
    let amy = stack.insert("Employee", ["name": "amy", "salary": 7, "department": sales])
    amy.setValue(nil, forKey: "nickname")
    try stack.context.save()
    let all = try XCTUnwrap(fetch(stack, []).first)
    XCTAssertEqual(all.keys.sorted(), ["name", "salary"])
    let two = try XCTUnwrap(fetch(stack, ["name", "department"]).first)
    XCTAssertEqual(two["department"] as? NSManagedObjectID, sales.objectID)
    let path = try XCTUnwrap(fetch(stack, ["department.name"]).first)
    XCTAssertEqual(path["department.name"] as? String, "sales")
  }

  /// B032: a row without any value is an empty dictionary, not nothing.
  func testRowsWithoutAnyValue() throws {
    for type in [NSInMemoryStoreType, NSSQLiteStoreType] {
      let stack = try AnyStack(type, TestModel.employees())
      for _ in 0..<3 { stack.insert("Employee") }
      for object in stack.context.insertedObjects { object.setValue(nil, forKey: "nickname") }
      try stack.context.save()
      XCTAssertEqual(try fetch(stack, ["name"]).count, 3, type)
    }
  }

  /// An offset below zero skips nothing.
  func testOffsetBelowZero() throws {
    let stack = try makeStack()
    for salary in [1, 2, 1] { stack.insert("Employee", ["salary": salary]) }
    try stack.context.save()
    let rows = try fetch(stack, ["salary"]) {
      $0.returnsDistinctResults = true
      $0.fetchOffset = -1
    }
    XCTAssertEqual(rows.count, 2)
  }

  /// B031, B033.
  func testDistinctRowsOfWhatIsSaved() throws {
    let stack = try makeStack()
    for salary in [1, 2, 3, 1, 2, 4] { stack.insert("Employee", ["salary": salary]) }
    try stack.context.save()
    stack.insert("Employee", ["salary": 99])
    XCTAssertEqual(try fetch(stack, ["salary"]).count, 6)
    let distinct = try fetch(stack, ["salary"]) { $0.returnsDistinctResults = true }
    XCTAssertEqual(distinct.compactMap { $0["salary"] as? Int }, [1, 2, 3, 4])
  }

  /// B035.
  func testAggregatesWithoutGroups() throws {
    let stack = try makeStack()
    stack.insert("Employee", ["name": "a", "salary": 22])
    stack.insert("Employee", ["name": "b", "salary": 25])
    stack.insert("Employee", ["salary": 10])
    try stack.context.save()
    let row = try XCTUnwrap(
      fetch(
        stack,
        [
          column("total", "sum:", "salary"), column("names", "count:", "name"),
          column("salaries", "count:", "salary"), column("least", "min:", "salary"),
        ]
      ).first)
    XCTAssertEqual(row["total"] as? Int, 57)
    XCTAssertEqual(row["names"] as? Int, 2)
    XCTAssertEqual(row["salaries"] as? Int, 3)
    XCTAssertEqual(row["least"] as? Int, 10)
  }

  /// B036.
  func testGroups() throws {
    let stack = try makeStack()
    for (name, salary) in [("amy", 10), ("ben", 10), ("cal", 20)] {
      stack.insert("Employee", ["name": name, "salary": salary])
    }
    try stack.context.save()
    let count = column("n", "count:", "name")
    let rows = try fetch(stack, ["salary", count], groupBy: ["salary"])
    XCTAssertEqual(
      Set(rows.map { "\($0["salary"] ?? "") \($0["n"] ?? "")" }), ["10 2", "20 1"])
    XCTAssertThrowsError(try fetch(stack, ["salary", "name", count], groupBy: ["salary"]))
    let having = try fetch(stack, ["salary", count], groupBy: ["salary"]) {
      $0.havingPredicate = NSPredicate(format: "$n > 1")
    }
    XCTAssertEqual(having.compactMap { $0["salary"] as? Int }, [10])
  }

  func testUnknownColumnsAreNamed() throws {
    let stack = try makeStack()
    stack.insert("Employee")
    try stack.context.save()
    XCTAssertThrowsError(try fetch(stack, ["absent"])) { error in
      XCTAssertTrue("\(error)".contains("absent"), "\(error)")
    }
    XCTAssertThrowsError(
      try fetch(stack, ["name"]) { $0.predicate = NSPredicate(format: "absent == 1") })
  }
}
