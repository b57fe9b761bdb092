import Console
import Workbook
import XCTest

/// Text in CommonMark on a terminal.
final class MarkdownRendererTests: XCTestCase {
  private func text(_ markdown: String, width: Int = 30, isPlain: Bool = false) -> String {
    let text = MarkdownRenderer(width: width, isPlain: isPlain).text(Markdown(parsing: markdown))
    return String(text.dropFirst())
  }

  func testParagraphsWrap() {
    XCTAssertEqual(
      text("One *two* three four five six, `seven eight`."),
      "One two three four five six,\n`seven eight`.")
  }

  func testWordsStayJoinedToTheirMarks() {
    XCTAssertEqual(text("a **b**, (`c`)."), "a b, (`c`).")
  }

  func testListsIndent() {
    XCTAssertEqual(
      text("1. one two three four five six seven\n2. two"),
      "1. one two three four five six\n   seven\n\n2. two".replacing("\n\n2", with: "\n2"))
    XCTAssertEqual(text("- one", isPlain: true), "- one")
  }

  func testCodeIsKeptAsItIs() {
    XCTAssertEqual(text("```corebook\n> a   b\nc\n```"), "    > a   b\n    c")
  }

  func testWhatSwiftPrintsStandsBehindAnArrow() {
    XCTAssertEqual(text("```output\n1\n2\n```"), "    → 1\n    → 2")
    XCTAssertEqual(text("```output\n1\n```", isPlain: true), "    => 1")
    XCTAssertEqual(text("```swift check\na\n\nb\n```"), "    a\n\n    b")
  }

  func testTables() {
    let table = "| A | B |\n|---|---|\n| 1 | 2 |"
    XCTAssertTrue(text(table).contains("│ 1 │ 2 │"))
    XCTAssertEqual(text(table, isPlain: true), "A: 1\n  B: 2")
  }

  func testWideCharactersCountTwice() {
    XCTAssertEqual(text("東京東京 東京東京東京", width: 20), "東京東京\n東京東京東京".replacing("\n", with: "\n"))
  }

  /// Code is broken between words where it meets the end of the screen, and a heading too.
  func testCodeFitsTheScreen() {
    var renderer = MarkdownRenderer(width: 40, isPlain: true)
    let code = "```swift\n  let request = NSFetchRequest<Player>(entityName: x)\n```"
    XCTAssertEqual(
      renderer.text(Markdown(parsing: code)),
      "\n      let request = NSFetchRequest<Player>(entityName: x)")
    renderer.codeWidth = 44
    XCTAssertEqual(
      renderer.text(Markdown(parsing: code)),
      "\n      let request = NSFetchRequest<Player>(entityName:\n          x)")
    XCTAssertEqual(
      renderer.heading("Insert, delete, move, update, and do all of it again", level: 2),
      "\nInsert, delete, move, update, and do all\nof it again\n"
        + String(repeating: "-", count: 40))
  }
}
