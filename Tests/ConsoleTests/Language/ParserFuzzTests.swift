import Console
import XCTest

/// The parser survives whatever is typed (issue: a command, however wrong, never ends the console).
final class ParserFuzzTests: XCTestCase {
  func testRandomLinesNeverTrap() {
    var random = Generator(state: 0x5EED)
    for _ in 0..<20_000 {
      let line = randomLine(&random)
      let count = Lexer(line).scalars.count
      do {
        _ = try Parser.parse(line)
      } catch {
        XCTAssertFalse(error.message.isEmpty, line)
        if let span = error.span {
          XCTAssertTrue(0 <= span.start && span.start <= span.end && span.end <= count, line)
        }
      }
      _ = InputReader.opening(in: line)
      _ = CommandSplitter.lines(line)
      _ = SQLText.statements(line)
    }
  }

  func testDamagedCommandsNeverTrap() {
    var random = Generator(state: 42)
    for command in Self.seeds {
      for _ in 0..<400 {
        var scalars = Array(command.unicodeScalars)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !scalars.isEmpty {
          let index = Int.random(in: 0..<scalars.count, using: &random)
          if Bool.random(using: &random) {
            scalars.remove(at: index)
          } else {
            scalars.insert(Self.alphabet.randomElement(using: &random) ?? "x", at: index)
          }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        _ = try? Parser.parse(String(view))
      }
    }
  }

  func testDeepNestingIsRefused() {
    let deep = "let x = " + String(repeating: "[", count: 10_000)
    XCTAssertThrowsError(try Parser.parse(deep))
  }

  private func randomLine(_ random: inout Generator) -> String {
    var words: [String] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      words.append(Self.words.randomElement(using: &random) ?? "")
    }
    return words.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  private static let alphabet = Array(
    "\"'\\#$@.,=()[]{};:+-*/ \n\tax1é漢🔴\u{0301}\u{0}".unicodeScalars)

  private static let words =
    Keyword.allCases.map(\.rawValue) + ToolName.allCases.map { "." + $0.rawValue }
    + alphabet.map(String.init)
    + [
      "where", "order by", "select", "as", "Person", "p1", "Person/p1", "12", "-3.5e", "\"x\"",
      "1e999",
    ]

  private static let seeds = [
    "insert Person name=\"John\" id=hash(\"John\") as john", "john.employees += jane, bill",
    "fetch Person where ANY x.y BEGINSWITH[cd] \"a\" order by name desc limit 3 select a, sum(b) as c",
    "batch insert Person [[a=1], [b=2]]", ".width 1 2 3", "select 'a' from b;",
    "let d = date(\"2012-01-31T12:00:00Z\")", "tree org employees depth 3",
  ]
}

/// A repeatable source of random numbers.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
