import Foundation
import PredicateCore
import XCTest

/// Inputs meant to crash, or to take more than linear time.
final class HostileInputTests: XCTestCase {
  func testDeepNestingIsAnErrorInEveryShape() {
    let shapes: [(String, String, String)] = [
      ("(", "a == 1", ")"), ("NOT ", "a == 1", ""), ("!", "a == 1", ""), ("{", "1", "}"),
      ("-", "1", ""), ("+", "1", ""), ("~", "1", ""), ("abs(", "1", ")"), ("(", "a", ")"),
      ("SUBQUERY(a, $x, ", "b == 1", ").@count == 1"), ("$a := ", "1", ""),
      ("TERNARY(a == 1, ", "b", ", 1)"), ("x[", "0", "]"), ("1 ** ", "1", ""),
      ("NONE a == (", "1", ")"),
    ]
    for (open, core, close) in shapes {
      for depth in [1000, 100_000] {
        let text =
          "a == " + String(repeating: open, count: depth) + core
          + String(repeating: close, count: depth)
        XCTAssertThrowsError(try PredicateParser.predicate(text), open)
        XCTAssertThrowsError(try PredicateParser.predicate(String(text.dropFirst(5))), open)
      }
    }
  }

  func testNestingWithinTheLimitWorksThroughout() throws {
    let depth = PredicateParser.heightLimit - 1
    for (open, close) in [("(", ")"), ("NOT (", ")"), ("NOT ", "")] {
      let count = open == "NOT (" ? depth / 2 : depth
      let text =
        String(repeating: open, count: count) + "a == 1" + String(repeating: close, count: count)
      let node = try makePredicate(text)
      XCTAssertEqual(try makePredicate(node.description).canonical, node.canonical)
      _ = try CompiledPredicate(node).matches(.null)
    }
    let sum = "a == " + Array(repeating: "1", count: depth).joined(separator: " + ")
    XCTAssertTrue(try matches(sum, entry(["a": .int(Int64(depth))])))
  }

  func testWhatIsPrintedOfTheHighestTreesCanBeRead() throws {
    // Each sign is printed as a subtraction in parentheses: found by the fuzzer.
    let limit = PredicateParser.heightLimit
    let texts = [
      String(repeating: "-", count: limit - 1) + "@U < 1",
      String(repeating: "NOT (a == 1 OR ", count: limit / 2 - 1) + "b == 2"
        + String(repeating: ")", count: limit / 2 - 1),
      String(repeating: "1 - (a * ", count: limit / 2 - 1) + "b"
        + String(repeating: ")", count: limit / 2 - 1) + " == 1",
      "a == " + String(repeating: "($b := 2 ** ", count: limit / 2 - 1) + "c"
        + String(repeating: ")", count: limit / 2 - 1),
    ]
    for text in texts {
      let node = try makePredicate(text)
      XCTAssertEqual(try makePredicate(node.description).canonical, node.canonical, text)
    }
  }

  func testChainsInsideChainsDoNotAddUp() {
    // 150 levels of parentheses with 150 sums in each would be a tree of 22,500 levels.
    let text =
      String(repeating: "(", count: 150) + "a"
      + String(repeating: String(repeating: " + 1", count: 150) + ")", count: 150) + " == 1"
    XCTAssertThrowsError(try PredicateParser.predicate(text)) { error in
      XCTAssertTrue("\(error)".contains("160 levels"), "\(error)")
    }
  }

  func testCorpusOfTheFuzzer() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fuzzing/Corpus/Predicates")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    XCTAssertGreaterThan(files.count, 10)
    for file in files {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      guard let node = try? PredicateParser.predicate(text) else { continue }
      XCTAssertEqual(
        try makePredicate(node.description).canonical, node.canonical, file.lastPathComponent)
      _ = try? CompiledPredicate(node).matches(entry(["a": .int(1)]))
    }
  }

  func testLongChainsThatNestToTheLeftAreErrors() {
    for link in [" + 1", " - 1", "[0]", " UNION a", ".b[0]"] {
      let text = "a" + String(repeating: link, count: 100_000) + " == 1"
      XCTAssertThrowsError(try PredicateParser.predicate(text), link)
    }
  }

  func testAMegabyteTakesLinearTime() throws {
    let pieces = ["a == 'xyz' AND ", "b IN {1, 2, 3} OR ", "c.d.e > 5.25 and "]
    for piece in pieces {
      func time(_ bytes: Int) throws -> Double {
        let text = String(repeating: piece, count: bytes / piece.utf8.count) + "z == 1"
        let start = DispatchTime.now().uptimeNanoseconds
        let node = try PredicateParser.predicate(text)
        _ = node.description
        return Double(DispatchTime.now().uptimeNanoseconds - start)
      }
      _ = try time(10_000)
      let small = try time(100_000)
      let large = try time(1_000_000)
      XCTAssertLessThan(large, small * 40, "ten times the text, \(large / small) times the time")
    }
    let list = "a IN {" + Array(repeating: "12345", count: 200_000).joined(separator: ",") + "}"
    XCTAssertTrue(try matches(list, entry(["a": .int(12345)])))
    let string = "a == '" + String(repeating: "x", count: 1_000_000) + "'"
    XCTAssertFalse(try matches(string, entry(["a": .int(1)])))
    XCTAssertThrowsError(
      try PredicateParser.predicate(String(repeating: "'", count: 1_000_001)))
  }

  func testRandomBytesNeverCrash() {
    var generator = SeededGenerator(seed: 15)
    let alphabet = Array("aZ_09 .,'\"\\(){}[]$@#%:=<>!&|^~*/+-\n\u{e9}\u{0}".unicodeScalars)
    let words = [
      "AND", "OR", "NOT", "ANY", "IN", "SUBQUERY(", "CAST(", "nil", "SELF", "BETWEEN", "x.y",
      "'s'", "1.5e3", "{1,2}", "==", "LIKE[cd]", "@count", "$v", "TERNARY(", "FUNCTION(", ")",
    ]
    let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil
    for round in 0..<(isSoak ? 1_000_000 : 20_000) {
      var text = ""
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        if round.isMultiple(of: 2), let word = words.randomElement(using: &generator) {
          text += word + " "
        } else if let scalar = alphabet.randomElement(using: &generator) {
          text.unicodeScalars.append(scalar)
        }
      }
      guard let node = try? PredicateParser.predicate(text) else { continue }
      let again = try? PredicateParser.predicate(node.description)
      XCTAssertEqual(again?.canonical, node.canonical, "\(text) → \(node)")
      _ = try? CompiledPredicate(node).matches(entry(["x": .int(1)]))
    }
    for _ in 0..<(isSoak ? 1_000_000 : 2000) {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? PredicateParser.predicate(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// A repeatable source of chance.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
