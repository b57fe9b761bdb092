import CoreData
import XCTest

/// Derivations in their three forms (model-archive §1). `count:` and key paths: corpus; the others by
/// analogy with Apple's documentation of `NSDerivedAttributeDescription`.
final class DerivationTests: XCTestCase {
  func testForms() throws {
    for (text, canonical, source) in [
      ("pages.@count", "count:(pages)", "pages.@count"),
      ("count:(pages)", "count:(pages)", "pages.@count"),
      ("primaryLabel.code", "primaryLabel.code", "primaryLabel.code"),
      ("pages.@sum.words", "sum:(pages.words)", "pages.@sum.words"),
      ("sum:(pages.words)", "sum:(pages.words)", "pages.@sum.words"),
      ("canonical:(name)", "canonical:(name)", "canonical:(name)"),
      ("now()", "now()", "now()"),
    ] {
      let derivation = try XCTUnwrap(Derivation(text: text), text)
      XCTAssertEqual(derivation.canonicalText, canonical)
      XCTAssertEqual(derivation.sourceText, source)
      XCTAssertEqual(Derivation(derivation.node), derivation, text)
    }
  }

  func testWhatCannotDerive() {
    for text in ["", "1 + 1", "uppercase:", "a..b", "pages.@median.words", "f(x)", "@count"] {
      XCTAssertNil(Derivation(text: text), text)
    }
  }

  /// Set in code through an expression, as Apple's documentation shows.
  func testAnExpressionSetInCode() {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = "pagesCount"
    attribute.derivationExpression = NSExpression(format: "pages.@count")
    XCTAssertEqual(attribute.derivation?.canonicalText, "count:(pages)")
    XCTAssertTrue(attribute.isReadOnly)
  }
}
