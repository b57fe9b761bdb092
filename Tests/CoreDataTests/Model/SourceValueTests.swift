import CoreData
import XCTest

/// Values as model sources spell them.
final class SourceValueTests: XCTestCase {
  func testValues() {
    XCTAssertEqual(number("0", .integer16AttributeType), 0)
    XCTAssertEqual(
      number("-9223372036854775808", .integer64AttributeType), NSNumber(value: Int64.min))
    XCTAssertEqual(number("1.5", .doubleAttributeType), 1.5)
    XCTAssertEqual(number("YES", .booleanAttributeType), NSNumber(value: true))
    XCTAssertEqual(
      number("1.10", .decimalAttributeType), NSDecimalNumber(string: "1.1"))
    XCTAssertEqual(
      SourceValue.parse("2013-04-23 12:00:00 +0000", type: .dateAttributeType) as? Date,
      Date(timeIntervalSinceReferenceDate: 388_411_200), "corpus 049")
    XCTAssertEqual(
      SourceValue.parse("2013-04-23 14:00 +0200", type: .dateAttributeType) as? Date,
      Date(timeIntervalSinceReferenceDate: 388_411_200))
    XCTAssertEqual(SourceValue.parse("", type: .stringAttributeType) as? String, "")
  }

  func testWhatIsNoValue() {
    for (text, type) in [
      ("ten", NSAttributeType.integer16AttributeType), ("", .doubleAttributeType),
      ("maybe", .booleanAttributeType), ("today", .dateAttributeType),
      ("2013-13-01", .dateAttributeType), ("999999999999-01-01", .dateAttributeType),
      ("1e40", .integer64AttributeType), ("nan", .integer32AttributeType),
      ("x", .UUIDAttributeType),
      ("1,5", .decimalAttributeType), ("x", .transformableAttributeType),
    ] {
      XCTAssertNil(SourceValue.parse(text, type: type), "\(text) as \(type.sourceName)")
    }
  }

  /// The interval of a date counts, not its text.
  func testTheIntervalOfADateCounts() {
    let attributes = ["defaultDateTimeInterval": "0", "defaultValueString": "yesterday"]
    XCTAssertEqual(
      SourceValue.value("default", in: attributes, type: .dateAttributeType) as? Date,
      Date(timeIntervalSinceReferenceDate: 0))
  }

  private func number(_ text: String, _ type: NSAttributeType) -> NSNumber? {
    SourceValue.parse(text, type: type) as? NSNumber
  }

  func testADateIsANumberOfSecondsOrNone() {
    for text in ["nan", "inf", "-inf", "1e999"] {
      XCTAssertNil(
        SourceValue.value(
          "default", in: ["defaultDateTimeInterval": text], type: .dateAttributeType))
    }
  }

}
