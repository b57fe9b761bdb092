import CoreData
import XCTest

/// The behaviour cases of predicates and sorting, each with the very words of the case, through the public
/// classes. Truth: as the case says.
final class PredicateSentencesTests: XCTestCase {
  private func evaluate(_ format: String, _ object: Any? = nil, _ arguments: [Any] = []) -> Bool {
    NSPredicate(format: format, argumentArray: arguments).evaluate(with: object)
  }

  private func people(_ names: [String?], _ type: String = NSSQLiteStoreType) throws -> Garage {
    let garage = try Garage(TestModel.employees(), type: type)
    for name in names {
      garage.insert("Employee").setValue(name, forKey: "name")
    }
    try garage.context.save()
    garage.context.reset()
    return garage
  }

  private func names(_ objects: [NSManagedObject]) -> [String] {
    objects.map { $0.value(forKey: "name") as? String ?? "nil" }
  }

  private func sorted(
    _ garage: Garage, _ descriptor: NSSortDescriptor
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [descriptor]
    return names(try garage.context.fetch(request))
  }

  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing was refused"
    } catch {
      return "\(error) \(error.localizedDescription) \((error as NSError).userInfo)"
    }
  }

  // MARK: Text form

  func testPlaceholders() {  // B002, B003, observed
    XCTAssertEqual(
      NSPredicate(format: "%@ like %@", "firstName", "Adam").predicateFormat,
      "\"firstName\" LIKE \"Adam\"")
    XCTAssertEqual(
      NSPredicate(format: "%K like %@", "firstName", "Adam").predicateFormat,
      "firstName LIKE \"Adam\"")
    XCTAssertThrowsError(try NSPredicate.parse("%k like %@", arguments: ["firstName", "Adam"]))
    XCTAssertTrue(evaluate("self == '%@'", "%@", ["text"]))
    XCTAssertFalse(evaluate("self == '%@'", "text", ["text"]))
    XCTAssertEqual(NSPredicate(format: "'%K' like '%@'").predicateFormat, "\"%K\" LIKE \"%@\"")
  }

  func testABareValueIsNoPredicate() {  // B006, observed
    for text in ["1", "TRUE", "0 || 1", "subsystem =="] {
      XCTAssertTrue(
        reason { _ = try NSPredicate.parse(text) }.contains("Unable to parse the format string"),
        text)
    }
    for (text, value) in [("truePredicate", true), ("FALSEPREDICATE", false)] {
      let predicate = NSPredicate(format: text)
      for object: Any? in [nil, 1, "a", [1]] {
        XCTAssertEqual(predicate.evaluate(with: object), value)
      }
      XCTAssertEqual(predicate, NSPredicate(value: value))
    }
  }

  func testReservedWords() throws {  // B007, observed
    XCTAssertTrue(evaluate("#like like 'like'", ["like": "like"]))
    XCTAssertThrowsError(try NSPredicate.parse("like like 'like'"))
  }

  func testTemplates() {  // B009, observed
    let bond = ["firstName": "James", "lastName": "Bond"]
    let template = NSPredicate(format: "firstName == $FIRST_NAME and lastName == $LAST_NAME")
    let values = ["FIRST_NAME": "James", "LAST_NAME": "Bond"]
    XCTAssertTrue(template.evaluate(with: bond, substitutionVariables: values))
    XCTAssertTrue(template.withSubstitutionVariables(values).evaluate(with: bond))
    XCTAssertEqual(
      template.predicateFormat, "firstName == $FIRST_NAME AND lastName == $LAST_NAME")
    XCTAssertTrue(
      NSPredicate(format: "$a[$b] > 1").evaluate(
        with: nil, substitutionVariables: ["a": [2], "b": 0]))
  }

  // MARK: Operators

  func testContainsIsNotRewritten() throws {  // B016, observed
    let contains = try XCTUnwrap(
      NSPredicate(format: "'AABBBAA' CONTAINS 'BBB'") as? NSComparisonPredicate)
    XCTAssertEqual(contains.predicateOperatorType, .contains)
    XCTAssertEqual(contains.leftExpression.constantValue as? String, "AABBBAA")
    XCTAssertTrue(contains.evaluate(with: nil))
    XCTAssertTrue(evaluate("'BBB' IN 'AABBBAA'"))
    XCTAssertFalse(evaluate("name CONTAINS 'Y'", ["name": "xyz"]))
    XCTAssertTrue(evaluate("list CONTAINS 'a'", ["list": ["a", "b"]]))
  }

  func testBoundsOfEveryKind() throws {  // B017, observed
    let garage = try Garage(TestModel.employees())
    for salary in [1, 3, 5, 9] { garage.insert("Employee", ["salary": salary]) }
    try garage.context.save()
    XCTAssertEqual(
      Set(
        try garage.fetch("Employee", "salary BETWEEN {2, 5}").map {
          $0.value(forKey: "salary") as? Int
        }),
      [3, 5])
    for text in ["42 BETWEEN {23}", "42 BETWEEN {0, 23, 50}"] {
      let predicate = try NSPredicate.parse(text)
      XCTAssertThrowsError(try predicate.matches(nil), text)
    }
    let days = (0..<3).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) }
    XCTAssertTrue(evaluate("SELF BETWEEN %@", days[1], [[days[0], days[2]]]))
    XCTAssertFalse(evaluate("SELF BETWEEN %@", days[2], [[days[0], days[1]]]))
    XCTAssertTrue(evaluate("SELF BETWEEN {'a', 'c'}", "b"))
  }

  func testAllInMemoryAndInSQLite() throws {  // B020, observed
    for type in [NSInMemoryStoreType, NSSQLiteStoreType] {
      let garage = try Garage(TestModel.employees(), type: type)
      for (name, states) in [
        ("mixed", ["ready", "pending"]), ("all", ["ready", "ready"]), ("none", []),
      ] {
        let department = garage.insert("Department", ["name": name])
        for state in states {
          garage.insert("Employee", ["name": state, "department": department])
        }
      }
      try garage.context.save()
      func found(_ format: String) throws -> Set<String> {
        Set(names(try garage.fetch("Department", format)))
      }
      XCTAssertEqual(try found("ANY employees.name == 'ready'"), ["mixed", "all"], type)
      XCTAssertEqual(try found("ALL employees.name == 'ready'"), ["all", "none"], type)
      let portable = "SUBQUERY(employees, $e, $e.name != 'ready').@count == 0"
      XCTAssertEqual(try found(portable), ["all", "none"], type)
    }
    let garage = try Garage(
      TestModel.employees(), options: [StrictPredicatesOption: NSNumber(value: true)])
    XCTAssertTrue(
      reason { _ = try garage.fetch("Department", "ALL employees.name == 'ready'") }
        .contains("Unsupported predicate"))
  }

  func testAKeyThatIsNotInTheModel() throws {  // B022, observed
    for (type, words) in [
      (NSSQLiteStoreType, "keypath pid not found in entity"), (NSInMemoryStoreType, "pid"),
    ] {
      let garage = try people(["a"], type)
      let predicate = NSPredicate(format: "pid == 1")
      XCTAssertTrue(
        reason { _ = try garage.fetch("Employee", predicate.predicateFormat) }.contains(words), type
      )
    }
  }

  // MARK: Sorting

  func testWhereNilSorts() throws {  // B024, inferred
    for type in [NSSQLiteStoreType, NSInMemoryStoreType] {
      let garage = try people(["b", nil, "a"], type)
      XCTAssertEqual(
        try sorted(garage, NSSortDescriptor(key: "name", ascending: true)), ["nil", "a", "b"], type)
      XCTAssertEqual(
        try sorted(garage, NSSortDescriptor(key: "name", ascending: false)), ["b", "a", "nil"], type
      )
    }
  }

  func testSelectors() throws {  // B025: refusals observed, orders inferred
    let garage = try people(["file10", "file2", "File1"])
    func order(_ selector: Selector?) throws -> [String] {
      try sorted(garage, NSSortDescriptor(key: "name", ascending: true, selector: selector))
    }
    XCTAssertEqual(try order(nil), ["File1", "file10", "file2"])
    XCTAssertEqual(try order("caseInsensitiveCompare:"), ["File1", "file10", "file2"])
    XCTAssertEqual(try order("localizedStandardCompare:"), ["File1", "file2", "file10"])
    for selector: Selector in ["localizedCompare:", "localizedCaseInsensitiveCompare:"] {
      XCTAssertEqual(try order(selector).count, 3)
    }
    XCTAssertTrue(
      reason { _ = try order("mine:") }.contains("unsupported NSSortDescriptor selector: mine:"))
    let block = NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }
    XCTAssertTrue(reason { _ = try sorted(garage, block) }.contains("unsupported NSSortDescriptor"))
  }

  func testSortingByWhatIsNotStored() throws {  // B026, observed
    let garage = try people(["a", "b"])
    let note = NSSortDescriptor(key: "note", ascending: false)
    XCTAssertTrue(
      reason { _ = try sorted(garage, note) }.contains("keypath note not found in entity"))
    XCTAssertTrue(
      reason { _ = try garage.fetch("Employee", "note == 'x'") }
        .contains("keypath note not found in entity"))
    let objects = try garage.fetch("Employee")
    for object in objects { object.setValue(object.value(forKey: "name"), forKey: "note") }
    XCTAssertEqual(
      names((objects as NSArray).sortedArray(using: [note]) as? [NSManagedObject] ?? []),
      ["b", "a"])
  }

  // MARK: Fetching

  func testOffsetAndLimit() throws {  // B034, documented and observed
    for type in [NSSQLiteStoreType, NSInMemoryStoreType] {
      let garage = try Garage(TestModel.employees(), type: type)
      for salary in [30, 5, 40, 21] { garage.insert("Employee", ["salary": salary]) }
      try garage.context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
      func salaries(_ offset: Int, _ limit: Int) throws -> [Int] {
        request.fetchOffset = offset
        request.fetchLimit = limit
        return try garage.context.fetch(request).compactMap { $0.value(forKey: "salary") as? Int }
      }
      XCTAssertEqual(try salaries(1, 2), [21, 30], type)
      XCTAssertEqual(try salaries(4, 2), [], type)
      XCTAssertEqual(try salaries(0, 0), [5, 21, 30, 40], type)
    }
  }
}
