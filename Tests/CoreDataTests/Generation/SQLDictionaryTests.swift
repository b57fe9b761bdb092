import CoreData
import PredicateCore
import SQLiteDriver
import XCTest

/// Dictionary fetches and counts as SQL.
final class SQLDictionaryTests: XCTestCase {
  private func dictionary(
    _ world: World, _ properties: [Any]?, group: [Any]? = nil, having: String? = nil,
    sort: String? = nil, _ change: (inout FetchPieces) -> Void = { _ in }
  ) throws -> SQLQuery {
    var pieces = FetchPieces()
    pieces.resultType = .dictionaryResultType
    pieces.propertiesToFetch = properties
    pieces.propertiesToGroupBy = group
    pieces.havingPredicate = try having.map { try NSPredicate.parse($0) }
    pieces.sortDescriptors = sort.map { [NSSortDescriptor(key: $0, ascending: true)] }
    change(&pieces)
    return try SQLGenerator(schema: world.schema)
      .dictionaries(pieces, entity: try world.entity("Employee"))
  }

  private func column(_ name: String, _ format: String) throws -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = try NSExpression.parse(format)
    return description
  }

  func testOneAggregateWithoutGrouping() throws {  // B035, observed
    let world = try World()
    let query = try dictionary(
      world,
      [
        try column("total", "sum:(salary)"), try column("names", "count:(name)"),
        try column("all", "count:(SELF)"), try column("mean", "average:(salary)"),
        try column("first", "min:(hireDate)"),
      ])
    XCTAssertEqual(
      query.sql,
      "SELECT COALESCE(SUM(t0.ZSALARY), 0), COUNT(t0.ZNAME), COUNT(*), AVG(t0.ZSALARY), "
        + "MIN(t0.ZHIREDATE) FROM ZEMPLOYEE t0")
    XCTAssertEqual(query.columns.map(\.name), ["total", "names", "all", "mean", "first"])
    XCTAssertEqual(query.columns[4].value, .attribute(.dateAttributeType))
  }

  /// Every row has a key, so that rows are counted; what stands beyond a to-one may be missing.
  func testOnlyTheRowsOwnKeysAreCountedAsRows() throws {
    let world = try World()
    for (format, sql) in [
      ("count:(objectID)", "COUNT(*)"), ("count:(department)", "COUNT(t0.ZDEPARTMENT)"),
      ("count:(department.objectID)", "COUNT(t0.ZDEPARTMENT)"),
      ("count:(department.SELF.objectID)", "COUNT(t1.Z_PK)"),
    ] {
      let query = try dictionary(world, [try column("n", format)])
      XCTAssertTrue(
        query.sql.hasPrefix("SELECT \(sql) FROM ZEMPLOYEE t0"), "\(format): \(query.sql)")
    }
  }

  func testGroupingWithHavingAndOrder() throws {  // B036, documented and observed
    let world = try World()
    let query = try dictionary(
      world, ["department.name", try column("n", "count:(name)")], group: ["department.name"],
      having: "n > 1 AND sum:(salary) > 5", sort: "n")
    XCTAssertEqual(
      query.sql,
      "SELECT t1.ZNAME, COUNT(t0.ZNAME) FROM ZEMPLOYEE t0 "
        + "LEFT JOIN ZDEPARTMENT t1 ON t1.Z_PK = t0.ZDEPARTMENT GROUP BY t1.ZNAME "
        + "HAVING (COUNT(t0.ZNAME) > ? AND COALESCE(SUM(t0.ZSALARY), 0) > ?) "
        + "ORDER BY COUNT(t0.ZNAME)")
    XCTAssertEqual(query.bindings, [1, 5])
    let variable = try dictionary(
      world, ["salary", try column("n", "count:(name)")], group: ["salary"], having: "$n > 1")
    XCTAssertTrue(variable.sql.hasSuffix("HAVING COUNT(t0.ZNAME) > ?"))
    XCTAssertThrowsError(
      try dictionary(world, ["salary", "name"], group: ["salary"])
    ) { error in
      XCTAssertEqual(error as? SQLGenerationError, .notGrouped("name"))
    }
  }

  func testObjectsInDictionaries() throws {  // B032, observed
    let world = try World()
    let query = try dictionary(
      world, ["name", "department", "mentor", try column("id", "SELF")])
    XCTAssertEqual(
      query.columns.map(\.value),
      [
        .attribute(.stringAttributeType), .object(entityName: "Department"),
        .objectWithEntity(entityName: "Employee"), .objectWithEntity(entityName: "Employee"),
      ])
    XCTAssertTrue(query.sql.contains("t0.ZNAME, t0.ZDEPARTMENT, t0.ZMENTOR, t0.Z"), query.sql)
    XCTAssertTrue(query.sql.contains("t0.Z_PK, t0.Z_ENT"), query.sql)
    XCTAssertThrowsError(try dictionary(world, ["tags"])) { error in
      XCTAssertEqual(error as? SQLGenerationError, .toManyNotAllowed("tags"))
    }
  }

  func testAllAttributesWhenNoneAreAsked() throws {  // B032, observed
    let world = try World()
    let names = Set(try dictionary(world, nil).columns.map(\.name))
    XCTAssertEqual(
      names,
      [
        "name", "nickname", "salary", "rating", "hireDate", "isActive", "code", "bonus", "page",
        "badge", "extra",
      ])
  }

  func testDistinctAndCounts() throws {  // B033, documented and observed
    let world = try World()
    let query = try dictionary(world, ["salary"]) { $0.returnsDistinctResults = true }
    XCTAssertEqual(query.sql, "SELECT DISTINCT t0.ZSALARY FROM ZEMPLOYEE t0")
    var pieces = FetchPieces()
    let generator = SQLGenerator(schema: world.schema)
    let employee = try world.entity("Employee")
    pieces.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    XCTAssertEqual(
      try generator.count(pieces, entity: employee).sql, "SELECT COUNT(*) FROM ZEMPLOYEE t0")
    pieces.fetchLimit = 3
    XCTAssertEqual(
      try generator.count(pieces, entity: employee).sql,
      "SELECT COUNT(*) FROM (SELECT 1 FROM ZEMPLOYEE t0 LIMIT ?)")
    pieces.resultType = [.dictionaryResultType]
    pieces.propertiesToFetch = ["salary"]
    pieces.returnsDistinctResults = true
    XCTAssertTrue(
      try generator.count(pieces, entity: employee).sql
        .hasPrefix("SELECT COUNT(*) FROM (SELECT DISTINCT t0.ZSALARY FROM"))
  }

  func testAnUpdateReadsItsOwnRow() throws {
    let world = try World()
    let generator = SQLGenerator(schema: world.schema)
    let employee = try world.entity("Employee")
    XCTAssertEqual(
      try generator.expression(PredicateParser.expression("salary + 1"), entity: employee).sql,
      "(t0.ZSALARY + ?)")
    XCTAssertThrowsError(
      try generator.expression(PredicateParser.expression("department.name"), entity: employee))
  }
}
