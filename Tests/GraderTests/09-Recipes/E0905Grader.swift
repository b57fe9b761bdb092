import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `wordsTransformer()` turns words into data and back.
final class E0905Grader: Grader {
  func testThereAndBack() throws {
    var data = UnseenData()
    let words = data.people(4)
    let transformer = try attempt { try wordsTransformer() }
    let stored = transformer.transformedValue(words) as? Data
    XCTAssertEqual(stored, Data(words.joined(separator: "\n").utf8), "the data of \(words)")
    XCTAssertList(
      transformer.reverseTransformedValue(stored) as? [String] ?? [], words, "the words again")
  }

  func testNothing() throws {
    let transformer = try attempt { try wordsTransformer() }
    XCTAssertNil(transformer.transformedValue(nil), "what becomes of nil")
    XCTAssertNil(transformer.reverseTransformedValue(nil), "what becomes of nil on the way back")
    XCTAssertNil(transformer.transformedValue(7), "what becomes of a number")
    XCTAssertEqual(transformer.transformedValue([String]()) as? Data, Data(), "the empty list")
    XCTAssertEqual(
      transformer.reverseTransformedValue(Data()) as? [String], [], "empty data")
  }
}
