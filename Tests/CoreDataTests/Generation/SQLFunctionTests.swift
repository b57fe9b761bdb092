import CoreData
import PredicateCore
import SQLiteDriver
import XCTest

/// Every function of expressions in SQL: what it gives in memory, or a reason why it gives nothing.
final class SQLFunctionTests: XCTestCase {
  /// A call of each function, over one employee.
  private let calls: [String: String] = [
    "add:to:": "add:to:(salary, 2)", "from:subtract:": "from:subtract:(salary, rating)",
    "multiply:by:": "multiply:by:(salary, 3)", "divide:by:": "divide:by:(salary, 2)",
    "modulus:by:": "modulus:by:(salary, 4)", "raise:toPower:": "raise:toPower:(salary, 2)",
    "bitwiseAnd:with:": "bitwiseAnd:with:(salary, 6)",
    "bitwiseOr:with:": "bitwiseOr:with:(salary, 6)",
    "bitwiseXor:with:": "bitwiseXor:with:(salary, 6)",
    "leftshift:by:": "leftshift:by:(salary, 2)", "rightshift:by:": "rightshift:by:(salary, 1)",
    "onesComplement:": "onesComplement:(salary)", "abs:": "abs:(rating)", "sqrt:": "sqrt:(salary)",
    "log:": "log:(salary + 1)", "ln:": "ln:(salary + 1)", "exp:": "exp:(rating)",
    "floor:": "floor:(rating)", "ceiling:": "ceiling:(rating)", "trunc:": "trunc:(rating)",
    "uppercase:": "uppercase:(name)", "lowercase:": "lowercase:(name)",
    "canonical:": "canonical:(name)", "length:": "length:(name)", "noindex:": "noindex:(name)",
    "castObject:toType:": "CAST(salary, 'NSString')",
  ]
  /// Functions whose value is another each time, and those of collections.
  private let others: Set<String> = [
    "now", "random", "random:", "sum:", "count:", "average:", "min:", "max:", "median:", "mode:",
    "stddev:", "distinct:", "objectFrom:withIndex:",
  ]

  private func dictionary(_ world: World, _ format: String) throws -> SQLQuery {
    let column = NSExpressionDescription()
    column.name = "x"
    column.expression = try NSExpression.parse(format)
    var pieces = FetchPieces()
    pieces.resultType = .dictionaryResultType
    pieces.propertiesToFetch = [column]
    return try SQLGenerator(schema: world.schema)
      .dictionaries(pieces, entity: try world.entity("Employee"))
  }

  func testTheTableIsWhole() {
    XCTAssertEqual(
      Set(PredicateFunction.table.keys), Set(calls.keys).union(others),
      "a function without a test")
  }

  func testFunctionsOfOneRow() throws {
    var generator = SplitMix(seed: 3)
    let world = try PopulatedWorld(hasNulls: true, generator: &generator)
    for (name, call) in calls {
      let query = try dictionary(world.world, call)
      let rows = try world.connection.rows(query.sql + " ORDER BY t0.Z_PK", query.bindings)
      let expression = CompiledExpression(try PredicateParser.expression(call))
      for (row, thing) in zip(rows, world.employees) {
        let expected = try expression.value(for: thing.reference)
        let found: PredicateValue =
          switch row[0] {
          case .null: .null
          case .integer(let number): .int(number)
          case .real(let number): .double(number)
          case .text(let text): .string(text)
          case .blob(let data): .data(data)
          }
        XCTAssertEqual(found, expected, "\(name) of \(thing): \(query.sql)")
      }
    }
  }

  private static func number(_ value: SQLiteValue) -> Double? {
    if case .real(let number) = value { return number }
    return value.integer.map(Double.init)
  }

  func testAggregatesOfAllRows() throws {
    var generator = SplitMix(seed: 4)
    let world = try PopulatedWorld(hasNulls: true, generator: &generator)
    let salaries = world.employees.map { $0.values["salary"] ?? .null }
    let ratings = world.employees.map { $0.values["rating"] ?? .null }
    for name in ["sum:", "count:", "average:", "min:", "max:", "median:", "stddev:"] {
      for (key, values) in [("salary", salaries), ("rating", ratings)] {
        let query = try dictionary(world.world, "\(name)(\(key))")
        let found = try world.connection.rows(query.sql, query.bindings)[0][0]
        let expected = try PredicateFunction.call(
          name, [.array(values.filter { !$0.isNull })])
        guard let number = Self.number(found) else { return XCTFail("\(name) \(found)") }
        XCTAssertEqual(number, expected.number?.approximation ?? .nan, accuracy: 1e-9, name)
      }
    }
    let distinct = try dictionary(world.world, "count:(distinct:(salary))")
    XCTAssertTrue(distinct.sql.hasPrefix("SELECT COUNT(DISTINCT t0.ZSALARY)"), distinct.sql)
    XCTAssertEqual(
      try world.connection.rows(distinct.sql)[0][0],
      .integer(Int64(Set(salaries.filter { !$0.isNull }).count)))
    let empty = try dictionary(world.world, "median:(salary)")
    XCTAssertEqual(try world.connection.rows(empty.sql + " WHERE 0")[0][0], .null)
  }

  func testAggregatesOfATooManyRelationship() throws {
    var generator = SplitMix(seed: 5)
    let world = try PopulatedWorld(hasNulls: true, generator: &generator)
    for name in ["sum:", "min:", "max:", "median:", "stddev:", "average:", "count:"] {
      let text = "\(name)(mentees.salary) > 2"
      let predicate = CompiledPredicate(try PredicateParser.predicate(text))
      let expected = try world.employees.filter { try predicate.matches($0.reference) }
      let found = try world.keys(try world.world.query("Employee", text))
      XCTAssertEqual(found.sorted(), expected.map(\.primaryKey).sorted(), text)
    }
  }

  func testWhatGivesCollectionsIsRefused() throws {
    let world = try World()
    for call in ["mode:(salary)", "{1, 2}[salary]", "distinct:(salary)"] {
      XCTAssertThrowsError(try dictionary(world, call), call) { error in
        XCTAssertTrue("\(error)".hasPrefix("Unsupported"), "\(error)")
      }
    }
  }

  /// Apple's SQLite store knows neither the median nor the deviation, nor aggregates in a HAVING: it
  /// finds computed columns there as variables alone (observed).
  func testWhatAppleRefusesIsNotedAndRefusedWhenStrict() throws {
    let world = try World()
    var pieces = FetchPieces()
    pieces.resultType = .dictionaryResultType
    let column = NSExpressionDescription()
    column.name = "n"
    column.expression = try NSExpression.parse("count:(name)")
    pieces.propertiesToFetch = ["salary", column]
    pieces.propertiesToGroupBy = ["salary"]
    let employee = try world.entity("Employee")
    for (having, isPortable) in [("n > 1", false), ("count:(name) > 1", false), ("$n > 1", true)] {
      pieces.havingPredicate = try NSPredicate.parse(having)
      let query = try SQLGenerator(schema: world.schema).dictionaries(pieces, entity: employee)
      XCTAssertTrue(query.sql.hasSuffix("HAVING COUNT(t0.ZNAME) > ?"), query.sql)
      XCTAssertEqual(query.notes.isEmpty, isPortable, having)
      let strict = Result {
        try SQLGenerator(schema: world.schema, isStrict: true).dictionaries(
          pieces, entity: employee)
      }
      XCTAssertEqual((try? strict.get()) != nil, isPortable, having)
    }
    XCTAssertFalse(try dictionary(world, "median:(salary)").notes.isEmpty)
  }
}
