import Console
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// Stores of Apple's making, opened on private copies (corpus; truth: the tables themselves).
final class AppleStoreTests: XCTestCase {
  /// Three stores with their exact models (corpus 011, 022, 030): `fetch` gives as many objects as
  /// the table has rows.
  func testFetchGivesEveryRow() throws {
    for name in ["011-authors-books-2015", "022-posts-v1-2017", "030-example-v1.0.0-2020"] {
      let folder = try Shared.url("corpus/pairs/\(name)")
      let model = folder.appendingPathComponent("model.xcdatamodel.contents.xml")
      try check(folder.appendingPathComponent("store.sqlite"), model: model)
    }
  }

  /// Every store of the corpus, with the model it keeps itself or an inferred one.
  func testStoresWithoutTheirModel() throws {
    let pairs = try Shared.url("corpus/pairs")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: pairs.path).sorted() {
      let store = pairs.appendingPathComponent(name).appendingPathComponent("store.sqlite")
      guard FileManager.default.fileExists(atPath: store.path) else { continue }
      try check(store, model: nil)
      count += 1
    }
    print("checked \(count) stores of the corpus")
    XCTAssertGreaterThan(count, 30)
  }

  private func check(_ store: URL, model: URL?) throws {
    let folder = store.deletingLastPathComponent()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let session = Session()
    defer { session.close() }
    do {
      try session.open(StackPlan(model: model, store: store, writes: false))
    } catch {
      XCTFail("\(folder.lastPathComponent): \(error.message)")
      return
    }
    let copy = try PrivateCopy(of: store)
    let connection = try ReadOnlyDatabase(path: copy.url.path).connection
    let entities = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
    for row in entities {
      guard case .integer(let number) = row[0], case .text(let name) = row[1] else { continue }
      let table = "Z" + (try Self.root(of: number, entities)).uppercased()
      let tables = try connection.rows(
        "SELECT 1 FROM sqlite_master WHERE name = ?1", [.text(table)])
      guard !tables.isEmpty else { continue }
      let rows = try connection.integer(
        "SELECT count(*) FROM \(table) WHERE Z_ENT = ?1", [.integer(number)])
      session.settings.rendering.mode = .list
      let printed = session.printed("fetch \(name) only")
      let problem = printed.isEmpty && rows != 0 ? session.problem("fetch \(name) only") : nil
      // The corpus has not all the external data files of 014 to 016.
      if problem?.message.contains("external data file") ?? false { continue }
      let lines = printed.split(separator: "\n").filter { $0.hasPrefix("\(name)/p") }
      XCTAssertEqual(
        Int64(lines.count), rows,
        "\(folder.lastPathComponent) \(name): \(problem?.message ?? "")")
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), before)
  }

  private static func root(of number: Int64, _ entities: [[SQLiteValue]]) throws -> String {
    var current = number
    while true {
      guard let row = entities.first(where: { $0[0] == .integer(current) }) else { return "" }
      if case .integer(let parent) = row[2], parent != 0 {
        current = parent
      } else if case .text(let name) = row[1] {
        return name
      } else {
        return ""
      }
    }
  }
}
