import CodeGeneration
import XCTest

final class TypeParserTests: XCTestCase {
  func testTypesAreReadAndWrittenAgain() {
    let texts = [
      "String", "String?", "Foundation.Date?", "[Int]", "[String: Any]?", "Set<Player>?",
      "Set<Set<Int>>", "Model.Inner", "(any Shape)?", "[[String: [Int]?]]",
    ]
    for text in texts { XCTAssertEqual(PropertyType.parse(text)?.text, text) }
  }

  func testGenericFormsBecomeSugar() {
    XCTAssertEqual(PropertyType.parse("Optional<String>")?.text, "String?")
    XCTAssertEqual(PropertyType.parse("Swift.Optional<Array<Int>>")?.text, "[Int]?")
    XCTAssertEqual(PropertyType.parse("Dictionary<String, Int>!")?.text, "[String: Int]?")
  }

  func testCanonicalFormDropsKnownModules() {
    XCTAssertEqual(PropertyType.parse("Foundation.Date?")?.canonical.text, "Date?")
    XCTAssertEqual(PropertyType.parse("Team.Player")?.canonical.text, "Team.Player")
  }

  func testWhatIsNoTypeIsRefused() {
    for text in ["", "[Int", "Set<", "String ?", "1"] {
      XCTAssertNil(PropertyType.parse(text), text)
    }
  }

  func testNestingWithoutEndIsRefused() {
    XCTAssertNil(PropertyType.parse(String(repeating: "[", count: 100_000)))
    XCTAssertNil(PropertyType.parse(String(repeating: "Set<", count: 100_000)))
    XCTAssertNotNil(PropertyType.parse("[[[[[Int]]]]]"))
    _ = PropertyType.parse(String(repeating: "(", count: 2000))
  }

  func testConditionsAreDecidedWhereTheyCanBe() {
    XCTAssertEqual(BuildCondition.value(of: "canImport(ObjectiveC)"), false)
    XCTAssertEqual(BuildCondition.value(of: "!canImport(ObjectiveC) && os(Linux)"), true)
    XCTAssertEqual(BuildCondition.value(of: "os(macOS) || (os(Linux) && true)"), true)
    XCTAssertEqual(BuildCondition.value(of: "DEBUG && os(macOS)"), false)
    XCTAssertNil(BuildCondition.value(of: "DEBUG || os(macOS)"))
    XCTAssertNil(BuildCondition.value(of: "compiler(>=6.9)"))
    XCTAssertNil(BuildCondition.value(of: "canImport(Geometry)"))
  }
}
