import Foundation
import Workbook
import XCTest

/// What a person reads of a program that crashed.
final class CrashWordsTests: XCTestCase {
  func testSwiftsOwnLineIsTaken() {
    let output = """
      Test Case 'A.testB' started
      Exercises/E0101.swift:9: Fatal error: boom

      *** Program crashed: Illegal instruction at 0x1 ***
      Thread 0 crashed: Fatal error: boom
      \(String(repeating: "0x0000 libc.so.6\n", count: 100))
      """
    XCTAssertEqual(
      ExerciseGrading.lastWords(output), "Exercises/E0101.swift:9: Fatal error: boom")
  }

  func testWithoutOneTheEndOfTheOutputIs() {
    XCTAssertEqual(ExerciseGrading.lastWords("all\nthere is"), "all\nthere is")
    XCTAssertEqual(ExerciseGrading.lastWords(String(repeating: "x", count: 999)).count, 600)
  }

  func testSignalsHaveNames() {
    XCTAssertTrue(ExerciseGrading.name(ofSignal: SIGILL).contains("trap"))
    XCTAssertTrue(ExerciseGrading.name(ofSignal: SIGSEGV).contains("calls itself"))
    XCTAssertEqual(ExerciseGrading.name(ofSignal: 33), "signal 33")
  }
}
