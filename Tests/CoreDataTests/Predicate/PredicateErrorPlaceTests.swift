import PredicateCore
import XCTest

@testable import CoreData

/// Errors found when a fetch is carried out show their place in the predicate.
final class PredicateErrorPlaceTests: XCTestCase {
  private func place(_ type: String, _ format: String, _ entity: String = "Employee") throws
    -> String
  {
    let stack = try Garage(TestModel.employees(), type: type)
    _ = stack.insert("Employee", ["name": "Ann", "salary": 5])
    _ = stack.insert("Department", ["name": "sales"])
    try stack.context.save()
    do {
      _ = try stack.fetch(entity, format)
      return "no error"
    } catch {
      let info = (error as NSError).userInfo
      XCTAssertEqual((error as NSError).domain, NSCocoaErrorDomain)
      return info[NSDebugDescriptionErrorKey] as? String ?? "no place: \(error)"
    }
  }

  private func assertPlace(
    _ format: String, _ mark: String, _ entity: String = "Employee",
    in types: [String] = [NSSQLiteStoreType, NSInMemoryStoreType], file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    for type in types {
      let found = try place(type, format, entity)
      let lines = found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count == 3 else {
        XCTFail("\(type): \(found)", file: file, line: line)
        continue
      }
      let start = lines[2].prefix { $0 == " " }.count
      let marked = String(lines[1].dropFirst(start).prefix(lines[2].count - start))
      XCTAssertEqual(marked, mark, type, file: file, line: line)
    }
  }

  func testPlaces() throws {
    try assertPlace("salary > 1 AND zork == 2", "zork")  // B022
    try assertPlace("salary > 1 AND zork(name) == 2", "zork:", in: [NSInMemoryStoreType])
    try assertPlace("salary > 1 AND name MATCHES '('", "\"(\"", in: [NSInMemoryStoreType])
    try assertPlace("name == 'Ann' AND salary BETWEEN {1}", "salary BETWEEN {1}")  // B017
    try assertPlace("name == 'x' OR $zork == 1", "$zork")
    try assertPlace(
      "name == 'x' OR employees.name == 'y'", "employees.name", "Department",
      in: [NSSQLiteStoreType])  // B019
    try assertPlace(
      "name == 'x' OR name + 1 == 2", "name + 1", "Department", in: [NSSQLiteStoreType])
  }

  /// Unsaved objects are tested in memory: what cannot be tested is an error, not the end of the
  /// program.
  func testAnUnsavedObjectThatCannotBeTested() throws {
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Employee", ["name": "Ann"])
    XCTAssertThrowsError(try stack.fetch("Employee", "name MATCHES '('")) { error in
      XCTAssertTrue(error.localizedDescription.contains("regular expression"), "\(error)")
    }
  }

  /// What SQLite has no room for is said in words; negations of negations take none.
  func testDepthAndLength() throws {
    let stack = try Stack(TestModel.employees())
    _ = stack.insert("Employee", ["name": "Ann", "salary": 7])
    try stack.context.save()
    let negations = String(repeating: "NOT ", count: 150) + "salary == 7"
    XCTAssertEqual(try stack.fetch("Employee", negations).count, 1)
    XCTAssertEqual(try stack.fetch("Employee", "NOT " + negations).count, 0)
    let many = (0..<3000).map { "salary == \($0)" }.joined(separator: " OR ")
    XCTAssertEqual(try stack.fetch("Employee", many).count, 1)
    let deep =
      String(repeating: "NOT (", count: 70) + "salary == 7"
      + String(repeating: " OR salary == 8)", count: 70)
    XCTAssertEqual(try stack.fetch("Employee", deep).count, 1)
    // A predicate put together in code can be deeper than the language goes.
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = (0..<400).reduce(NSPredicate(format: "salary == 7")) { inner, number in
      let leaf = NSPredicate(format: "salary == %d", number)
      return NSCompoundPredicate(
        notPredicateWithSubpredicate: NSCompoundPredicate(
          orPredicateWithSubpredicates: [inner, leaf]))
    }
    XCTAssertThrowsError(try stack.context.fetch(request)) { error in
      XCTAssertEqual((error as NSError).code, NSPersistentStoreUnsupportedRequestTypeError)
      let text = error.localizedDescription
      XCTAssertTrue(text.hasPrefix("the fetch is too deep or too long for SQLite"), text)
      XCTAssertLessThan(text.count, 200)
    }
  }

  func testPiecesOfAText() throws {
    let text = "ü.name == 'x' AND SUBQUERY(a.b, $e, $e.c.zork > 1).@count > 0"
    let pieces = try PredicateParser.pieces(text)
    func found(_ part: PredicatePart) -> String? {
      pieces.place(of: part).map { String(Array(text)[$0]) }
    }
    XCTAssertEqual(found(.key("zork")), "zork")
    XCTAssertEqual(found(.keyPath("c.zork")), "$e.c.zork")
    XCTAssertEqual(found(.keyPath("a")), "a.b")
    XCTAssertEqual(found(.variable("e")), "$e.c.zork")
    XCTAssertEqual(found(.constant("x")), "'x'")
    XCTAssertEqual(found(.text("$e.c.zork > 1")), "$e.c.zork > 1")
    XCTAssertNil(found(.function("sum:")))
    XCTAssertEqual(
      pieces.place(ofLastKeyIn: ["c", "zork"]).map { String(Array(text)[$0]) }, "zork")
    XCTAssertEqual(pieces.place(ofLastKeyIn: ["a"]).map { String(Array(text)[$0]) }, "a")
  }
}
