import SQLiteDriver
import XCTest

@testable import CoreData

/// What the application itself has made in a store's file (format fact 60): kept as far as it can be, in
/// the new names, and named where it cannot. Inferred: Apple documents nothing of it.
final class ItemsOfOthersTests: MigrationTestCase {
  private func text(_ name: String, was old: String? = nil) -> NSAttributeDescription {
    let attribute = TestModel.attribute(name, .stringAttributeType)
    attribute.renamingIdentifier = old
    return attribute
  }

  private func old() -> NSManagedObjectModel {
    TestModel.model([
      TestModel.entity("Feed", [text("title"), text("gone"), text("note")]),
      TestModel.entity("Tag", [text("name")]),
    ])
  }

  /// `gone` goes, `title` becomes `name`, the name `note` is given to another attribute, Tag becomes
  /// Label.
  private func new() -> NSManagedObjectModel {
    let label = TestModel.entity("Label", [text("name")])
    label.renamingIdentifier = "Tag"
    return TestModel.model([
      TestModel.entity(
        "Feed", [text("name", was: "title"), text("remark", was: "note"), text("x")]),
      label,
    ])
  }

  private static let statements = [
    "CREATE INDEX mine ON ZFEED (ZTITLE)", "CREATE INDEX other ON ZFEED (ZGONE)",
    "CREATE INDEX \"ZFEED_quoted\" ON ZFEED (\"ZGONE\")",
    "CREATE INDEX partial ON ZFEED (lower(ZNOTE)) WHERE ZTITLE IS NOT NULL",
    "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)",
    "CREATE TABLE loose (a, b)", "CREATE INDEX loose_a ON loose (a)",
    "CREATE VIEW vague AS SELECT ZTITLE AS title, ZTAG.ZNAME AS tag FROM ZFEED, ZTAG",
    "CREATE VIEW titles AS SELECT ZFEED.ZTITLE AS title, ZTAG.ZNAME AS tag FROM ZFEED, ZTAG",
    "CREATE VIEW losers AS SELECT ZGONE FROM ZFEED", "CREATE VIEW broken AS SELECT x FROM nowhere",
    "CREATE TRIGGER ZT_mine AFTER UPDATE OF ZTITLE ON ZFEED BEGIN "
      + "INSERT INTO notes (text) VALUES (NEW.ZTITLE); END",
    "CREATE TRIGGER ZT_app AFTER UPDATE ON ZTAG BEGIN SELECT ours(NEW.ZNAME); END",
    "CREATE TRIGGER ZT_gone AFTER INSERT ON ZFEED BEGIN "
      + "INSERT INTO notes (text) VALUES (NEW.ZGONE); END",
  ]

  private func make() throws -> URL {
    let place = url("\(UUID().uuidString).sqlite")
    var filler = try Filler(old(), seed: 3)
    try filler.fill(place, perEntity: 4)
    let connection = try SQLiteConnection(path: place.path)
    for statement in Self.statements { try connection.execute(statement) }
    for number in 0..<20 {
      try connection.execute("INSERT INTO notes (text) VALUES ('note \(number)')")
      try connection.execute("INSERT INTO loose VALUES (\(number), 'b')")
    }
    try connection.execute("DELETE FROM notes WHERE id > 10")
    try connection.execute("DELETE FROM loose WHERE a < 5")
    return place
  }

  private func rows(_ place: URL, _ sql: String) throws -> [String] {
    try SQLiteConnection(path: place.path, options: SQLiteOpenOptions(mode: .readOnly)).rows(sql)
      .map { $0.map { $0.text ?? $0.integer.map(String.init) ?? "-" }.joined(separator: "|") }
  }

  private let lost = [
    "the application’s own index other of ZFEED: it needs ZGONE, which goes",
    "the application’s own index ZFEED_quoted of ZFEED: it needs ZGONE, which goes",
    "the application’s own view vague: error in view vague after rename: ambiguous column name: ZNAME",
    "the application’s own view losers: it needs ZGONE, which goes",
    "the application’s own trigger ZT_gone of ZFEED: it needs ZGONE, which goes",
  ]

  private func check(_ place: URL) throws {
    XCTAssertEqual(
      try rows(
        place,
        "SELECT name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'Z\\_%' ESCAPE '\\' "
          + "AND name NOT IN ('ZFEED', 'ZLABEL', 'ZTAG', 'sqlite_sequence') ORDER BY 1"),
      ["ZT_app", "ZT_mine", "broken", "loose", "loose_a", "mine", "notes", "partial", "titles"])
    XCTAssertEqual(
      try rows(place, "SELECT name FROM pragma_index_info('mine')"), ["ZNAME"])
    XCTAssertEqual(
      try rows(place, "SELECT sql FROM sqlite_master WHERE name = 'partial'"),
      ["CREATE INDEX partial ON \"ZFEED\" (lower(ZREMARK)) WHERE ZNAME IS NOT NULL"].map {
        $0.replacing("\"", with: "")
      })
    XCTAssertEqual(try rows(place, "SELECT count(*) FROM titles"), ["16"])
    XCTAssertEqual(
      try rows(place, "SELECT count(*), max(id), (SELECT seq FROM sqlite_sequence) FROM notes"),
      ["10|10|20"])
    XCTAssertEqual(
      try rows(place, "SELECT count(*), min(rowid), max(rowid) FROM loose"), ["15|6|20"])
    let connection = try SQLiteConnection(path: place.path)
    try connection.execute("UPDATE ZFEED SET ZNAME = 'fired' WHERE Z_PK = 1")
    XCTAssertEqual(
      try rows(place, "SELECT text FROM notes ORDER BY id DESC LIMIT 1"), ["fired"])
  }

  func testInPlace() throws {
    let place = try make()
    let migration = InPlaceMigration(url: place, from: old(), to: new())
    XCTAssertEqual(try migration.rehearse().lostItems.map(\.text), lost)
    XCTAssertEqual(try migration.run().lostItems.map(\.text), lost)
    try check(place)
  }

  func testByCopying() throws {
    let place = try make()
    let mapping = MigrationKit.model([
      MigrationKit.mapping(
        "Feed", to: "Feed", attributes: ["name": "$source.title", "remark": "$source.note"]),
      MigrationKit.mapping("Tag", to: "Label", attributes: ["name": "$source.name"]),
    ])
    let found = try CopyingMigration(
      StoreAddress(place, type: NSSQLiteStoreType), from: old(), to: new(), mapping: mapping
    ).run()
    XCTAssertEqual(found.map(\.text), lost)
    try check(place)
  }

  /// The whole way is looked at before it is gone: what the second step takes is named by then.
  func testLossesOfARoute() throws {
    let place = try make()
    let last = TestModel.model([TestModel.entity("Feed", [text("remark")])])
    let versions = [old(), new(), last].enumerated().map {
      MigrationRoute.Version("\($0.offset + 1)", $0.element)
    }
    let route = MigrationRoute(
      try zip(versions, versions.dropFirst()).map {
        try XCTUnwrap(MigrationRoute.step($0, $1, []))
      })
    let before = try bytes(place)
    let texts = try RouteLosses(of: place, type: NSSQLiteStoreType, on: route).texts()
    XCTAssertEqual(try bytes(place), before)
    XCTAssertEqual(
      texts,
      lost + [
        "the application’s own index mine of ZFEED: it needs ZNAME, which goes",
        "the application’s own index partial of ZFEED: it needs ZNAME, which goes",
        "the application’s own view titles: it needs ZNAME and ZLABEL, which goes",
        "the application’s own trigger ZT_mine of ZFEED: it needs ZNAME, which goes",
        "the application’s own trigger ZT_app of ZLABEL: it needs ZLABEL, which goes",
      ])
    let found = try RouteMigration(StoreAddress(place, type: NSSQLiteStoreType), route).run()
    XCTAssertEqual(found.map(\.text), texts)
  }

  /// An index that is unique is lost where only the rows forbid it.
  func testAnIndexThatTheRowsForbid() throws {
    let place = url("rows.sqlite")
    let old = TestModel.model([
      TestModel.entity("Feed", [TestModel.attribute("rank", .integer64AttributeType), text("x")])
    ])
    var filler = try Filler(old, seed: 3)
    try filler.fill(place, perEntity: 4)
    let connection = try SQLiteConnection(path: place.path)
    try connection.execute("UPDATE ZFEED SET ZRANK = NULL")
    try connection.execute("CREATE UNIQUE INDEX ranks ON ZFEED (ZRANK)")
    let rank = TestModel.attribute("rank", .integer64AttributeType)
    rank.isOptional = false
    rank.defaultValue = 3
    let new = TestModel.model([TestModel.entity("Feed", [rank])])
    let migration = InPlaceMigration(url: place, from: old, to: new)
    XCTAssertEqual(try migration.rehearse().lostItems, [])
    XCTAssertEqual(
      try migration.run().lostItems.map(\.text),
      ["the application’s own index ranks of ZFEED: UNIQUE constraint failed: ZFEED.ZRANK"])
  }

  /// A table of the application's own is not written over.
  func testATableInTheWay() throws {
    let place = try make()
    try SQLiteConnection(path: place.path).execute("CREATE TABLE ZARENA (mine)")
    let new = old()
    new.entities += [TestModel.entity("Arena", [text("x")])]
    XCTAssertThrowsError(
      try InPlaceMigration(url: place, from: old(), to: new).run()
    ) { error in
      XCTAssertEqual(error as? MigrationFailure, .nameTaken(table: "ZARENA"))
      XCTAssertEqual((bridgedError(error) as NSError).code, NSMigrationError)
    }
    XCTAssertEqual(try rows(place, "SELECT name FROM pragma_table_info('ZARENA')"), ["mine"])
  }

  /// A full-text table of the application's own comes along with its words.
  func testFullTextTables() throws {
    let place = try make()
    let connection = try SQLiteConnection(path: place.path)
    try connection.execute("CREATE VIRTUAL TABLE words USING fts5(body)")
    try connection.execute("INSERT INTO words (rowid, body) VALUES (7, 'whales and dolphins')")
    let mapping = MigrationKit.model([
      MigrationKit.mapping("Feed", to: "Feed", attributes: ["title": "$source.title"]),
      MigrationKit.mapping("Tag", to: "Tag", attributes: ["name": "$source.name"]),
    ])
    let lost = try CopyingMigration(
      StoreAddress(place, type: NSSQLiteStoreType), from: old(), to: old(), mapping: mapping
    ).run()
    XCTAssertEqual(lost, [])
    XCTAssertEqual(
      try rows(place, "SELECT rowid FROM words WHERE words MATCH 'dolphins'"), ["7"])
  }

  /// The history of an entity that goes, goes with it; a mapping model leaves none.
  func testHistory() throws {
    let place = url("history.sqlite")
    var filler = try Filler(old(), seed: 3)
    try filler.fill(
      place, perEntity: 4, options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
    let changes = try HistoryCount.changes(place)
    XCTAssertEqual(Set(changes.keys), ["Feed", "Tag"])
    let (feeds, tags) = (changes["Feed"] ?? 0, changes["Tag"] ?? 0)
    let last = TestModel.model([TestModel.entity("Feed", [text("name", was: "title")])])
    let versions = [old(), new(), last].enumerated().map {
      MigrationRoute.Version("\($0.offset + 1)", $0.element)
    }
    let steps = try zip(versions, versions.dropFirst()).map {
      try XCTUnwrap(MigrationRoute.step($0, $1, []))
    }
    func losses(_ steps: [MigrationRoute.Step]) throws -> [String] {
      try RouteLosses(of: place, type: NSSQLiteStoreType, on: MigrationRoute(steps)).texts()
    }
    XCTAssertEqual(try losses([steps[0]]), [])
    XCTAssertEqual(try losses(steps), ["the persistent history of Tag, \(tags) changes"])
    let mapping = MigrationKit.model([
      MigrationKit.mapping("Feed", to: "Feed", attributes: ["name": "$source.title"])
    ])
    XCTAssertEqual(
      try losses([XCTUnwrap(MigrationRoute.step(versions[0], versions[2], [mapping]))]),
      [
        "the persistent history, \(feeds + tags) changes: objects get other keys by a mapping model"
      ])
    try RouteMigration(StoreAddress(place, type: NSSQLiteStoreType), MigrationRoute(steps)).run()
    XCTAssertEqual(try HistoryCount.changes(place), ["Feed": feeds])
  }
}
