import Foundation
import SQLiteDriver
import XCTest

/// The program as a person runs it: output, errors and exit status (console contract §1).
final class ExecutableTests: XCTestCase {
  private let model = "Chapters/02-OrgChart/OrgChart.xcdatamodeld"
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Scratch.folder()
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func assertRun(
    _ arguments: [String], input: String? = nil, status: Int32, output: String? = nil,
    errors: String? = nil, line: UInt = #line
  ) throws {
    let result = try Executable.run(arguments, input: input)
    XCTAssertEqual(result.status, status, result.errors, line: line)
    if let output { XCTAssertEqual(result.text, output, line: line) }
    if let errors {
      XCTAssertTrue(result.errors.contains(errors), "found: \(result.errors)", line: line)
    }
    XCTAssertFalse(result.text.contains("\u{1B}"), "no escape sequences in a pipe", line: line)
  }

  func testCommands() throws {
    try assertRun(
      ["--model", model, "-c", "insert Person name=\"A\" as a;;select 1\n;; a.name"], status: 0,
      output: "a = Person/t1\n1\nA\n")
    try assertRun(
      ["-q", "--model", model, "-c", "insert Person;;count Person"], status: 0, output: "1\n")
  }

  /// A comment does not swallow the `;;` that ends its statement.
  func testACommentBeforeDoubleSemicolons() throws {
    try assertRun(
      ["-q", "--model", model, "-c", "select 2 -- two;;select 3;;count Person"], status: 0,
      output: "2\n3\n0\n")
  }

  /// A number that an attribute cannot hold is refused, not cut to fit.
  func testANumberBeyondTheAttributeIsRefused() throws {
    for number in ["70000", "-32769"] {
      try assertRun(
        ["--model", model, "-c", "insert Person id=\(number)"], status: 1,
        errors: "\(number) does not fit an Integer 16, which holds -32768 to 32767")
    }
    try assertRun(
      ["-q", "--model", model, "-c", "insert Person id=-32768 as p;;p.id"], status: 0,
      output: "-32768\n")
  }

  /// A database of something else is no Core Data store, and says so with Apple's code.
  func testADatabaseOfSomethingElse() throws {
    let file = folder.appendingPathComponent("other.sqlite").path
    let database = try SQLiteConnection(path: file)
    try database.execute("CREATE TABLE a (b)")
    try assertRun(
      ["--store", file, "-c", "count A"], status: 3,
      errors: "is not a Core Data store: it is a database without Z_PRIMARYKEY")
    try assertRun(["--store", file, "-c", "count A"], status: 3, errors: "NSCocoaErrorDomain 259")
  }

  func testStatusesOfTheCommandLine() throws {
    try assertRun(["model", model, "--as", "zork"], status: 2, errors: "--as takes")
    try assertRun(
      ["codegen", model, "-o", folder.path, "--as", "zork"], status: 2, errors: "--as takes")
    try assertRun(["codegen", model], status: 2, errors: "-o DIR")
    try assertRun(["check-workbook", "zork"], status: 2, errors: "no chapter or exercise 'zork'")
    try assertRun(
      ["model", model, "-o", folder.path + "/none/x.mom"], status: 3, errors: "Cannot write")
    try assertRun(
      ["model", model, "-o", folder.path + "/none/x"], status: 3, errors: "cannot write")
  }

  func testErrorsSayScriptAndLine() throws {
    let script = folder.appendingPathComponent("bad.corebook")
    try "count Person\n# comment\n\nfetch Persn\ncount Person\n"
      .write(to: script, atomically: true, encoding: .utf8)
    try assertRun(
      ["--model", model, "run", script.path], status: 1, output: "0\n",
      errors: "error: \(script.path):4: there is no entity 'Persn' in the model; "
        + "did you mean 'Person'?\n  fetch Persn\n        ^^^^^\n")
  }

  func testAScriptGoesOnWithBailOffAndStillFails() throws {
    try assertRun(
      ["--model", model, "run", "-"], input: ".bail off\ncount Persn\ncount Person\n", status: 1,
      output: "0\n", errors: "error: -:2: ")
    try assertRun(
      ["--model", model], input: "count Persn\ncount Person\n", status: 1, output: "")
  }

  func testUnfinishedInput() throws {
    try assertRun(
      ["--model", model], input: "select 1\nfrom", status: 1,
      errors: "error: -:1: the SQL statement does not end with ';'")
  }

  func testACaretStandsUnderAPredicatesFault() throws {
    let result = try Executable.run(["--model", model, "-c", "fetch Person where name == = 3"])
    XCTAssertEqual(result.status, 1)
    let lines = result.errors.split(separator: "\n")
    XCTAssertEqual(lines.count, 3, result.errors)
    XCTAssertTrue(lines.last?.contains("^") ?? false, result.errors)
  }

  func testAWrongCommandLineIsStatus2() throws {
    try assertRun(["--frobnicate"], status: 2, errors: "usage:")
    try assertRun(["frobnicate"], status: 2, errors: "there is no command 'frobnicate'")
    try assertRun(["run"], status: 2)
    try assertRun(["--model"], status: 2, errors: "--model needs an argument")
    try assertRun(["--type", "paper"], status: 2)
    try assertRun(["-c", "save", "run"], status: 2)
    try assertRun(
      ["--chapter", "1", "--players", "500", "-c", "save"], status: 2,
      errors: "--players goes with a chapter on the generated league")
  }

  func testFilesThatCannotBeOpenedAreStatus3() throws {
    let text = folder.appendingPathComponent("text.sqlite")
    try "This is no database, whatever it is called.\n"
      .write(to: text, atomically: true, encoding: .utf8)
    let broken = folder.appendingPathComponent("broken.xcdatamodel")
    try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
    try "<html/>".write(
      to: broken.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    try assertRun(["run", "nothing.corebook"], status: 3, errors: "nothing.corebook")
    try assertRun(["--model", "nothing.momd", "-c", "save"], status: 3, errors: "nothing.momd")
    try assertRun(["--model", broken.path, "-c", "save"], status: 3, errors: "broken.xcdatamodel")
    try assertRun(
      ["--model", model, "--store", text.path, "-c", "save"], status: 3, errors: "text.sqlite")
    try assertRun(
      ["--model", model, "--store", text.path, "--write", "-c", "save"], status: 3,
      errors: "not an SQLite store")
    try assertRun(["--store", "nothing.sqlite", "-c", "save"], status: 3, errors: "nothing.sqlite")
    // A folder in which even root cannot make files.
    try assertRun(
      ["--model", model, "--store", "/proc/store.sqlite", "-c", "save"], status: 3,
      errors: "/proc/store.sqlite")
    try assertRun(
      ["--model", model, "--store", "/nowhere/store.sqlite", "-c", "save"], status: 3,
      errors: "/nowhere")
  }

  func testVersionAndHelp() throws {
    try assertRun(["--version"], status: 0)
    try assertRun(["help"], status: 0)
    try assertRun(["help", "fetch"], status: 0)
    try assertRun(["help", "nothing"], status: 1)
  }

  func testAStoreIsWrittenAndOpenedAgainOnACopy() throws {
    let store = folder.appendingPathComponent("people.sqlite").path
    try assertRun(
      ["-q", "--model", model, "--store", store, "-c", "insert Person name=\"A\";;save"], status: 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    try assertRun(
      ["-q", "--model", model, "--store", store, "-c", "insert Person;;save;;count Person"],
      status: 0, output: "2\n")
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: store)), before)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), names)
    try assertRun(
      ["-q", "--model", model, "--store", store, "--write", "-c", "insert Person;;save"], status: 0)
    try assertRun(
      ["open", store, "--model", model], input: "count Person\n", status: 0, output: "2\n")
    let check = try Program.run("/usr/bin/sqlite3", [store, "PRAGMA integrity_check"])
    XCTAssertEqual(check.text, "ok\n")
  }

  func testModelOfAStoreThatComesWithoutOne() throws {
    let store = folder.appendingPathComponent("people.sqlite").path
    try assertRun(
      ["-q", "--model", model, "--store", store, "-c", "insert Person name=\"A\";;save"], status: 0)
    try assertRun(["--store", store, "-c", "fetch Person select name"], status: 0, output: "A\n")
    try assertRun(["model", store, "--as", "json"], status: 0)
    let compiled = folder.appendingPathComponent("Copy.mom").path
    try assertRun(["model", model, "-o", compiled], status: 0)
    let asJSON = try Executable.run(["model", compiled, "--as", "json"])
    XCTAssertEqual(asJSON.text, try Executable.run(["model", model, "--as", "json"]).text)
    try assertRun(["model", model, "--as", "paper"], status: 2)
  }

  /// A write that fails half way: the file may not grow beyond a limit.
  func testAFullDiskLosesNothing() throws {
    let store = folder.appendingPathComponent("people.sqlite").path
    try assertRun(
      ["-q", "--model", model, "--store", store, "-c", "insert Person name=\"A\";;save"], status: 0)
    let big = String(repeating: "x", count: 3_000_000)
    let script = folder.appendingPathComponent("big.corebook")
    try
      ".bail off\ninsert Person name=\"\(big)\" as b\nsave\nb.name = \"small\"\nsave\ncount Person\n"
      .write(to: script, atomically: true, encoding: .utf8)
    let command =
      "ulimit -f 1000; exec '\(try Executable.path())' -q --model '\(model)' "
      + "--store '\(store)' --write run '\(script.path)'"
    let result = try Program.run("/bin/bash", ["-c", command], in: Shared.packageFolder)
    XCTAssertEqual(result.status, 1, result.errors)
    XCTAssertTrue(result.errors.contains("cannot save"), result.errors)
    XCTAssertTrue(result.errors.contains("beyond the limit of this process"), result.errors)
    XCTAssertTrue(result.errors.contains("ulimit -f"), result.errors)
    XCTAssertEqual(result.text, "2\n", "the object is kept, and saved once it fits")
    let check = try Program.run(
      "/usr/bin/sqlite3", [store, "PRAGMA integrity_check; select count(*) from ZPERSON"])
    XCTAssertEqual(check.text, "ok\n2\n")
  }

  /// A store that cannot be made within the limit: the signal of it does not end the program.
  func testAStoreBeyondTheLimitOfFiles() throws {
    let store = folder.appendingPathComponent("small.sqlite").path
    let command =
      "ulimit -f 8; exec '\(try Executable.path())' --model '\(model)' --store '\(store)' "
      + "-c 'insert Person'"
    let result = try Program.run("/bin/bash", ["-c", command], in: Shared.packageFolder)
    XCTAssertEqual(result.status, 3, result.errors)
    XCTAssertTrue(result.errors.contains("beyond the limit of this process"), result.errors)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }

  /// Stores that are written whole say the same, and keep what is unsaved.
  func testWholeFilesBeyondTheLimitOfFiles() throws {
    let script = folder.appendingPathComponent("long.corebook")
    let long = String(repeating: "x", count: 60_000)
    try ".bail off\ninsert Person name=\"\(long)\" as b\nsave\nb.name = \"short\"\nsave\n".write(
      to: script, atomically: true, encoding: .utf8)
    for type in ["xml", "binary"] {
      let store = folder.appendingPathComponent("people.\(type)").path
      let command =
        "ulimit -f 20; exec '\(try Executable.path())' -q --model '\(model)' --type \(type) "
        + "--store '\(store)' --write run '\(script.path)'"
      let result = try Program.run("/bin/bash", ["-c", command], in: Shared.packageFolder)
      XCTAssertEqual(result.status, 1, result.errors)
      XCTAssertTrue(result.errors.contains("ulimit -f"), result.errors)
      try assertRun(
        ["--model", model, "--store", store, "-c", "fetch Person select name"], status: 0,
        output: "short\n")
    }
  }

  /// A migration of a store that may be written, but not grow; and of one that cannot even be copied.
  func testAMigrationBeyondTheLimitOfFiles() throws {
    let store = folder.appendingPathComponent("many.sqlite").path
    let script = folder.appendingPathComponent("many.corebook")
    let name = String(repeating: "n", count: 400)
    let inserts = String(repeating: "insert Person name=\"\(name)\"\n", count: 2_000)
    try (inserts + "save\n").write(to: script, atomically: true, encoding: .utf8)
    let made = try Executable.run(["-q", "--model", model, "--store", store, "run", script.path])
    XCTAssertEqual(made.status, 0, made.errors)
    let before = try Executable.run(["export", store]).text
    let next = folder.appendingPathComponent("Next.xcdatamodel")
    try FileManager.default.createDirectory(at: next, withIntermediateDirectories: true)
    let text = try Executable.run(["model", model, "--as", "xml"]).text.replacing(
      "<attribute name=\"name\"",
      with: "<attribute name=\"nick\" optional=\"YES\" "
        + "attributeType=\"String\" defaultValueString=\"\(name)\"/><attribute name=\"name\"")
    try text.write(
      to: next.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    for limit in [100, 1_200] {
      let command =
        "ulimit -f \(limit); exec '\(try Executable.path())' migrate '\(store)' --to '\(next.path)' --yes"
      let result = try Program.run("/bin/bash", ["-c", command], in: Shared.packageFolder)
      XCTAssertTrue([1, 3].contains(result.status), "\(limit): \(result.status) \(result.errors)")
      XCTAssertTrue(result.errors.contains("ulimit -f"), result.errors)
      XCTAssertEqual(try Executable.run(["export", store]).text, before)
    }
  }

  func testSchema() throws {
    let result = try Executable.run(["schema", model])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(
      result.text.contains("CREATE INDEX ZORGANIZATION_ZLEADER_INDEX ON ZORGANIZATION (ZLEADER);\n")
    )
  }
}
