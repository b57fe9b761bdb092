import CoreData
import XCTest

/// Truth: documentation of `ValueTransformer` and `NSSecureUnarchiveFromDataTransformer`.
final class ValueTransformerTests: XCTestCase {
  /// Turns a text into its UTF-8 and back.
  private final class TextTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSData.self }
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { Data($0.utf8) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
      (value as? Data).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private final class OnlyUUIDs: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [NSUUID.self] }
  }

  /// Registers a transformer for the length of the test.
  private func register(_ transformer: ValueTransformer) -> String {
    let name = NSValueTransformerName("test-\(UUID().uuidString)")
    ValueTransformer.setValueTransformer(transformer, forName: name)
    addTeardownBlock { ValueTransformer.setValueTransformer(nil, forName: name) }
    return name.rawValue
  }

  func testStandardTransformers() throws {
    let negate = try XCTUnwrap(ValueTransformer(forName: .negateBooleanTransformerName))
    XCTAssertEqual(negate.transformedValue(NSNumber(value: true)) as? Bool, false)
    XCTAssertEqual(negate.reverseTransformedValue(NSNumber(value: true)) as? Bool, false)
    let isNil = try XCTUnwrap(ValueTransformer(forName: .isNilTransformerName))
    XCTAssertEqual(isNil.transformedValue(nil) as? Bool, true)
    XCTAssertEqual(isNil.transformedValue("x") as? Bool, false)
    let isNotNil = try XCTUnwrap(ValueTransformer(forName: .isNotNilTransformerName))
    XCTAssertEqual(isNotNil.transformedValue("x") as? Bool, true)
    XCTAssertNil(ValueTransformer(forName: .unarchiveFromDataTransformerName))
    XCTAssertTrue(ValueTransformer.allowsReverseTransformation())
    XCTAssertEqual(ValueTransformer().transformedValue(3) as? Int, 3)
  }

  func testRegisteredTransformersAreFoundByName() throws {
    let transformer = TextTransformer()
    let name = register(transformer)
    XCTAssertTrue(ValueTransformer(forName: NSValueTransformerName(name)) === transformer)
    let found = try XCTUnwrap(ValueTransformer(forName: NSValueTransformerName(name)))
    XCTAssertEqual(found.transformedValue("ä") as? Data, Data("ä".utf8))
    XCTAssertEqual(found.reverseTransformedValue(Data("ä".utf8)) as? String, "ä")
    XCTAssertTrue(ValueTransformer.valueTransformerNames().contains(NSValueTransformerName(name)))
    ValueTransformer.setValueTransformer(nil, forName: NSValueTransformerName(name))
    XCTAssertNil(ValueTransformer(forName: NSValueTransformerName(name)))
  }

  func testAttributesStoreThroughTheirTransformer() throws {
    let name = register(TextTransformer())
    let data = try ValueTransformer.storedData(of: "ä", transformerName: name)
    XCTAssertEqual(data, Data("ä".utf8))
    XCTAssertEqual(
      try ValueTransformer.value(ofStored: data, transformerName: name) as? String, "ä")
  }

  func testAttributesWithoutTransformerAreArchived() throws {
    for name in [nil, "", "NSSecureUnarchiveFromData", "NSKeyedUnarchiveFromData"] {
      let data = try ValueTransformer.storedData(of: ["a": [1]], transformerName: name)
      XCTAssertTrue(data.starts(with: Array("bplist00".utf8)))
      let value = try ValueTransformer.value(ofStored: data, transformerName: name)
      XCTAssertEqual((value as? [String: [Int]])?["a"], [1])
    }
  }

  func testTheSecureTransformerReadsOnlyItsClasses() throws {
    let name = register(OnlyUUIDs())
    let uuid = UUID()
    let data = try ValueTransformer.storedData(of: uuid, transformerName: name)
    XCTAssertEqual(
      try ValueTransformer.value(ofStored: data, transformerName: name) as? UUID, uuid)
    let text = try ValueTransformer.storedData(of: "x", transformerName: name)
    XCTAssertThrowsError(try ValueTransformer.value(ofStored: text, transformerName: name)) {
      let error = ($0 as? TransformerError)?.bridged
      XCTAssertEqual(error?.localizedFailureReason?.contains("NSString"), true)
    }
  }

  func testErrorsNameTheTransformerAndTheCure() {
    XCTAssertThrowsError(try ValueTransformer.storedData(of: 1, transformerName: "Absent")) {
      let error = ($0 as? TransformerError)?.bridged
      XCTAssertEqual(error?.code, NSCoreDataError)
      XCTAssertEqual(
        error?.localizedFailureReason, "No value transformer is registered under the name “Absent”."
      )
      XCTAssertEqual(error?.localizedRecoverySuggestion?.contains("setValueTransformer"), true)
    }
    let name = register(TextTransformer())
    XCTAssertThrowsError(try ValueTransformer.storedData(of: 1, transformerName: name)) {
      guard case TransformerError.noData? = $0 as? TransformerError else { return XCTFail("\($0)") }
    }
  }
}
