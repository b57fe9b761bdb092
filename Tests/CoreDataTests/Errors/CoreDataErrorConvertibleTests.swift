import CoreData
import SQLiteDriver
import XCTest

final class CoreDataErrorConvertibleTests: XCTestCase {
  private struct Missing: CoreDataErrorConvertible {
    var cocoaCode: Int { NSValidationMissingMandatoryPropertyError }
    var property: String? { "name" }
    var reason: String? { "The book “x” has no name." }
    var userInfo: [String: Any] { [NSValidationObjectErrorKey: "the object"] }
  }

  private struct Outer: CoreDataErrorConvertible {
    var cocoaCode: Int { NSPersistentStoreSaveError }
    var underlyingError: (any Error)? { Missing() }
  }

  /// B062.
  func testTheBridgeSpeaksApplesLanguage() {
    let error = Missing().bridged
    XCTAssertEqual(error.domain, NSCocoaErrorDomain)
    XCTAssertEqual(error.code, 1570)
    XCTAssertEqual(error.localizedDescription, "name is a required value.")
    XCTAssertEqual(error.userInfo[NSValidationKeyErrorKey] as? String, "name")
    XCTAssertEqual(error.userInfo["reason"] as? String, "The book “x” has no name.")
    XCTAssertNotNil(error.localizedRecoverySuggestion)
  }

  func testABridgedErrorIsCaughtByCodeAndAsCocoaError() {
    func attempt() throws { try bridgingErrors { throw Missing() } }
    do {
      try attempt()
      XCTFail("nothing was thrown")
    } catch CocoaError.validationMissingMandatoryProperty {
    } catch { XCTFail("\(error)") }
    do {
      try attempt()
    } catch let error as CocoaError {
      XCTAssertEqual(error.code, .validationMissingMandatoryPropertyError)
      XCTAssertEqual(error.validationKey, "name")
      XCTAssertEqual(error.validationObject as? String, "the object")
      XCTAssertNil(error.validationValue)
      XCTAssertNil(error.validationPredicate)
    } catch { XCTFail("\(error)") }
  }

  func testUnderlyingErrorsAreBridgedTooAndForeignOnesPass() {
    let outer = Outer().bridged
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError
    XCTAssertEqual(inner?.code, 1570)
    XCTAssertEqual(outer.localizedDescription, "An error occurred while saving.")
    XCTAssertTrue(bridgedError(CancellationError()) is CancellationError)
  }

  /// Observed in logs of applications: SQLite's code stands under NSSQLiteErrorDomain.
  func testSQLiteErrorsGetTheCodesOfFilesOr134180() {
    let cases: [(Int32, Int)] = [
      (14, 256), (26, 259), (11, 259), (8, 513), (13, 640), (1, 134_180), (2067, 133_021),
      (5, 134_090),
    ]
    for (sqlite, cocoa) in cases {
      let error = SQLiteError(extendedCode: sqlite, message: "text", sql: "SELECT 1").bridged
      XCTAssertEqual(error.code, cocoa, "\(sqlite)")
      XCTAssertEqual(error.userInfo[NSSQLiteErrorDomain] as? Int, Int(sqlite))
      XCTAssertEqual((error.userInfo["reason"] as? String)?.contains("SELECT 1"), true)
    }
  }
}
