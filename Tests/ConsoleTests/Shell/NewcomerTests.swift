import Foundation
import XCTest

/// What the program says where a newcomer went astray.
final class NewcomerTests: XCTestCase {
  private let model = Scenario.orgChart.path
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }
  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testSavingInAPrivateCopyIsSaidOnce() throws {
    let store = folder.appendingPathComponent("kept.sqlite").path
    let commands =
      "insert Person name=\"A\";; save;; insert Person name=\"B\";; save;; count Person"
    let first = try Executable.run(["--model", model, "--store", store, "-c", commands])
    XCTAssertEqual(first.errors, "")
    let second = try Executable.run(["--model", model, "--store", store, "-c", commands])
    XCTAssertEqual(second.errors.components(separatedBy: "private copy").count, 2, second.errors)
    XCTAssertTrue(second.errors.contains("kept.sqlite is as it was"), second.errors)
    XCTAssertTrue(second.text.hasSuffix("\n4\n"), second.text)
    let looking = try Executable.run(["--store", store, "-c", "save;; count Person"])
    XCTAssertEqual(looking.errors, "", "nothing was saved, so nothing goes")
    XCTAssertTrue(looking.text.hasSuffix("\n2\n"), looking.text)
    let writing = try Executable.run(["--store", store, "--write", "-c", commands])
    XCTAssertEqual(writing.errors, "")
    XCTAssertTrue(writing.text.hasSuffix("\n4\n"), writing.text)
  }

  /// What would be lost with the removed file is not said to be saved.
  func testAStoreThatWasRemovedIsMissed() throws {
    let store = folder.appendingPathComponent("gone.sqlite").path
    let program =
      "(printf 'insert Person\\nsave\\n'; while [ ! -e \"$2\" ]; do sleep 0.1; done; sleep 1; rm \"$2\"; "
      + "printf 'insert Person\\nsave\\n') | \"$0\" --model \"$1\" --store \"$2\" run -"
    let result = try Program.run(
      "/bin/sh", ["-c", program, try Executable.path(), model, store], in: folder,
      environment: Executable.environment(home: folder))
    XCTAssertTrue(result.errors.contains("cannot save"), result.errors)
    XCTAssertTrue(result.errors.contains("it was moved or deleted"), result.errors)
    XCTAssertEqual(result.text.components(separatedBy: "saved:").count, 2, result.text)
  }

  func testUsageIsThatOfTheCommandThatWasMeant() throws {
    let export = try Executable.run(["export"])
    XCTAssertEqual(export.status, 2)
    XCTAssertTrue(export.errors.contains("usage: corebook export STORE"), export.errors)
    XCTAssertLessThan(export.errors.split(separator: "\n").count, 5, "the error stays in sight")
    let open = try Executable.run(["-c", "x", "open", "S"])
    XCTAssertTrue(open.errors.contains("--store"), open.errors)
    let help = try Executable.run(["help", "exprt"])
    XCTAssertEqual(help.status, 1)
    XCTAssertTrue(help.errors.contains("did you mean 'export'?"), help.errors)
    let name = folder.appendingPathComponent("-x")
    try Data("no store".utf8).write(to: name)
    let dashed = try Executable.run(["doctor", "--", "-x"], in: folder)
    XCTAssertFalse(dashed.errors.contains("option"), dashed.errors)
  }

  func testATextWithoutItsQuotesIsRecognised() throws {
    let word = try Executable.run(["--model", model, "-c", "fetch Person where name = fig"])
    XCTAssertTrue(word.errors.contains("a text stands in quotes: \"fig\""), word.errors)
    let misspelt = try Executable.run(["--model", model, "-c", "fetch Person where nme = 'fig'"])
    XCTAssertFalse(misspelt.errors.contains("quotes"), misspelt.errors)
    let words = try Executable.run(
      ["--model", model, "-c", "insert Person as x;; x.name = i love you"])
    XCTAssertTrue(words.errors.contains("quotes: \"i love you\""), words.errors)
    let help = try Executable.run(["--model", model, "-c", "help faults"])
    XCTAssertTrue(help.errors.contains("did you mean '.help'?"), help.errors)
    let mode = try Executable.run(["--model", model, "-c", ".mode;; .mode csv;; .mode"])
    XCTAssertEqual(mode.text, "list\ncsv\n")
  }

  func testWhatIsGoneIsNotRelatedTo() throws {
    let partner = try Executable.run(
      [
        "--model", model, "-c",
        "insert Organization as o;; insert Person as p;; save;; delete p;; "
          + "o.leader = p",
      ])
    XCTAssertTrue(
      partner.errors.contains(
        "Person/p1 is deleted by the same save, and a save would refuse it; undo brings it back"),
      partner.errors)
    // What the console cannot see beforehand the library refuses, with the same reason.
    let saved = try Executable.run(
      [
        "--model", model, "-c",
        "insert Person as p;; insert Organization leader=p as o;; save;; delete p;; "
          + "o.name = \"O\";; save",
      ])
    XCTAssertTrue(
      saved.errors.contains("refers to Person/p1, which is deleted by the same save"), saved.errors)
    let undone = try Executable.run(
      [
        "--model", model, "-c",
        "insert Person as p;; undo;; insert Organization as o;; o.leader = p",
      ])
    XCTAssertNotEqual(undone.status, 0, undone.text)
    XCTAssertTrue(undone.errors.contains("Person/t1"), undone.errors)
  }

}
