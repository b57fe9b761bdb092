import CoreData
import PredicateCore
import SQLiteDriver
import XCTest

/// The text of generated statements.
final class SQLGeneratorTests: XCTestCase {
  private var world: World!

  override func setUpWithError() throws { world = try World() }

  /// Asserts what stands behind `WHERE` in a fetch of employees, and what is bound.
  private func assertWhere(
    _ format: String, _ arguments: Any?..., sql: String, _ bindings: [SQLiteValue] = [],
    entity: String = "Employee", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    var pieces = FetchPieces()
    pieces.predicate = try NSPredicate.parse(format, arguments: arguments)
    let query = try SQLGenerator(schema: world.schema)
      .objects(pieces, entity: try world.entity(entity), columns: ["t0.Z_PK"])
    let head = "SELECT t0.Z_PK FROM Z\(entity.uppercased()) t0"
    XCTAssertTrue(query.sql.hasPrefix(head), query.sql, file: file, line: line)
    let rest = query.sql.dropFirst(head.count)
    XCTAssertEqual(
      rest.hasPrefix(" WHERE ") ? String(rest.dropFirst(7)) : String(rest), sql,
      file: file, line: line)
    XCTAssertEqual(query.bindings, bindings, file: file, line: line)
  }

  private func assertError(
    _ entity: String, _ format: String, _ expected: String, isStrict: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertThrowsError(
      try world.query(entity, format, isStrict: isStrict), file: file, line: line
    ) { error in
      XCTAssertTrue(
        "\(error)".contains(expected), "\(error)", file: file, line: line)
      XCTAssertTrue(error is SQLGenerationError, "\(type(of: error))", file: file, line: line)
    }
  }

  /// A message holds the path as it was written, once.
  func testMessagesNameThePath() throws {
    for format in ["employees.@zork > 1", "employees.mentees.@zork > 1"] {
      XCTAssertThrowsError(try world.query("Department", format)) { error in
        let path = format.split(separator: " ")[0]
        XCTAssertTrue("\(error)".contains(path), "\(error)")
        XCTAssertFalse("\(error)".contains("@zork.@zork"), "\(error)")
      }
    }
  }

  func testComparisonsBindTheirConstants() throws {
    try assertWhere("salary > 5", sql: "t0.ZSALARY > ?", [5])
    try assertWhere("5 < salary", sql: "? < t0.ZSALARY", [5])
    try assertWhere("name == 'A'", sql: "t0.ZNAME = ?", ["A"])
    try assertWhere("name != 'A'", sql: "t0.ZNAME <> ?", ["A"])  // B014, observed
    try assertWhere("name == nil", sql: "t0.ZNAME IS NULL")
    try assertWhere("nil != name", sql: "t0.ZNAME IS NOT NULL")
    try assertWhere("isActive == YES", sql: "t0.ZISACTIVE = ?", [1])
    try assertWhere("bonus == 10.11", sql: "t0.ZBONUS = ?", [10.11])
    try assertWhere(
      "hireDate > %@", Date(timeIntervalSinceReferenceDate: 999), sql: "t0.ZHIREDATE > ?",
      [999.0])  // B085, observed
    let uuid = UUID()
    try assertWhere(
      "code == %@", uuid, sql: "t0.ZCODE = ?", [.blob(Data(uuid.bytes))])
    try assertWhere(
      "page == %@", URL(string: "http://a.b/c"), sql: "t0.ZPAGE = ?", ["http://a.b/c"])
    try assertWhere("badge == %@", Data([1, 2]), sql: "t0.ZBADGE = ?", [.blob(Data([1, 2]))])
  }

  func testKindsThatDoNotMixAreNeverEqual() throws {  // B015, observed in memory
    try assertWhere("name == 5", sql: "0")
    try assertWhere("name != 5", sql: "t0.ZNAME IS NOT NULL")
    try assertWhere("salary == '5'", sql: "0")
    try assertWhere("name < 5", sql: "0")
    try assertWhere("salary IN {1, 'x', 2.5}", sql: "t0.ZSALARY IN (?, ?)", [1, 2.5])
  }

  func testCompoundsNest() throws {
    try assertWhere(
      "salary > 1 AND (name == 'a' OR NOT name == 'b')",
      sql: "(t0.ZSALARY > ? AND (t0.ZNAME = ? OR (t0.ZNAME = ?) IS NOT 1))", [1, "a", "b"])
    try assertWhere("TRUEPREDICATE", sql: "")
    try assertWhere("FALSEPREDICATE", sql: "0")
    try assertWhere("1 == 1 AND salary == 2", sql: "(1 AND t0.ZSALARY = ?)", [2])
  }

  func testTextOperators() throws {
    try assertWhere(
      "name BEGINSWITH 'Ab'", sql: "(t0.ZNAME >= ? AND t0.ZNAME < ?)", ["Ab", "Ac"])
    try assertWhere("name BEGINSWITH ''", sql: "t0.ZNAME IS NOT NULL")
    try assertWhere("name BEGINSWITH '\u{10FFFF}'", sql: "t0.ZNAME >= ?", ["\u{10FFFF}"])
    try assertWhere("name CONTAINS 'b'", sql: "instr(t0.ZNAME, ?) > 0", ["b"])
    try assertWhere(
      "name CONTAINS[cd] 'b'", sql: "corebook_contains(t0.ZNAME, ?, ?)", ["b", 3])
    try assertWhere("name ENDSWITH 'b'", sql: "corebook_ends(t0.ZNAME, ?, ?)", ["b", 0])
    try assertWhere("name LIKE[c] '*b'", sql: "corebook_like(t0.ZNAME, ?, ?)", ["*b", 1])
    try assertWhere(
      "name LIKE 'ab*'",
      sql: "((t0.ZNAME >= ? AND t0.ZNAME < ?) AND corebook_like(t0.ZNAME, ?, ?))",
      ["ab", "ac", "ab*", 0])
    try assertWhere("name MATCHES 'b+'", sql: "corebook_matches(t0.ZNAME, ?, ?)", ["b+", 0])
    try assertWhere(
      "name ==[cd] 'Café'", sql: "corebook_fold(t0.ZNAME, ?) = ?", [3, "cafe"])
    try assertWhere(
      "name CONTAINS nickname", sql: "corebook_contains(t0.ZNAME, t0.ZNICKNAME, ?)", [0])
    try assertWhere("'abc' CONTAINS name", sql: "corebook_contains(?, t0.ZNAME, ?)", ["abc", 0])
    try assertWhere("name IN 'abc'", sql: "corebook_contains(?, t0.ZNAME, ?)", ["abc", 0])  // B016
  }

  func testLists() throws {
    try assertWhere("name IN {'a', 'b'}", sql: "t0.ZNAME IN (?, ?)", ["a", "b"])
    try assertWhere("name IN {}", sql: "0")
    try assertWhere("name IN %@", NSNull(), sql: "0")
    try assertWhere(
      "salary IN %@", Array(1...9), sql: "t0.ZSALARY IN (SELECT value FROM json_each(?))",
      ["[1,2,3,4,5,6,7,8,9]"])
    try assertWhere("%@ CONTAINS name", ["a", "b"], sql: "t0.ZNAME IN (?, ?)", ["a", "b"])
    try assertWhere(
      "name IN[c] {'A', 'b'}", sql: "corebook_fold(t0.ZNAME, ?) IN (?, ?)", [1, "a", "b"])
    try assertWhere("salary BETWEEN {2, 5}", sql: "t0.ZSALARY BETWEEN ? AND ?", [2, 5])  // B017
    try assertWhere(
      "salary BETWEEN {rating, 5}", sql: "t0.ZSALARY BETWEEN t0.ZRATING AND ?", [5])
    let reals = try world.query("Employee", "rating IN %@", (0..<9).map { Double($0) + 0.5 })
    XCTAssertEqual(
      reals.sql.filter { $0 == "?" }.count, 16, "padded so that the text is stable")
  }

  func testPathsOverToOneAreJoinedOnce() throws {
    let query = try world.query(
      "Employee", "department.name == 'x' AND department.budget > 3",
      sort: [NSSortDescriptor(key: "department.name", ascending: false)])
    XCTAssertEqual(
      query.sql,
      "SELECT t0.Z_PK FROM ZEMPLOYEE t0 LEFT JOIN ZDEPARTMENT t1 ON t1.Z_PK = t0.ZDEPARTMENT "
        + "WHERE (t1.ZNAME = ? AND t1.ZBUDGET > ?) ORDER BY t1.ZNAME DESC")
    try assertWhere("department == nil", sql: "t0.ZDEPARTMENT IS NULL")
    let chain = try world.query("Employee", "mentor.mentor.name == 'x'")
    XCTAssertTrue(
      chain.sql.contains(
        "LEFT JOIN ZEMPLOYEE t1 ON t1.Z_PK = t0.ZMENTOR "
          + "LEFT JOIN ZEMPLOYEE t2 ON t2.Z_PK = t1.ZMENTOR WHERE t2.ZNAME = ?"), chain.sql)
  }

  func testObjectsAndTheirKeys() throws {  // B023, observed
    let home = Thing("Department", 7)
    let boss = Thing("Manager", 3)
    try assertWhere("department == %@", home, sql: "t0.ZDEPARTMENT = ?", [7])
    try assertWhere("department.objectID == %@", home, sql: "t0.ZDEPARTMENT = ?", [7])
    try assertWhere("department IN %@", [home], sql: "t0.ZDEPARTMENT IN (?)", [7])
    try assertWhere("mentor == %@", boss, sql: "t0.ZMENTOR = ?", [3])
    try assertWhere("SELF == %@", boss, sql: "t0.Z_PK = ?", [3])
    try assertWhere("SELF IN %@", [home, boss], sql: "t0.Z_PK IN (?)", [3])
    try assertWhere("department == %@", boss, sql: "0")
    try assertWhere("mentor == SELF", sql: "t0.ZMENTOR = t0.Z_PK")
    try assertWhere(
      "employees CONTAINS %@", boss,
      sql: "EXISTS (SELECT 1 FROM ZEMPLOYEE t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)",
      [3], entity: "Department")
  }

  func testTheEntityOfARow() throws {
    let manager = try XCTUnwrap(world.schema.entities["Manager"])
    let number = SQLiteValue.integer(Int64(manager.number))
    try assertWhere(
      "entity == %@", try world.entity("Manager"), sql: "t0.Z_ENT = ?", [number])
    try assertWhere("entity.name == 'Manager'", sql: "t0.Z_ENT = ?", [number])
    try assertWhere("entity.name IN {'Manager', 'Nobody'}", sql: "t0.Z_ENT IN (?)", [number])
    try assertWhere("entity.name == 'Nobody'", sql: "0")
  }

  func testQuantifiersAreExistence() throws {
    try assertWhere(
      "ANY employees.name == 'x'",
      sql: "EXISTS (SELECT 1 FROM ZEMPLOYEE t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZNAME = ?)",
      ["x"], entity: "Department")
    try assertWhere(
      "NONE employees.salary > 5",
      sql: "NOT EXISTS (SELECT 1 FROM ZEMPLOYEE t1 "
        + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)",
      [5], entity: "Department")
    try assertWhere(
      "ALL employees.salary > 5",
      sql: "NOT EXISTS (SELECT 1 FROM ZEMPLOYEE t1 "
        + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY IS NOT NULL "
        + "AND (t1.ZSALARY > ?) IS NOT 1)",
      [5], entity: "Department")
    let watchers = try world.query("Department", "ANY watchers.name == 'x'")
    let own = try XCTUnwrap(world.schema.entities["Department"]?.toMany["watchers"])
    guard case .ownColumn(_, let column) = own else { return XCTFail("\(own)") }
    XCTAssertTrue(watchers.sql.contains("WHERE t1.\(column) = t0.Z_PK AND t1.ZNAME = ?"))
    let tags = try world.query("Employee", "ANY tags.label == 'x'")
    guard case .join(let join) = try XCTUnwrap(world.schema.entities["Employee"]?.toMany["tags"])
    else { return XCTFail("tags has a join table") }
    XCTAssertTrue(
      tags.sql.hasSuffix(
        "EXISTS (SELECT 1 FROM \(join.table) j2 JOIN ZTAG t1 ON t1.Z_PK = j2.\(join.otherColumn) "
          + "WHERE j2.\(join.ownColumn) = t0.Z_PK AND t1.ZLABEL = ?)"), tags.sql)
  }

  func testDeviationsFromAppleAreNotedOrRefused() throws {  // B020, observed
    let all = try world.query("Department", "ALL employees.salary > 5")
    XCTAssertTrue(all.notes.contains { $0.contains("refuses ALL") })
    assertError("Department", "ALL employees.salary > 5", "refuses ALL", isStrict: true)
    let none = try world.query("Department", "NONE employees.salary > 5")
    XCTAssertTrue(none.notes.contains { $0.contains("NONE") })
    XCTAssertEqual(try world.query("Department", "ANY employees.salary > 5").notes, [])
    assertError("Employee", "name.length > 3", "length", isStrict: true)
  }

  func testCountsAndAggregates() throws {
    let from = "FROM ZEMPLOYEE t1 WHERE t1.ZDEPARTMENT = t0.Z_PK"
    try assertWhere(
      "employees.@count == 3", sql: "(SELECT COUNT(*) \(from)) = ?", [3], entity: "Department")
    try assertWhere("employees.@count > 0", sql: "EXISTS (SELECT 1 \(from))", entity: "Department")
    try assertWhere(
      "employees.@count == 0", sql: "NOT EXISTS (SELECT 1 \(from))", entity: "Department")
    try assertWhere(
      "employees.@sum.salary > 5", sql: "COALESCE((SELECT SUM(t1.ZSALARY) \(from)), 0) > ?", [5],
      entity: "Department")
    try assertWhere(
      "employees.@max.salary > 5", sql: "(SELECT MAX(t1.ZSALARY) \(from)) > ?", [5],
      entity: "Department")
    try assertWhere(
      "max:(employees.salary) > 5", sql: "(SELECT MAX(DISTINCT t1.ZSALARY) \(from)) > ?", [5],
      entity: "Department")
  }

  func testSubqueriesTieConditionsToOneMember() throws {  // B021, documented
    let from = "FROM ZEMPLOYEE t1 WHERE t1.ZDEPARTMENT = t0.Z_PK"
    try assertWhere(
      "SUBQUERY(employees, $e, $e.salary > 50 AND $e.name BEGINSWITH 'A').@count > 0",
      sql: "EXISTS (SELECT 1 \(from) AND "
        + "(t1.ZSALARY > ? AND (t1.ZNAME >= ? AND t1.ZNAME < ?)))",
      [50, "A", "B"], entity: "Department")
    try assertWhere(
      "SUBQUERY(employees, $e, $e.salary > budget).@count == 2",
      sql: "(SELECT COUNT(*) \(from) AND t1.ZSALARY > t0.ZBUDGET) = ?", [2],
      entity: "Department")
    let nested = try world.query(
      "Department",
      "SUBQUERY(employees, $e, SUBQUERY($e.tags, $t, $t.label == $e.name).@count > 0).@count > 0")
    XCTAssertTrue(nested.sql.contains("t2.ZLABEL IS t1.ZNAME"), nested.sql)
  }

  func testArithmeticAndFunctions() throws {
    try assertWhere("salary + 1 > 5", sql: "(t0.ZSALARY + ?) > ?", [1, 5])
    try assertWhere("salary * (2 + 3) > 5", sql: "(t0.ZSALARY * ?) > ?", [5, 5])
    try assertWhere(
      "bonus / 2 > 5", sql: "corebook_decimal(?, t0.ZBONUS, ?) > ?", ["divide:by:", 2, 5])
    try assertWhere("salary %% 2 == 0", sql: "(t0.ZSALARY % ?) = ?", [2, 0])
    try assertWhere(
      "uppercase:(name) == 'A'", sql: "corebook_call(?, t0.ZNAME) = ?", ["uppercase:", "A"])
    try assertWhere(
      "TERNARY(salary > 5, name, nickname) == 'x'",
      sql: "CASE WHEN t0.ZSALARY > ? THEN t0.ZNAME ELSE t0.ZNICKNAME END = ?", [5, "x"])
    try assertWhere("CAST(hireDate, 'NSNumber') > 5", sql: "t0.ZHIREDATE > ?", [5])
    try assertWhere(
      "hireDate - CAST(10, 'NSDate') > 5", sql: "(t0.ZHIREDATE - ?) > ?", [10.0, 5])
  }

  func testEntityIntervals() throws {
    let employee = try XCTUnwrap(world.schema.entities["Employee"])
    let manager = try XCTUnwrap(world.schema.entities["Manager"])
    XCTAssertEqual(try world.query("Employee").sql, "SELECT t0.Z_PK FROM ZEMPLOYEE t0")
    let only = try world.query("Employee") { $0.includesSubentities = false }
    XCTAssertEqual(only.sql, "SELECT t0.Z_PK FROM ZEMPLOYEE t0 WHERE t0.Z_ENT = ?")
    XCTAssertEqual(only.bindings, [.integer(Int64(employee.number))])
    let managers = try world.query("Manager", "level > 1 AND name == 'x'")
    XCTAssertEqual(
      managers.sql,
      "SELECT t0.Z_PK FROM ZEMPLOYEE t0 "
        + "WHERE t0.Z_ENT = ? AND (t0.ZLEVEL > ? AND t0.ZNAME = ?)")
    XCTAssertEqual(managers.bindings.first, .integer(Int64(manager.number)))
  }

  func testOrderLimitAndOffset() throws {
    let query = try world.query(
      "Employee",
      sort: [
        NSSortDescriptor(
          key: "name", ascending: true, selector: Selector("localizedStandardCompare:")),
        NSSortDescriptor(key: "salary", ascending: false),
      ]
    ) {
      $0.fetchLimit = 2
      $0.fetchOffset = 1
    }
    XCTAssertEqual(
      query.sql,
      "SELECT t0.Z_PK FROM ZEMPLOYEE t0 "
        + "ORDER BY t0.ZNAME COLLATE corebook_standard, t0.ZSALARY DESC LIMIT ? OFFSET ?")
    XCTAssertEqual(query.bindings, [2, 1])
    let offset = try world.query("Employee") { $0.fetchOffset = 4 }
    XCTAssertEqual(offset.bindings, [-1, 4])
  }

  func testSortsThatAreCodeAreRefused() throws {  // B025, observed
    for (sort, text) in [
      (NSSortDescriptor(key: "name", ascending: true, selector: "mine:"), "selector: mine:"),
      (NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }, "comparator"),
    ] {
      XCTAssertThrowsError(try world.query("Employee", sort: [sort])) { error in
        XCTAssertTrue("\(error)".contains("unsupported NSSortDescriptor"), "\(error)")
        XCTAssertTrue("\(error)".contains(text), "\(error)")
      }
    }
    XCTAssertThrowsError(
      try world.query("Employee", sort: [NSSortDescriptor(key: "fullName", ascending: true)])
    ) { error in  // B026, observed
      XCTAssertEqual("\(error)", "keypath fullName not found in entity Employee")
    }
  }

  func testErrorsNameTheKeyAndWhy() {
    assertError("Employee", "pid == 1", "keypath pid not found in entity Employee")  // B022
    assertError(
      "Employee", "department.x == 1", "keypath department.x not found in entity Employee")
    assertError("Employee", "fullName == 'x'", "keypath fullName not found")  // B026
    assertError("Employee", "level == 1", "keypath level not found in entity Employee")
    assertError("Department", "employees.name == 'x'", "to-many key not allowed here")  // B019
    assertError("Department", "employees == nil", "to-many key not allowed here")
    assertError("Employee", "name == $missing", "no value was given for $missing")
    assertError("Employee", "extra == 'x'", "archived")
    assertError("Employee", "salary CONTAINS 1", "CONTAINS needs")
    assertError("Employee", "salary BETWEEN {1}", "exactly two bounds")  // B017
    assertError("Employee", "nosuch:(name) == 1", "no such function")
    assertError("Employee", "ANYKEY == 'x'", "ANYKEY")
    assertError("Employee", "sum:(salary) > 1", "propertiesToFetch")
    assertError("Employee", "employees.@count > 1", "keypath employees.@count not found")
  }

  func testABlockIsRefused() {
    var pieces = FetchPieces()
    pieces.predicate = NSPredicate { _, _ in true }
    XCTAssertThrowsError(
      try SQLGenerator(schema: world.schema)
        .objects(pieces, entity: try world.entity("Employee"), columns: ["t0.Z_PK"])
    ) { XCTAssertTrue("\($0)".contains("block"), "\($0)") }
  }

  func testErrorsBridgeToCocoa() {
    let error = SQLGenerationError.keyPathNotFound("pid", entity: "Employee").bridged
    XCTAssertEqual(error.domain, NSCocoaErrorDomain)
    XCTAssertEqual(error.localizedDescription, "keypath pid not found in entity Employee")
  }
}
