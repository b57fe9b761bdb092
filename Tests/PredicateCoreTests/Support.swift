import Foundation
import PredicateCore
import XCTest

/// Parses a text; a failure is reported at the caller's line.
func makePredicate(
  _ text: String, _ arguments: PredicateValue..., file: StaticString = #filePath,
  line: UInt = #line
) throws -> PredicateNode {
  do {
    return try PredicateParser.predicate(text, arguments: arguments.map { .value($0) })
  } catch {
    XCTFail("\(error)", file: file, line: line)
    throw error
  }
}

/// Whether a value fulfils the predicate of a text.
func matches(
  _ text: String, _ object: PredicateValue = .null, _ bindings: [String: PredicateValue] = [:],
  file: StaticString = #filePath, line: UInt = #line
) throws -> Bool {
  try CompiledPredicate(try makePredicate(text, file: file, line: line))
    .matches(object, bindings: bindings)
}

/// The value of the expression of a text.
func value(_ text: String, _ object: PredicateValue = .null) throws -> PredicateValue {
  try CompiledExpression(try PredicateParser.expression(text)).value(for: object)
}

/// A dictionary value.
func entry(_ entries: [String: PredicateValue]) -> PredicateValue {
  .dictionary(
    Dictionary(uniqueKeysWithValues: entries.map { (PredicateValue.string($0), $1) }))
}

/// Asserts that the canonical text of a predicate is as given, and that it parses to the same.
func assertText(
  _ text: String, prints expected: String, file: StaticString = #filePath, line: UInt = #line
) throws {
  let node = try makePredicate(text, file: file, line: line)
  XCTAssertEqual(node.description, expected, file: file, line: line)
  let again = try makePredicate(node.description, file: file, line: line)
  XCTAssertEqual(again.canonical, node.canonical, "read back", file: file, line: line)
}

/// Asserts that a text does not parse, where, and what was expected.
func assertSyntaxError(
  _ text: String, at position: Int, _ expected: String, file: StaticString = #filePath,
  line: UInt = #line
) {
  do {
    let node = try PredicateParser.predicate(text)
    XCTFail("parsed as \(node)", file: file, line: line)
  } catch let error as PredicateSyntaxError {
    XCTAssertEqual(error.position, position, file: file, line: line)
    XCTAssertTrue(
      error.expected.contains(expected), "expected \(error.expected)", file: file, line: line)
    XCTAssertTrue(error.description.hasPrefix("Unable to parse the format string"))
  } catch {
    XCTFail("\(error)", file: file, line: line)
  }
}
