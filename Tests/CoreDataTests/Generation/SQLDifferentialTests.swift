import CoreData
import PredicateCore
import SQLiteDriver
import XCTest

/// The same predicate over the same objects, in memory and in SQLite. Truth: each is the other's, but
/// for the rule of `PredicateNode.asStored`, which Apple's framework has too.
final class SQLDifferentialTests: XCTestCase {
  /// How many random worlds are made: many in a soak run (`COREBOOK_SOAK`), a few otherwise.
  private static let worlds =
    ProcessInfo.processInfo.environment["COREBOOK_SOAK"] == nil ? 6 : 300

  private func compare(
    hasNulls: Bool, isOrdered: Bool = false, rounds: Int, seed: UInt64
  ) throws {
    var generator = SplitMix(seed: seed)
    let world = try PopulatedWorld(
      hasNulls: hasNulls, isOrdered: isOrdered, generator: &generator)
    var sampler = PredicateSampler(source: generator)
    for round in 0..<rounds {
      let entity = sampler.pick(["Employee", "Department", "Employee", "Manager"])
      let text = sampler.predicate(entity)
      let predicate = CompiledPredicate(try PredicateParser.predicate(text).asStored)
      var expected: Set<Int64> = []
      for thing in world.objects(entity)
      where try predicate.matches(thing.reference) {
        expected.insert(thing.primaryKey)
      }
      let query = try world.world.query(entity, text)
      let found = try world.keys(query)
      XCTAssertEqual(
        found.sorted(), expected.sorted(),
        "round \(round) of seed \(seed): \(entity) where \(text)\n\(query)")
      if found.sorted() != expected.sorted() { return }
    }
  }

  func testCompleteData() throws {
    for seed in 1...Self.worlds { try compare(hasNulls: false, rounds: 300, seed: UInt64(seed)) }
  }

  func testMissingValues() throws {
    for seed in 1...Self.worlds {
      try compare(hasNulls: true, rounds: 300, seed: UInt64(seed + 10_000))
    }
  }

  /// A path over an ordered to-many and then another one: found by a hostile test.
  func testOrderedRelationships() throws {
    for seed in 1...Self.worlds {
      try compare(
        hasNulls: seed.isMultiple(of: 2), isOrdered: true, rounds: 300, seed: UInt64(seed + 20_000))
    }
  }

  func testOrderIsTheSameAsInMemory() throws {  // B024, B025
    var generator = SplitMix(seed: 5)
    let world = try PopulatedWorld(hasNulls: true, generator: &generator)
    let selectors: [Selector?] = [
      nil, "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
      "localizedStandardCompare:",
    ]
    let keys = [
      "name", "salary", "rating", "hireDate", "bonus", "department.name", "mentor.mentor.name",
      "isActive",
    ]
    for key in keys {
      for selector in selectors {
        for ascending in [true, false] {
          let sort = NSSortDescriptor(key: key, ascending: ascending, selector: selector)
          let found = try world.keys(try world.world.query("Employee", sort: [sort]))
          let things = Dictionary(
            uniqueKeysWithValues: world.employees.map { ($0.primaryKey, $0.reference) })
          for (first, second) in zip(found, found.dropFirst()) {
            let a = try XCTUnwrap(things[first])
            let b = try XCTUnwrap(things[second])
            XCTAssertNotEqual(try sort.order(of: a, b), .orderedDescending, "\(sort)")
          }
          XCTAssertEqual(found.count, world.employees.count)
        }
      }
    }
  }

  func testListsOfThousands() throws {
    var generator = SplitMix(seed: 6)
    let world = try PopulatedWorld(hasNulls: false, generator: &generator)
    let codes = world.employees.compactMap { $0.values["code"]?.boxed }
    let many: [Any] = codes + (0..<40_000).map { _ in UUID() }
    XCTAssertEqual(try world.keys(world.world.query("Employee", "code IN %@", many)).count, 25)
    let some: [Any] = codes + (0..<5000).map { _ in UUID() }
    XCTAssertEqual(try world.keys(world.world.query("Employee", "code IN %@", some)).count, 25)
    for count in [20_000, 100_000] {
      let numbers = (0..<count).map { Double($0) / 4 }
      let query = try world.world.query("Employee", "rating IN %@", numbers)
      XCTAssertEqual(
        try world.keys(query).count,
        world.employees.filter { ($0.values["rating"]?.number?.approximation ?? -1) >= 0 }.count)
      let names = (0..<count).map { "n\($0)" } + ["Anna"]
      XCTAssertEqual(
        try world.keys(world.world.query("Employee", "name IN %@", names)).count,
        world.employees.filter { $0.values["name"] == .string("Anna") }.count)
    }
  }

  func testNotEqualDropsMissingValuesInSQLOnly() throws {  // B014, observed
    var generator = SplitMix(seed: 7)
    let world = try PopulatedWorld(hasNulls: true, generator: &generator)
    let unequal = NSPredicate(format: "name != 'Anna'")
    let inMemory = try world.employees.filter { try unequal.compiled.matches($0.reference) }
    let missing = world.employees.filter { $0.values["name"] == .null }
    let inSQL = try world.keys(world.world.query("Employee", "name != 'Anna'"))
    XCTAssertFalse(missing.isEmpty)
    XCTAssertEqual(inSQL.count, inMemory.count - missing.count)
  }
}

extension PredicateNode {
  /// What an SQLite store makes of the predicate, said for the evaluation in memory. One rule: a `!=`
  /// leaves out what has a missing value on either side (B014, observed), unless it stands inside
  /// NOT, NONE, ALL or TERNARY.
  var asStored: PredicateNode {
    switch self {
    case .and(let parts): return .and(parts.map(\.asStored))
    case .or(let parts): return .or(parts.map(\.asStored))
    case .not, .constant, .block: return self
    case .comparison(var comparison):
      guard comparison.modifier != .all else { return self }
      comparison.left = comparison.left.asStored
      comparison.right = comparison.right.asStored
      let node = PredicateNode.comparison(comparison)
      guard comparison.comparator == .notEqual, !comparison.left.isNil, !comparison.right.isNil
      else { return node }
      if comparison.modifier == .any, case .keyPath(let keys) = comparison.left, keys.count > 1 {
        return comparison.anyPresent(keys)
      }
      let sides =
        comparison.modifier == .direct ? [comparison.left, comparison.right] : [comparison.right]
      return .and(
        [node] + sides.map { .comparison(Comparison($0, .notEqual, .constant(.null))) })
    }
  }
}

extension Comparison {
  /// `ANY mentees.name != x` over the members that have a name: those of an ordered relationship give
  /// nil too, which a set leaves out by itself.
  fileprivate func anyPresent(_ keys: [String]) -> PredicateNode {
    let member = ExpressionNode.path(.variable("member"), [keys[keys.count - 1]])
    let subquery = ExpressionNode.subquery(
      .keyPath(Array(keys.dropLast())), variable: "member",
      .and([
        .comparison(Comparison(member, .notEqual, right, options: options)),
        .comparison(Comparison(member, .notEqual, .constant(.null))),
      ]))
    return .and([
      .comparison(Comparison(.path(subquery, ["@count"]), .greaterThan, .constant(.int(0)))),
      .comparison(Comparison(right, .notEqual, .constant(.null))),
    ])
  }
}

extension ExpressionNode {
  fileprivate var isNil: Bool { constantValue?.isNull == true }

  /// The conditions of subqueries as an SQLite store takes them.
  fileprivate var asStored: ExpressionNode {
    switch self {
    case .subquery(let collection, let variable, let condition):
      .subquery(collection, variable: variable, condition.asStored)
    case .path(let base, let keys): .path(base.asStored, keys)
    case .function(let call):
      .function(FunctionCall(call.name, call.arguments.map(\.asStored), operand: call.operand))
    default: self
    }
  }
}

/// A repeatable source of chance.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
