import CoreData
import PredicateCore
import SQLiteDriver
import XCTest

/// Predicates of thousands of comparisons. SQLite compares every constant of a statement with all before
/// it, unless it is told to leave them where they stand. Truth: the evaluation in memory.
final class SQLManyConditionsTests: XCTestCase {
  private var world: PopulatedWorld!

  override func setUpWithError() throws {
    var generator = SplitMix(seed: 12)
    world = try PopulatedWorld(hasNulls: true, generator: &generator)
  }

  override func tearDown() { world = nil }

  private func compare(
    _ predicate: NSPredicate, _ label: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> SQLQuery {
    let compiled = CompiledPredicate(predicate.node.asStored)
    var expected: [Int64] = []
    for thing in world.objects("Employee") where try compiled.matches(thing.reference) {
      expected.append(thing.primaryKey)
    }
    let query = try world.world.query("Employee") { $0.predicate = predicate }
    XCTAssertEqual(
      try world.keys(query).sorted(), expected.sorted(), label, file: file, line: line)
    return query
  }

  private func compound(
    _ type: NSCompoundPredicate.LogicalType, _ count: Int, _ part: (Int) -> NSPredicate
  ) -> NSCompoundPredicate {
    NSCompoundPredicate(type: type, subpredicates: (0..<count).map(part))
  }

  /// How many constants SQLite puts in front of the loop: they stand at the end of its program, from
  /// where its first instruction leads on.
  private func constantsInFront(_ query: SQLQuery) throws -> Int {
    let program = try world.connection.rows("EXPLAIN " + query.sql, query.bindings)
    let start = try XCTUnwrap(program.first?[3].integer)
    return program.filter {
      ($0[0].integer ?? 0) >= start
        && ["Variable", "Integer", "Int64", "Real", "String8"].contains($0[1].text)
    }.count
  }

  func testAlternativesOfOneKeyPathAreOneValue() throws {
    let many = try compare(
      compound(.or, 16_000) { NSPredicate(format: "salary == %d", $0 * 2) }, "many")
    XCTAssertEqual(many.bindings.count, 1)
    XCTAssertTrue(many.sql.contains("IN (SELECT value FROM json_each(?))"), many.sql)
    let more = try compare(
      compound(.or, 9) { NSPredicate(format: "salary == %d", $0 * 2) }, "nine")
    XCTAssertEqual(more.sql, many.sql, "their number is not in the text")
    let few = try compare(
      compound(.or, 8) { NSPredicate(format: "salary == %d", $0 * 2) }, "eight")
    XCTAssertEqual(few.bindings.count, 8)
  }

  /// No constant is compared with all before it, whatever is compared and however it is joined; few
  /// are put in front still.
  func testAnyComparisonsTakeTimeOfTheirNumber() throws {
    let count = 4_000
    let parts: [(String, (Int) -> NSPredicate)] = [
      (
        "less or greater",
        { NSPredicate(format: $0 % 2 == 0 ? "salary > %d" : "rating < %d", $0) }
      ),
      ("pairs", { NSPredicate(format: "salary == %d AND rating == %d", $0, $0 % 7) }),
      ("unequal", { NSPredicate(format: "salary != %d", $0 + 5) }),
      ("texts", { NSPredicate(format: "name < %@", "x\($0)") }),
    ]
    for (label, part) in parts {
      for type in [NSCompoundPredicate.LogicalType.or, .and] {
        let query = try compare(compound(type, count, part), "\(label) \(type.rawValue)")
        XCTAssertGreaterThanOrEqual(query.bindings.count, count)
        XCTAssertLessThan(try constantsInFront(query), 100, label)
        let short = try world.world.query("Employee") {
          $0.predicate = self.compound(type, 20, part)
        }
        XCTAssertGreaterThanOrEqual(try constantsInFront(short), 20, label)
      }
    }
  }

  func testStatementsOfThousandsAreNotKept() throws {
    let before = world.connection.cachedStatementCount
    _ = try compare(compound(.or, 3_000) { NSPredicate(format: "salary > %d", $0) }, "long")
    XCTAssertEqual(world.connection.cachedStatementCount, before)
    _ = try compare(compound(.or, 20) { NSPredicate(format: "salary > %d", $0) }, "short")
    XCTAssertEqual(world.connection.cachedStatementCount, before + 1)
  }

  /// Alternatives of every kind of value, with and without options, negated, among others, with nil.
  func testWhatIsGatheredFindsTheSame() throws {
    let names = [
      "Anna", "anna", "Bob", "Ärger", "arger", "", "a*b", "x'y", "Zoë", "zoe", "no", "?",
    ]
    func some(_ key: String, _ values: [Any], _ sign: String = "==") -> NSCompoundPredicate {
      compound(.or, values.count) {
        NSPredicate(format: "%K \(sign) %@", argumentArray: [key, values[$0]])
      }
    }
    let people = world.employees.prefix(12).map { $0.reference.boxed as Any }
    let codes = world.employees.compactMap { $0.values["code"]?.boxed }
    let others = [NSPredicate(format: "nickname == nil"), NSPredicate(format: "name == nickname")]
    let gathered: [NSCompoundPredicate] = [
      some("name", names), some("name", names, "==[c]"), some("name", names, "==[cd]"),
      some("salary", (0..<12).map { NSNumber(value: $0 * 2) }),
      some("rating", (0..<12).map { NSNumber(value: Double($0) / 4) }),
      some("bonus", (0..<12).map { NSDecimalNumber(value: Double($0) / 10) }),
      some("isActive", Array(repeating: NSNumber(value: true), count: 12)),
      some("hireDate", (0..<12).map { Date(timeIntervalSinceReferenceDate: Double($0) * 0.5) }),
      some("code", codes), some("department.name", names), some("mentor", people),
      some("salary", names), some("mentor.salary", (0..<12).map { NSNumber(value: $0) }),
    ]
    for (number, predicate) in gathered.enumerated() {
      _ = try compare(predicate, "\(number)")
      _ = try compare(NSCompoundPredicate(notPredicateWithSubpredicate: predicate), "NOT \(number)")
      let withNil = NSCompoundPredicate(
        orPredicateWithSubpredicates: others
          + predicate.subpredicates.compactMap { $0 as? NSPredicate })
      _ = try compare(withNil, "nil \(number)")
      _ = try compare(
        NSCompoundPredicate(notPredicateWithSubpredicate: withNil), "NOT nil \(number)")
      _ = try compare(
        NSCompoundPredicate(andPredicateWithSubpredicates: [
          predicate, NSCompoundPredicate(orPredicateWithSubpredicates: [withNil, gathered[0]]),
        ]), "AND \(number)")
    }
  }
}
