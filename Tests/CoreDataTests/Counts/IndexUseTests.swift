import PredicateCore
import SQLiteDriver
import XCTest

@testable import CoreData

/// Which comparisons of texts a fetch index serves, as SQLite's own plan says. What compares letters and
/// not spellings, or by the language, has to look at every row.
final class IndexUseTests: XCTestCase {
  private func garage() throws -> Garage {
    let name = TestModel.attribute("name", .stringAttributeType)
    let person = TestModel.entity(
      "Person", [name, TestModel.attribute("age", .integer32AttributeType)])
    person.indexes = [
      NSFetchIndexDescription(
        name: "byName",
        elements: [NSFetchIndexElementDescription(property: name, collationType: .binary)])
    ]
    return try Garage(TestModel.model([person]))
  }

  private func plan(_ predicate: NSPredicate, _ garage: Garage) throws -> String {
    var pieces = FetchPieces()
    pieces.predicate = predicate
    let entity = try XCTUnwrap(garage.model.entitiesByName["Person"])
    let query = try SQLGenerator(schema: SQLSchema(model: garage.model), isStrict: false)
      .objects(pieces, entity: entity, columns: ["t0.Z_PK"])
    return try garage.engine.connection.rows("EXPLAIN QUERY PLAN " + query.sql, query.bindings)
      .compactMap { $0.last?.text }.joined(separator: "; ")
  }

  func testTexts() throws {
    let garage = try garage()
    let alternatives = NSCompoundPredicate(
      orPredicateWithSubpredicates: (0..<20).map { NSPredicate(format: "name == %@", "n\($0)") })
    let gathered = try plan(alternatives, garage)
    XCTAssertTrue(gathered.contains("SEARCH") && gathered.contains("INDEX"), gathered)
    for (format, isServed) in [
      ("name == 'é'", true), ("name BEGINSWITH 'e\u{301}'", true), ("name LIKE 'é*'", true),
      ("name IN {'a', 'b'}", true), ("name BETWEEN {'a', 'b'}", true), ("name > 'a'", true),
      ("name == nil", true), ("name ==[n] 'a'", true), ("name ==[l] 'a'", true),
      ("name ==[c] 'a'", false), ("name BEGINSWITH[cd] 'a'", false), ("name LIKE '*a'", false),
      ("name ENDSWITH 'a'", false), ("name <[l] 'a'", false), ("name BETWEEN[l] {'a', 'b'}", false),
      ("name MATCHES 'a.*'", false), ("age > 3", false),
    ] {
      let text = try plan(NSPredicate(format: format), garage)
      XCTAssertEqual(
        text.hasPrefix("SEARCH") && text.contains("INDEX"), isServed, "\(format): \(text)")
    }
  }
}
