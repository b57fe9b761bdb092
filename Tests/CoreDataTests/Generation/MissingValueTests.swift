import CoreData
import SQLiteDriver
import XCTest

/// Missing values in SQL: as in memory, but for `!=` (B014). Truth: the evaluation in memory, which is
/// Apple's; Apple's documents say nothing of NOT and of column against column in SQL.
final class MissingValueTests: XCTestCase {
  private func assertWhere(
    _ format: String, _ sql: String, entity: String = "Employee", file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let query = try World().query(entity, format)
    let found = query.sql.split(separator: " WHERE ", maxSplits: 1).last.map(String.init)
    XCTAssertEqual(found, sql, file: file, line: line)
  }

  func testNotIncludesMissingValues() throws {
    try assertWhere("NOT name == 'A'", "(t0.ZNAME = ?) IS NOT 1")
    try assertWhere("NOT name != 'A'", "(t0.ZNAME IS NOT ?) IS NOT 1")
    try assertWhere("NOT name == nil", "NOT (t0.ZNAME IS NULL)")
    try assertWhere(
      "NOT (name == nil OR salary != nil)", "NOT ((t0.ZNAME IS NULL OR t0.ZSALARY IS NOT NULL))")
    try assertWhere(
      "NOT (name == nil OR salary > 1)", "((t0.ZNAME IS NULL OR t0.ZSALARY > ?)) IS NOT 1")
    try assertWhere("NOT TRUEPREDICATE", "NOT (1)")
  }

  func testTwoMissingValuesAreEqual() throws {
    try assertWhere("name == nickname", "t0.ZNAME IS t0.ZNICKNAME")
    try assertWhere("name != nickname", "t0.ZNAME <> t0.ZNICKNAME")  // B014
    try assertWhere("NOT name != nickname", "(t0.ZNAME IS NOT t0.ZNICKNAME) IS NOT 1")
    try assertWhere("mentor == SELF", "t0.ZMENTOR = t0.Z_PK")
    try assertWhere("name == salary", "(t0.ZNAME IS NULL AND t0.ZSALARY IS NULL)")
    try assertWhere("name != salary", "(t0.ZNAME IS NOT NULL AND t0.ZSALARY IS NOT NULL)")
    try assertWhere(
      "NOT name != salary", "((t0.ZNAME IS NOT NULL OR t0.ZSALARY IS NOT NULL)) IS NOT 1")
    try assertWhere(
      "name IN {nickname, 'x', nil}", "(t0.ZNAME = t0.ZNICKNAME OR t0.ZNAME = ? OR 0)")
  }

  func testASetOfValuesHasNoMissingOnes() throws {  // valueForKey: of a set, documented
    let from = "SELECT 1 FROM ZEMPLOYEE t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND "
    try assertWhere(
      "ANY employees.name == nil", "EXISTS (\(from)t1.ZNAME IS NOT NULL AND t1.ZNAME IS NULL)",
      entity: "Department")
    try assertWhere(
      "NONE employees.name != 'A'",
      "NOT EXISTS (\(from)t1.ZNAME IS NOT NULL AND t1.ZNAME IS NOT ?)", entity: "Department")
    try assertWhere(
      "ANY employees.name == name",
      "EXISTS (\(from)t1.ZNAME IS NOT NULL AND t1.ZNAME IS t0.ZNAME)", entity: "Department")
    let query = try World().query("Department", "ANY employees.name == nil")
    XCTAssertTrue(query.notes.contains { $0.contains("SUBQUERY") }, "\(query.notes)")
  }

  /// SQLite allows 1000 levels of an expression, and reads a chain as one level for each link.
  func testChainsOfThousands() throws {
    var generator = SplitMix(seed: 1)
    let world = try PopulatedWorld(hasNulls: true, generator: &generator)
    for word in ["OR", "AND"] {
      let text = (0..<5000).map { "salary != \($0 + 100)" }.joined(separator: " \(word) ")
      let query = try world.world.query("Employee", "NOT (\(text))")
      XCTAssertEqual(try world.keys(query), [])
    }
  }
}
