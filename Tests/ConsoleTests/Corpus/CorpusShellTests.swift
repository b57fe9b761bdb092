import Console
import Foundation
import XCTest

/// On stores of Apple's making `select`, `.schema`, `.tables`, `.indexes` and `.dump` print what
/// `sqlite3` prints, in every mode that both have (corpus, observed).
final class CorpusShellTests: XCTestCase {
  private static let shell = "/usr/bin/sqlite3"
  private static let stores = [
    "001-coredatabooks-2009", "003-orders-2011-ordered", "007-feedback-v3-wal-2013",
    "011-authors-books-2015", "021-hitlist-2017-wal", "022-posts-v1-2017", "026-accounts-2019",
    "030-example-v1.0.0-2020", "040-posts-ordered-m2m-2023", "042-swiftdata-crafting-2024",
    "043-photos-15.7-2025",
  ]
  private static let modes: [OutputMode] = [
    .list, .csv, .json, .line, .box, .table, .markdown, .html,
  ]
  /// The largest store has too many tables to print each in each mode.
  private static let mostTables = 25

  func testTenStores() throws {
    guard FileManager.default.isExecutableFile(atPath: Self.shell) else {
      throw XCTSkip("SKIPPED: no \(Self.shell) to compare with")
    }
    var compared = 0
    for name in Self.stores {
      let store = try Shared.url("corpus/pairs/\(name)/store.sqlite")
      let session = Session()
      defer { session.close() }
      try session.open(StackPlan(model: nil, store: store, writes: false))
      try compare(session, name)
      compared += 1
    }
    XCTAssertGreaterThanOrEqual(compared, 10)
  }

  /// Runs the same commands here and there, a mark before each, and compares what each printed.
  private func compare(_ session: Session, _ name: String) throws {
    let place = session.printed(".stores").split(separator: " ").first { $0.hasPrefix("/") }
    let path = try XCTUnwrap(place.map(String.init))
    var commands = [".schema", ".tables", ".indexes", ".dump", ".schema Z_PRIMARYKEY"]
    let tables = session.printed("select name from sqlite_master where type = 'table';")
      .split(separator: "\n").filter { !$0.hasPrefix("sqlite_") }.prefix(Self.mostTables)
    for mode in Self.modes {
      commands.append(".mode \(mode.rawValue)")
      for headers in mode == .list || mode == .csv ? ["on", "off"] : ["on"] {
        commands.append(".headers \(headers)")
        for table in tables {
          commands.append(
            "select \(columns(of: String(table), mode, session)) from \"\(table)\" limit 40;")
        }
      }
    }
    commands += [".mode list", "pragma table_info(Z_PRIMARYKEY);"]
    var script = ""
    for (index, command) in commands.enumerated() {
      script += "\(command)\n.print \u{1}\(index)\n"
    }
    let there = try Program.run(
      Self.shell, ["-batch", "-readonly", "-init", "/dev/null", path], input: script)
    XCTAssertEqual(there.status, 0, there.errors)
    var rest = Substring(there.text)
    for (index, command) in commands.enumerated() {
      let mark = "\u{1}\(index)\n"
      let end = try XCTUnwrap(rest.range(of: mark), "\(name): \(command)")
      let expected = String(rest[..<end.lowerBound])
      rest = rest[end.upperBound...]
      let found = session.printed(command)
      // Where wide characters make the shell's columns fall out of line ours are right and differ.
      if isColumnar(session),
        expected.unicodeScalars.contains(where: {
          $0.value > 0x7F && !(0x2500...0x257F).contains($0.value)
        })
      {
        continue
      }
      XCTAssertEqual(found, expected, "\(name): \(command)")
    }
  }

  private func isColumnar(_ session: Session) -> Bool {
    [.box, .table, .markdown].contains(session.settings.rendering.mode)
  }

  /// All columns; in columns those without binary data, whose width the shell counts in bytes.
  private func columns(of table: String, _ mode: OutputMode, _ session: Session) -> String {
    guard [.box, .table, .markdown].contains(mode) else { return "*" }
    let names = session.printed(
      "select name from pragma_table_info('\(table)') where type <> 'BLOB';")
    let list = names.split(separator: "\n").map { "\"\($0)\"" }
    return list.isEmpty ? "1" : list.joined(separator: ", ")
  }
}
