import CoreData
import PredicateCore
import SQLiteDriver
import XCTest

/// Conditions in conditions, as deep as the predicate language goes: SQLite's parser has a stack of a hundred
/// places. Truth: the evaluation in memory.
final class SQLNestingTests: XCTestCase {
  private var world: PopulatedWorld!

  override func setUpWithError() throws {
    var generator = SplitMix(seed: 11)
    world = try PopulatedWorld(hasNulls: true, generator: &generator)
  }

  override func tearDown() { world = nil }

  private func compare(
    _ text: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let predicate = CompiledPredicate(try PredicateParser.predicate(text).asStored)
    var expected: [Int64] = []
    for thing in world.objects("Employee") where try predicate.matches(thing.reference) {
      expected.append(thing.primaryKey)
    }
    let query = try world.world.query("Employee", text)
    XCTAssertEqual(try world.keys(query).sorted(), expected.sorted(), file: file, line: line)
  }

  private let leaves = ["salary > 3", "name == 'Anna'", "rating < 1", "nickname != nil"]

  func testEveryShapeToTheLimit() throws {
    let limit = PredicateParser.heightLimit - 4
    for words in [["AND", "OR"], ["OR", "AND"]] {
      for depth in [20, 70, limit] {
        var right = "salary > 4"
        var left = right
        for level in 0..<depth {
          let leaf = leaves[level % leaves.count]
          right = "\(leaf) \(words[level % 2]) (\(right))"
          left = "(\(left)) \(words[level % 2]) \(leaf)"
        }
        try compare(right)
        try compare(left)
      }
    }
  }

  func testNegationsBetween() throws {
    for depth in [20, 60, (PredicateParser.heightLimit - 4) / 2] {
      var text = "salary > 4"
      for level in 0..<depth {
        text = "\(leaves[level % 4]) \(level % 2 == 0 ? "OR" : "AND") NOT (\(text))"
      }
      try compare(text)
      try compare("NOT (\(text))")
    }
  }

  /// Two long branches at each fork, and forks anywhere.
  func testRandomTrees() throws {
    var generator = SplitMix(seed: 5)
    func tree(_ depth: Int, _ width: Int) -> String {
      let leaf = leaves.randomElement(using: &generator) ?? ""
      guard depth > 0 else { return leaf }
      let word = ["AND", "OR"].randomElement(using: &generator) ?? ""
      let isFork = width > 0 && Int.random(in: 0..<8, using: &generator) == 0
      let other = isFork ? "(\(tree(depth - 1, width - 1)))" : leaf
      let inner = tree(depth - 1, width - (isFork ? 1 : 0))
      let isNegated = depth > 1 && Int.random(in: 0..<6, using: &generator) == 0
      let parts = ["\(isNegated ? "NOT " : "")(\(inner))", other].shuffled(using: &generator)
      return parts.joined(separator: " \(word) ")
    }
    for _ in 0..<12 { try compare(tree(100, 4)) }
  }

  /// What is deeper than even that is an error that says so.
  func testDeeperIsAnError() throws {
    let garage = try Garage(TestModel.employees())
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    var deep = NSPredicate(format: "salary > 4")
    for level in 0..<400 {
      let leaf = NSPredicate(format: "salary > %d", level)
      deep =
        level % 2 == 0
        ? NSCompoundPredicate(orPredicateWithSubpredicates: [leaf, deep])
        : NSCompoundPredicate(
          notPredicateWithSubpredicate: NSCompoundPredicate(
            andPredicateWithSubpredicates: [leaf, deep]))
    }
    request.predicate = deep
    XCTAssertThrowsError(try garage.context.fetch(request)) { error in
      XCTAssertTrue("\(error)".contains("levels") || "\(error)".contains("SQLite"), "\(error)")
    }
  }
}
