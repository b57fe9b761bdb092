import Console
import XCTest

/// Numbers, dates, widths and the string hash.
final class TextTests: XCTestCase {
  func testNumbersArePlain() {
    XCTAssertEqual(NumberText.text(3.0), "3")
    XCTAssertEqual(NumberText.text(-0.0), "0")
    XCTAssertEqual(NumberText.text(0.1), "0.1")
    XCTAssertEqual(NumberText.text(1e-5), "0.00001")
    XCTAssertEqual(NumberText.text(-1.5e-7), "-0.00000015")
    XCTAssertEqual(NumberText.text(Double.leastNonzeroMagnitude), "5e-324")
    XCTAssertEqual(NumberText.text(-2.5e-16), "-2.5e-16")
    XCTAssertEqual(NumberText.text(123_456_789_012_345.0), "123456789012345")
    XCTAssertEqual(NumberText.text(Float(0.1)), "0.1")
    XCTAssertEqual(NumberText.text(Float(16_777_216) * 8), "134217728")
    XCTAssertEqual(NumberText.text(1e300), "1e+300")
    var random = Generator(state: 7)
    for _ in 0..<5000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      XCTAssertEqual(Double(NumberText.text(number)), number, "reads back the same")
    }
  }

  func testDatesAreISO() {
    XCTAssertEqual(ISODate.text(secondsSince2001: 0), "2001-01-01T00:00:00Z")
    XCTAssertEqual(ISODate.text(secondsSince2001: -0.001), "2000-12-31T23:59:59.999Z")
    XCTAssertEqual(ISODate.text(secondsSince2001: 0.5), "2001-01-01T00:00:00.500Z")
    XCTAssertEqual(ISODate.seconds(from: "2001-01-01T02:00:00+02:00"), 0)
    XCTAssertEqual(ISODate.seconds(from: "2001-01-02"), 86_400)
    for text in ["1977-10-13T00:00:00Z", "2012-01-31T12:00:00Z", "1600-02-29T23:59:59Z"] {
      XCTAssertEqual(ISODate.seconds(from: text).map(ISODate.text(secondsSince2001:)), text)
    }
    for text in [
      "", "2012", "2012-13-01", "2011-02-29", "2012-01-01T", "2012-01-01T10:00:00.Z", "x",
    ] {
      XCTAssertNil(ISODate.seconds(from: text), text)
    }
  }

  func testWidthsAreThoseOfATerminal() {
    XCTAssertEqual(DisplayWidth.of("abc"), 3)
    XCTAssertEqual(DisplayWidth.of("東京"), 4)
    XCTAssertEqual(DisplayWidth.of("한국어"), 6)
    XCTAssertEqual(DisplayWidth.of("🔴"), 2)
    XCTAssertEqual(DisplayWidth.of("e\u{301}"), 1)
    XCTAssertEqual(DisplayWidth.of("नमस्ते"), 4, "combining vowel signs and the virama take no column")
    XCTAssertEqual(DisplayWidth.of("👩‍👩‍👧"), 2)
    XCTAssertEqual(DisplayWidth.of("🇩🇪"), 2)
    XCTAssertEqual(DisplayWidth.of("❤️"), 2)
    XCTAssertEqual(DisplayWidth.of("ー"), 2)
  }

  /// Seed 000, demand 10: the figures of the text.
  func testTheHashesOfTheText() {
    XCTAssertEqual(StringHash.ofText("MyCompany, Inc."), -19904)
    XCTAssertEqual(StringHash.ofText("John"), -28989)
    XCTAssertEqual(StringHash.ofText("Jane"), 6050)
    XCTAssertEqual(StringHash.ofText("Bill"), 28151)
  }

  /// The line above a caret is cut to the screen, so that the caret stays under its place.
  func testACaretFitsTheScreen() throws {
    let long = String(repeating: "fetch 東京 where a == 1 or ", count: 12)
    for width in [10, 40, 80, 200] {
      for start in [0, 1, 50, 150, long.unicodeScalars.count - 1, long.unicodeScalars.count] {
        let problem = Problem("x", at: Span(start: start, end: start + 3))
        let lines = Caret.lines(for: problem, in: long, width: width)
        XCTAssertEqual(lines.count, 2)
        for line in lines { XCTAssertLessThanOrEqual(DisplayWidth.of(line), width, line) }
        let carets = try XCTUnwrap(lines.last)
        let before = carets.prefix { $0 == " " }.count
        guard start < long.unicodeScalars.count else { continue }
        var column = 0
        let under = lines[0].first { character in
          defer { column += DisplayWidth.of(character) }
          return column >= before
        }
        XCTAssertEqual(under, Array(long)[start], "\(width), \(start): \(lines)")
      }
    }
    let short = Caret.lines(for: Problem("x", at: Span(start: 2, end: 4)), in: "a bc", width: 80)
    XCTAssertEqual(short, ["  a bc", "    ^^"])
  }

  func testMessagesAreBrokenBetweenWords() {
    XCTAssertEqual(EventPrinter.wrapped("one two three", width: 8), "one two\nthree")
    XCTAssertEqual(EventPrinter.wrapped("東京 東京", width: 5), "東京\n東京")
    XCTAssertEqual(EventPrinter.wrapped("/a/very/long/path it", width: 6), "/a/very/long/path\nit")
    XCTAssertEqual(EventPrinter.wrapped("  in a list", width: 7), "  in a\n  list")
    XCTAssertEqual(EventPrinter.wrapped("  kept  as\n is", width: 20), "  kept  as\n is")
  }

}
