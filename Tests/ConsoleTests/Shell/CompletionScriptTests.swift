import Console
import Foundation
import XCTest

/// What `corebook completion`, `corebook help` and the manual page give a shell.
final class CompletionScriptTests: XCTestCase {
  /// Asks bash itself what it would offer.
  private func offered(_ line: String) throws -> [String] {
    let script = """
      \(CompletionScript.text(.bash))
      COMP_WORDS=(\(line))
      \(line.hasSuffix(" ") ? "COMP_WORDS+=(\"\")" : "")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _corebook
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run("/bin/bash", ["-c", script], in: folder)
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertEqual(result.errors, "", line)
    return result.text.split(separator: "\n").map(String.init)
  }

  func testBashCompletes() throws {
    XCTAssertEqual(try offered("corebook rep"), ["report"])
    XCTAssertEqual(try offered("corebook completion "), ["bash", "zsh", "fish"])
    XCTAssertEqual(try offered("corebook --type x"), ["xml"])
    XCTAssertEqual(try offered("corebook diff --as "), ["text", "json"])
    XCTAssertEqual(try offered("corebook --mod"), ["--model"])
    XCTAssertEqual(try offered("corebook migr"), ["migrate"])
    XCTAssertEqual(try offered("corebook model di"), ["diff"])
    XCTAssertEqual(try offered("corebook migrate --dr"), ["--dry-run"])
    XCTAssertEqual(
      try offered("corebook exercises "),
      ["list", "next", "show", "check", "hint", "reset", "solution", "watch"])
  }

  /// zsh and fish, where they are installed, find no fault with their scripts.
  func testOtherShellsReadTheirScripts() throws {
    var checked = 0
    for (shell, path) in [(CompletionScript.Shell.zsh, "/usr/bin/zsh"), (.fish, "/usr/bin/fish")] {
      let text = CompletionScript.text(shell)
      for verb in CommandVerb.all
      where !verb.name.hasPrefix("-") && !verb.name.contains(" ") {
        XCTAssertTrue(text.contains(verb.name), "\(shell) \(verb.name)")
      }
      guard FileManager.default.isExecutableFile(atPath: path) else { continue }
      checked += 1
      let result = try Program.run(path, ["-n", "/dev/stdin"], input: text)
      XCTAssertEqual(result.status, 0, result.errors)
    }
    if checked < 2 { throw XCTSkip("SKIPPED: zsh or fish is not installed") }
  }

  /// Asks fish itself.
  func testFishCompletes() throws {
    let fish = "/usr/bin/fish"
    guard FileManager.default.isExecutableFile(atPath: fish) else {
      throw XCTSkip("SKIPPED: no fish")
    }
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("corebook.fish")
    try CompletionScript.text(.fish).write(to: script, atomically: true, encoding: .utf8)
    func offered(_ line: String) throws -> [String] {
      let result = try Program.run(
        fish, ["--no-config", "-c", "source \(script.path); complete -C'\(line)'"], in: folder,
        environment: Executable.environment(home: folder))
      XCTAssertEqual(result.status, 0, result.errors)
      return result.text.split(separator: "\n").map {
        String($0.split(separator: "\t")[0])
      }
    }
    XCTAssertEqual(try offered("corebook rep"), ["report"])
    XCTAssertEqual(try offered("corebook completion "), ["bash", "fish", "zsh"])
    XCTAssertEqual(try offered("corebook diff --as "), ["json", "text"])
    XCTAssertEqual(try offered("corebook --type x"), ["xml"])
  }

  /// Asks zsh itself, in a terminal, and reads what it puts into the line.
  func testZshCompletes() throws {
    let zsh = "/usr/bin/zsh"
    guard FileManager.default.isExecutableFile(atPath: zsh) else {
      throw XCTSkip("SKIPPED: no zsh")
    }
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try CompletionScript.text(.zsh).write(
      to: folder.appendingPathComponent("_corebook"), atomically: true, encoding: .utf8)
    let start =
      "PS1='ready> '; cd '\(folder.path)'; fpath=('\(folder.path)' $fpath)\n"
      + "autoload -Uz compinit; compinit -u -d '\(folder.path)/dump'; echo loaded\n"
    let terminal = try PseudoTerminal(
      zsh, ["-f", "-i"], environment: Executable.environment(home: folder), columns: 200)
    terminal.type(start)
    try terminal.expect("\nloaded")
    try terminal.expect("ready> ")
    for (typed, wanted) in [
      ("corebook rep", "ort"), ("corebook diff --as t", "ext"), ("corebook --type x", "ml"),
      ("corebook completion f", "ish"), ("corebook exercises ch", "eck"),
    ] {
      terminal.type(typed + "\t")
      XCTAssertNoThrow(try terminal.expect(wanted, within: 10), typed)
      // Takes the line back.
      terminal.type("\u{15}")
      usleep(100_000)
    }
  }

  func testTheManualPageIsSound() throws {
    let page = ManualPage.text
    for verb in CommandVerb.all { XCTAssertTrue(page.contains(verb.summary.prefix(12)), verb.name) }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else {
      throw XCTSkip("SKIPPED: no groff")
    }
    let result = try Program.run("/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-z"], input: page)
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.errors, "")
  }

  func testHelpOnTheCommandLine() throws {
    for verb in CommandVerb.all {
      let result = try Executable.run(["help", verb.name])
      if verb.name.hasPrefix("-") { continue }
      XCTAssertEqual(result.status, 0, verb.name)
      XCTAssertTrue(result.text.contains(verb.summary), verb.name)
    }
    let usage = try Executable.run(["help"])
    for verb in CommandVerb.all { XCTAssertTrue(usage.text.contains(verb.usage), verb.name) }
    XCTAssertEqual(try Executable.run(["help", "predicates"]).status, 0)
    XCTAssertEqual(try Executable.run(["help", "nonsense"]).status, 1)
    XCTAssertTrue(try Executable.run(["help", "man"]).text.hasPrefix(".TH COREBOOK"))
  }
}
