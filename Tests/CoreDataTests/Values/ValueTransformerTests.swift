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

  /// Documented: a subclass names the classes it allows; values of them are archived.
  func testOwnClassesThatAreAllowedAreArchived() throws {
    final class Paints: NSSecureUnarchiveFromDataTransformer {
      override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, TestPaint.self] }
    }
    func text(_ value: Any) -> String {
      (value as? [Any]).map { $0.map { "\($0)" }.joined(separator: ", ") } ?? "\(value)"
    }
    let name = register(Paints())
    let paint = TestPaint(name: "red", strength: 7)
    for value in [paint, [paint, TestPaint(name: "blue", strength: 1)], ["plain"]] as [Any] {
      let data = try ValueTransformer.storedData(of: value, transformerName: name)
      XCTAssertTrue(data.starts(with: Array("bplist00".utf8)))
      let read = try ValueTransformer.value(ofStored: data, transformerName: name)
      XCTAssertEqual(text(read), text(value))
    }
    let data = try ValueTransformer.storedData(of: paint, transformerName: name)
    let others = register(OnlyUUIDs())
    XCTAssertThrowsError(try ValueTransformer.value(ofStored: data, transformerName: others))
    XCTAssertThrowsError(try ValueTransformer.storedData(of: paint, transformerName: others)) {
      let error = ($0 as? TransformerError)?.bridged
      XCTAssertTrue(
        error?.localizedRecoverySuggestion?.contains("reverseTransformedValue") ?? false)
    }
    for cut in stride(from: 8, to: data.count, by: 7) {
      XCTAssertThrowsError(
        try ValueTransformer.value(ofStored: data.prefix(cut), transformerName: name))
    }
  }

  /// A class within another has no name by which an archive finds it again.
  func testAMemberOfAnotherTypeIsRefusedWithTheCure() throws {
    final class Inner: NSObject, NSSecureCoding {
      static let supportsSecureCoding = true
      override init() { super.init() }
      init?(coder: NSCoder) {}
      func encode(with coder: NSCoder) {}
    }
    final class Inners: NSSecureUnarchiveFromDataTransformer {
      override class var allowedTopLevelClasses: [AnyClass] { [Inner.self] }
    }
    let name = register(Inners())
    XCTAssertThrowsError(try ValueTransformer.storedData(of: Inner(), transformerName: name)) {
      let error = ($0 as? TransformerError)?.bridged
      XCTAssertTrue(error?.localizedRecoverySuggestion?.contains("member of another type") ?? false)
    }
  }

  func testAnAttributeOfAnOwnClassIsSavedAndRead() throws {
    final class Paint: NSSecureUnarchiveFromDataTransformer {
      override class var allowedTopLevelClasses: [AnyClass] { [TestPaint.self] }
    }
    let paint = TestModel.attribute("paint", .transformableAttributeType)
    paint.valueTransformerName = register(Paint())
    let stack = try Stack(TestModel.model([TestModel.entity("Wall", [paint])]))
    _ = stack.insert("Wall", ["paint": TestPaint(name: "red", strength: 3)])
    try stack.context.save()
    try stack.reopen()
    XCTAssertEqual(
      try stack.fetch("Wall").first?.value(forKey: "paint") as? TestPaint,
      TestPaint(name: "red", strength: 3))
  }

  /// A subclass may make the data in a way of its own.
  func testASecureTransformersOverridesAreAsked() throws {
    final class Shouting: NSSecureUnarchiveFromDataTransformer {
      override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(decoding: $0, as: UTF8.self) }
      }
      override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data($0.uppercased().utf8) }
      }
    }
    let name = register(Shouting())
    let data = try ValueTransformer.storedData(of: "ab", transformerName: name)
    XCTAssertEqual(data, Data("AB".utf8))
    XCTAssertEqual(
      try ValueTransformer.value(ofStored: data, transformerName: name) as? String, "AB")
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

/// A class of the program's own in archives.
final class TestPaint: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let name: String
  let strength: Int

  init(name: String, strength: Int) {
    self.name = name
    self.strength = strength
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = name as String
    strength = coder.decodeInteger(forKey: "strength")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(strength, forKey: "strength")
  }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? TestPaint).map { $0.name == name && $0.strength == strength } ?? false
  }

  override var hash: Int { name.hashValue }
  override var description: String { "\(name) \(strength)" }
}
