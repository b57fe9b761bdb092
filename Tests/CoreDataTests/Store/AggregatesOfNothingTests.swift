import XCTest

@testable import CoreData

/// What an aggregate of no values is, in every type of store and wherever one can stand.
///
/// Truth: `sum:` as a column is 0 (observed: logs of Apple's SQLite store show `total(…)`, which SQLite
/// documents to be 0 of nothing); `min:`, `max:` and `average:` as columns are nil (observed: `max(…)`;
/// documented by SQLite: NULL of nothing); `@sum` is 0 and `@min`, `@max` are nil (documented: key-value
/// coding adds up what there is and leaves nil out). `@avg` of no members is 0 (inferred). The types agree.
final class AggregatesOfNothingTests: XCTestCase {
  private let model = {
    let department = TestModel.entity(
      "Department", [TestModel.attribute("name", .stringAttributeType)])
    let employee = TestModel.entity(
      "Employee",
      [
        TestModel.attribute("name", .stringAttributeType),
        TestModel.attribute("salary", .integer32AttributeType),
        TestModel.attribute("rating", .doubleAttributeType),
        TestModel.attribute("bonus", .decimalAttributeType),
        TestModel.attribute("hired", .dateAttributeType),
      ])
    let employees = TestModel.relationship("employees", employee, toMany: true)
    let its = TestModel.relationship("department", department, toMany: false)
    TestModel.join(employees, its)
    for (name, text) in [
      ("total", "employees.@sum.salary"), ("mean", "employees.@avg.rating"),
      ("least", "employees.@min.salary"), ("most", "employees.@max.salary"),
      ("number", "employees.@count"),
    ] {
      let derived = NSDerivedAttributeDescription()
      derived.name = name
      derived.attributeType = name == "mean" ? .doubleAttributeType : .integer64AttributeType
      derived.isOptional = true
      derived.derivationExpression = NSExpression(format: text)
      department.properties.append(derived)
    }
    department.properties.append(employees)
    employee.properties.append(its)
    return TestModel.model([department, employee])
  }()

  /// A department without anybody, one whose only member has no values, one with two members.
  private func stack(_ type: String) throws -> AnyStack {
    let stack = try AnyStack(type, model)
    stack.insert("Department", ["name": "empty"])
    let blank = stack.insert("Department", ["name": "blank"])
    let full = stack.insert("Department", ["name": "full"])
    stack.insert("Employee", ["name": "nobody", "department": blank])
    for (name, salary) in [("a", 3), ("b", 4)] {
      stack.insert(
        "Employee",
        [
          "name": name, "salary": salary, "rating": Double(salary) / 2,
          "bonus": NSDecimalNumber(string: "0.\(salary)"), "department": full,
        ])
    }
    try stack.context.save()
    try stack.reopen()
    return stack
  }

  private func column(_ function: String, _ key: String) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = "\(function)\(key)"
    column.expression = NSExpression(
      forFunction: function + ":", arguments: [NSExpression(forKeyPath: key)])
    return column
  }

  private func columns(
    _ stack: AnyStack, _ condition: String, groupBy: [String] = []
  ) throws -> [[String: String]] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.predicate = NSPredicate(format: condition)
    request.resultType = .dictionaryResultType
    let columns = ["sum", "average", "min", "max", "count"].flatMap { function in
      ["salary", "rating", "bonus"].map { key in column(function, key) }
    }
    request.propertiesToFetch = groupBy as [Any] + columns + [column("max", "hired")]
    if !groupBy.isEmpty { request.propertiesToGroupBy = groupBy }
    return try stack.context.fetch(request).map { row in
      var texts: [String: String] = [:]
      for case (let key as String, let value) in row {
        texts[key] = (value as? NSNumber).map { "\($0.decimalValue)" } ?? "\(value)"
      }
      return texts
    }
  }

  private let nothing = [
    "sumsalary": "0", "sumrating": "0", "sumbonus": "0", "countsalary": "0", "countrating": "0",
    "countbonus": "0",
  ]

  func testColumns() throws {
    for type in EveryType.types {
      let stack = try stack(type)
      XCTAssertEqual(try columns(stack, "name == 'who'"), [nothing], type)
      XCTAssertEqual(try columns(stack, "name == 'nobody'"), [nothing], type)
      XCTAssertEqual(
        try columns(stack, "name == 'who'", groupBy: ["name"]), [], "no rows, no groups: \(type)")
      XCTAssertEqual(
        try columns(stack, "name == 'nobody'", groupBy: ["name"]),
        [nothing.merging(["name": "nobody"]) { $1 }], type)
      let full = try XCTUnwrap(columns(stack, "salary > 0").first)
      XCTAssertEqual(full["sumsalary"], "7", type)
      XCTAssertEqual(full["sumbonus"], "0.7", type)
      XCTAssertEqual(full["averagebonus"], "0.35", type)
      XCTAssertEqual(full["averagesalary"], "3.5", type)
    }
  }

  func testHaving() throws {
    for type in EveryType.types {
      let stack = try stack(type)
      for (condition, expected) in [
        ("$total == 0", ["nobody"]), ("$mean == nil", ["nobody"]), ("$mean > 0", ["a", "b"]),
        ("$total < 4", ["a", "nobody"]),
      ] {
        let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
        request.resultType = .dictionaryResultType
        let (total, mean) = (column("sum", "salary"), column("average", "salary"))
        (total.name, mean.name) = ("total", "mean")
        request.propertiesToFetch = ["name", total, mean]
        request.propertiesToGroupBy = ["name"]
        request.havingPredicate = NSPredicate(format: condition)
        let found = try stack.context.fetch(request).compactMap { $0["name"] as? String }
        XCTAssertEqual(found.sorted(), expected, "\(condition) in \(type)")
      }
    }
  }

  func testPredicates() throws {
    for type in EveryType.types {
      let stack = try stack(type)
      for (condition, expected) in [
        ("employees.@sum.salary == 0", ["blank", "empty"]),
        ("employees.@avg.rating == 0", ["blank", "empty"]),
        ("employees.@avg.bonus == 0", ["blank", "empty"]),
        ("employees.@min.salary == nil", ["blank", "empty"]),
        ("employees.@max.hired == nil", ["blank", "empty", "full"]),
        ("employees.@max.salary == 0", []), ("employees.@count == 0", ["empty"]),
        ("sum:(employees.salary) == 0", ["blank", "empty"]),
        ("average:(employees.salary) == 0", ["blank", "empty"]),
        ("max:(employees.salary) == nil", ["blank", "empty"]),
        ("NOT employees.@avg.rating > 0", ["blank", "empty"]),
        ("employees.@sum.bonus == 0.7", ["full"]),
      ] {
        let found = try stack.fetch("Department", condition, sort: ["name"])
        XCTAssertEqual(names(found), expected, "\(condition) in \(type)")
        // In memory, over the objects of the context.
        let predicate = NSPredicate(format: condition)
        let all = try stack.fetch("Department", sort: ["name"])
        let matching = all.filter { predicate.evaluate(with: $0) }
        XCTAssertEqual(names(matching), expected, "\(condition) over objects of \(type)")
      }
    }
  }

  /// A key path as a column, and the collection operators of key-value coding.
  func testKeyPaths() throws {
    let operators = ["@sum.salary": "0", "@avg.rating": "0", "@count": "0"]
    for type in EveryType.types {
      let stack = try stack(type)
      let empty = try XCTUnwrap(stack.fetch("Department", "name == 'empty'").first)
      for (key, expected) in operators {
        let value = try XCTUnwrap(empty.value(forKeyPath: "employees.\(key)") as? NSNumber)
        XCTAssertEqual("\(value.decimalValue)", expected, "\(key) in \(type)")
      }
      for key in ["@min.salary", "@max.salary", "@max.name"] {
        XCTAssertNil(empty.value(forKeyPath: "employees.\(key)"), "\(key) in \(type)")
      }
      for (name, expected) in [("total", "0"), ("number", "0")] {
        XCTAssertEqual((empty.value(forKey: name) as? NSNumber)?.stringValue, expected, type)
      }
      let blank = try XCTUnwrap(stack.fetch("Department", "name == 'blank'").first)
      XCTAssertNil(blank.value(forKey: "mean"), "derived of no values in \(type)")
      for name in ["mean", "least", "most"] {
        XCTAssertNil(empty.value(forKey: name), "derived \(name) in \(type)")
      }
      let request = NSFetchRequest<NSDictionary>(entityName: "Department")
      request.predicate = NSPredicate(format: "name == 'empty'")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["@sum.salary", "@avg.rating", "@min.salary"].map { key in
        let column = NSExpressionDescription()
        column.name = key
        column.expression = NSExpression(forKeyPath: "employees.\(key)")
        return column
      }
      let row = try XCTUnwrap(stack.context.fetch(request).first)
      for key in ["@sum.salary", "@avg.rating"] {
        XCTAssertEqual((row[key] as? NSNumber)?.doubleValue, 0, "\(key) in \(type)")
      }
      XCTAssertNil(row["@min.salary"], type)
    }
  }
}
