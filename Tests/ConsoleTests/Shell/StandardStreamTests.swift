import Foundation
import XCTest

/// Standard input, output and error that are closed, full or a terminal; files that have no end.
final class StandardStreamTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private let model = Scenario.orgChart.path

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func makeStore(_ text: String = "A") throws -> String {
    let store = path("s.sqlite")
    let made = try Executable.run([
      "-q", "--model", model, "--store", store, "-c", "insert Person name=\"\(text)\";;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
    return store
  }

  /// Runs the program as a shell would, ten seconds at most.
  private func shell(_ words: String, _ rest: String) throws -> Program.Result {
    try Program.run(
      "/bin/bash", ["-c", "timeout 10 '\(try Executable.path())' \(words) \(rest)"],
      in: Shared.packageFolder, environment: Executable.environment(home: folder))
  }

  func testClosedInputIsAtItsEnd() throws {
    let store = try makeStore()
    for words in [
      "", "run -", "--model '\(model)'", "open '\(store)'", "chapter 1",
      "--model '\(model)' run -",
    ] {
      let result = try shell(words, "<&-")
      XCTAssertEqual(result.status, 0, "\(words): \(result.errors)")
    }
  }

  func testClosedOutputIsAnError() throws {
    let store = try makeStore()
    for words in ["--version", "export '\(store)'", "--store '\(store)' -c 'count Person'"] {
      let result = try shell(words, ">&-")
      XCTAssertEqual(result.status, 1, words)
      XCTAssertTrue(result.errors.contains("cannot write standard output"), result.errors)
    }
    XCTAssertEqual(try shell("nosuch", "2>&-").status, 2)
    // The store is not what a message goes into.
    XCTAssertEqual(try shell("--store '\(store)' --write -c zork", ">&- 2>&- <&-").status, 1)
    XCTAssertEqual(try Executable.run(["doctor", store]).status, 0)
  }

  /// Nobody reading on is no fault of the store.
  func testAFullOutputIsCalledThat() throws {
    let store = try makeStore(String(repeating: "x", count: 100_000))
    for form in ["json", "csv", "sql"] {
      let full = try shell("export '\(store)' --as \(form)", ">/dev/full")
      XCTAssertEqual(full.status, 1)
      XCTAssertEqual(
        full.errors, "error: cannot write standard output: No space left on device\n")
      XCTAssertEqual(try shell("export '\(store)' --as \(form)", "| head -c 10").errors, "")
    }
  }

  func testPipesAreNotWaitedFor() throws {
    let (store, pipe) = (try makeStore(), path("pipe"))
    XCTAssertEqual(mkfifo(pipe, 0o600), 0)
    let source = folder.appendingPathComponent("Pipe.xcdatamodel")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    XCTAssertEqual(mkfifo(source.appendingPathComponent("contents").path, 0o600), 0)
    XCTAssertEqual(try shell("codegen '\(source.path)' -o out", "").status, 3)
    for words in [
      "export PIPE", "export PIPE --as sql", "import PIPE x.json --model MODEL",
      "import new.sqlite PIPE --model MODEL", "import STORE PIPE", "model PIPE",
      "model diff PIPE MODEL", "schema PIPE", "codegen PIPE -o out", "doctor PIPE",
      "doctor STORE --model PIPE", "open PIPE", "diff STORE PIPE", "report PIPE",
      "migrate PIPE --to MODEL", "migrate STORE --to PIPE", "--store PIPE -c .tables",
      "--model PIPE -c .tables", "--store STORE -c '.open PIPE'", "--store STORE -c '.import PIPE'",
    ] {
      let text = words.replacingOccurrences(of: "PIPE", with: "'\(pipe)'")
        .replacingOccurrences(of: "STORE", with: "'\(store)'")
        .replacingOccurrences(of: "MODEL", with: "'\(model)'")
      let result = try shell(text, "</dev/null")
      XCTAssertEqual(result.status, 3, "\(words): \(result.errors)")
    }
    // A script may come through one.
    XCTAssertEqual(try shell("--model '\(model)' run <(echo count Person)", "").text, "0\n")
  }

  /// What a store or an argument holds does nothing to a terminal.
  func testNothingFromOutsideReachesATerminalAsItIs() throws {
    let store = try makeStore("a\\u001b]0;owned\\u0007b\\u009bc\\u202ed\\u2066e")
    let other = path("other.sqlite")
    let made = try Executable.run(["-q", "--model", model, "--store", other, "-c", "save"])
    XCTAssertEqual(made.status, 0, made.errors)
    for arguments in [
      ["diff", store, other], ["export", store, "--as", "csv"], ["export", store, "--as", "sql"],
      ["export", store, "--as", "json"], ["report", store],
      ["--store", store, "-c", "fetch Person"],
      ["--store", store, "-c", ".mode box;;fetch Person"],
      ["--store", store, "--plain", "-c", "fetch Person"], ["\u{1B}[31mx\u{202E}"],
      ["run", "nosuch\u{1B}[31m"], ["--store", store, "-c", "zork \"\u{1B}[31m\u{202E}\""],
      ["open", "none\u{1B}[31m\u{9B}"],
    ] {
      let terminal = try PseudoTerminal(
        Executable.path(), arguments, environment: Executable.environment(home: folder))
      _ = try terminal.finish()
      let all = String(decoding: terminal.everything, as: UTF8.self)
      XCTAssertFalse(all.isEmpty, "\(arguments)")
      for unwanted in ["\u{1B}]0", "\u{1B}[31mx", "\u{7}", "\u{9B}", "\u{202E}", "\u{2066}"] {
        XCTAssertNil(
          all.range(of: unwanted, options: .literal), "\(arguments): \(unwanted.debugDescription)")
      }
    }
    // A program gets answers as they are; messages are for people wherever they go.
    let raw = try Executable.run(["export", store, "--as", "csv"]).text
    XCTAssertTrue(raw.contains("\u{1B}]0;owned\u{7}"), raw.debugDescription)
    let message = try Executable.run(["\u{1B}[31mx\u{202E}"]).errors
    XCTAssertTrue(message.contains("\u{241B}[31mx\\u{202E}"), message.debugDescription)
  }

  /// What went wrong is said once, and what to try fits it.
  func testAdviceFits() throws {
    for (name, text) in [("junk.sqlite", "junk"), ("empty.sqlite", "")] {
      try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }
    let junk = try Executable.run(["doctor", path("junk.sqlite")]).errors
    XCTAssertEqual(junk.components(separatedBy: "SQLITE_NOTADB").count, 2, junk)
    let model = try Executable.run(["model", path("junk.sqlite")]).errors
    XCTAssertTrue(model.contains("A model source is"), model)
    XCTAssertFalse(model.contains("doctor"), model)
    for arguments in [
      ["doctor", path("empty.sqlite")], ["--store", path("empty.sqlite"), "-c", ".tables"],
    ] {
      let result = try Executable.run(arguments)
      XCTAssertEqual(result.status, 3)
      XCTAssertTrue(result.errors.contains("empty"), result.errors)
      XCTAssertFalse(result.errors.contains("database"), result.errors)
    }
  }
}
