import Console
import CoreData
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// Every store of the corpus after it has lost its model: what is inferred from the tables fits them.
/// Truth: the tables.
final class CorpusInferenceTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Every row of every table, with every value and every object at the other end of a relationship.
  func testEveryRowIsRead() throws {
    var rows = 0
    for item in try CorpusStores.all() {
      let store = try copyWithoutModel(item)
      let (context, origin) = try CorpusStores.open(store)
      XCTAssertEqual(origin, .inferred, item.name)
      let connection = try ReadOnlyDatabase(path: store.path).connection
      var failed: String?
      context.readFailureHandler = { what, cause in
        failed = failed ?? "\(what): \((cause as NSError).localizedDescription)"
      }
      for entity in context.persistentStoreCoordinator?.managedObjectModel.entities ?? [] {
        let place = "\(item.name) \(entity.name ?? "")"
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.includesSubentities = false
        let objects = try context.fetch(request)
        XCTAssertEqual(objects.count, try CorpusStores.rowCount(entity, connection), place)
        rows += objects.count
        for object in objects {
          for property in entity.properties { _ = try object.get(property.name) }
        }
        XCTAssertNil(failed, place)
      }
    }
    print("read \(rows) rows of stores without a model")
    XCTAssertGreaterThan(rows, 1000)
  }

  /// `export` writes them all, `report` makes its page, and a store that changed and was saved says so
  /// again, with what was there before as it was.
  func testExportReportAndWriting() throws {
    for item in try CorpusStores.all() {
      let store = try copyWithoutModel(item)
      let before = try run(["export", store.path], item)
      XCTAssertEqual(
        try objectCount(before), try rowCount(store), "\(item.name): exported objects")
      XCTAssertTrue(try run(["report", store.path], item).hasSuffix("</html>\n"), item.name)
      let entity = try writableEntity(store)
      let said = try run(
        [
          "--store", store.path, "--write", "-q", "-c",
          "count \(entity) ;; insert \(entity) as new ;; save ;; count \(entity) ;; "
            + ".restart ;; fetch \(entity) order by objectID desc limit 1 as old ;; delete old ;; save",
        ], item)
      let counts = said.split(separator: "\n").compactMap { Int($0) }
      XCTAssertEqual(counts.count, 2, "\(item.name): \(said)")
      XCTAssertEqual(counts.last, counts.first.map { $0 + 1 }, item.name)
      XCTAssertEqual(try run(["export", store.path], item), before, item.name)
    }
  }

  /// A model that cannot be read is told of, by every verb, and the tables are read all the same.
  func testADamagedModelIsToldOf() throws {
    let item = try XCTUnwrap(
      try CorpusStores.all().first { $0.name.hasPrefix("016") }, "the corpus has no 016")
    for (damage, sentence) in [
      ("UPDATE Z_MODELCACHE SET Z_CONTENT = x'deadbeef'", "cannot be read"),
      ("DELETE FROM Z_MODELCACHE", "does not keep its model any more"),
      ("DROP TABLE Z_MODELCACHE", "does not keep its model any more"),
    ] {
      let store = try copy(item)
      try SQLiteConnection(path: store.path).execute(damage)
      for words in [
        ["export", store.path], ["report", store.path], ["diff", store.path, store.path],
        ["model", store.path], ["open", store.path], ["--store", store.path, "-c", "count User"],
      ] {
        let result = try Executable.run(words)
        XCTAssertEqual(result.status, 0, "\(words): \(result.errors)")
        XCTAssertTrue(result.errors.contains(sentence), "\(words): \(result.errors)")
        XCTAssertTrue(result.errors.contains("--model MODEL"), "\(words): \(result.errors)")
      }
      let examined = try StoreDoctor.examine(store, name: "store")
      XCTAssertEqual(examined.findings.map(\.check), [.model])
      XCTAssertTrue(examined.text.contains(sentence), examined.text)
    }
  }

  /// The bits of a change in the history stand for properties of the true model (z-format fact 53): with
  /// an inferred one, none are written and none are read.
  func testTheHistoryTellsNothingWrong() throws {
    let item = try XCTUnwrap(
      try CorpusStores.all().first { $0.name.hasPrefix("042") }, "the corpus has no 042")
    let store = try copyWithoutModel(item)
    let connection = try SQLiteConnection(path: store.path)
    let before = try connection.integer("SELECT MAX(Z_PK) FROM ACHANGE") ?? 0
    _ = try run(
      [
        "--store", store.path, "--write", "-q", "-c",
        "fetch Item limit 1 as item ;; item.name = \"changed\" ;; save",
      ], item)
    let new = try connection.rows(
      "SELECT ZCHANGETYPE, ZCOLUMNS FROM ACHANGE WHERE Z_PK > ?", [.integer(before)])
    XCTAssertEqual(new.count, 1)
    XCTAssertEqual(new.first?[0].integer, 1)
    XCTAssertTrue(new.first?[1].isNull ?? false)
  }

  // MARK: - Helpers

  private func copy(_ item: CorpusStores.Item) throws -> URL {
    let place = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let store = place.appendingPathComponent("store.sqlite")
    for suffix in ["", "-wal"]
    where FileManager.default.fileExists(atPath: item.store.path + suffix) {
      try FileManager.default.copyItem(
        atPath: item.store.path + suffix, toPath: store.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: store.path + suffix)
    }
    return store
  }

  private func copyWithoutModel(_ item: CorpusStores.Item) throws -> URL {
    let store = try copy(item)
    let connection = try SQLiteConnection(path: store.path)
    if try connection.integer("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'") != nil {
      try connection.execute("DELETE FROM Z_MODELCACHE")
    }
    return store
  }

  private func run(_ words: [String], _ item: CorpusStores.Item) throws -> String {
    let result = try Executable.run(words)
    XCTAssertEqual(result.status, 0, "\(item.name) \(words[0]): \(result.errors)")
    return result.text
  }

  private func objectCount(_ text: String) throws -> Int {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let entities = object?["entities"] as? [String: [Any]] ?? [:]
    return entities.values.reduce(0) { $0 + $1.count }
  }

  private func rowCount(_ store: URL) throws -> Int {
    let connection = try ReadOnlyDatabase(path: store.path).connection
    var total = 0
    for row in try connection.rows(
      "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_SUPER = 0 AND Z_ENT < 16000")
    {
      let table = "Z" + (row[0].text ?? "").uppercased()
      total += Int(try connection.integer("SELECT count(*) FROM \(table)") ?? 0)
    }
    return total
  }

  /// An entity of which an object without values can be inserted.
  private func writableEntity(_ store: URL) throws -> String {
    let database = try ReadOnlyDatabase(path: store.path)
    let model = try StoreModel.read(database, path: store.path).model
    let names = model.entities.compactMap(\.name).sorted()
    return try XCTUnwrap(names.first)
  }
}
