import CoreData
import SQLiteDriver
import XCTest

/// Statements and model caches against SQLite itself.
final class SchemaExecutionTests: XCTestCase {
  /// SQLite takes the statements of every model, in every era.
  func testSQLiteTakesEverySchema() throws {
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      for era in [
        SQLEra.seed, SQLEra(frameworkVersion: 637), SQLEra(frameworkVersion: 851), .latest,
      ] {
        let schema = try SQLSchema(model: model, era: era)
        let connection = try SQLiteConnection(path: ":memory:")
        for statement in schema.statements() + schema.historyStatements() {
          do {
            try connection.execute(statement)
          } catch {
            XCTFail("\(url.path) \(era): \(error)\n\(statement)")
          }
        }
      }
    }
  }

  /// The triggers of derived attributes compute what Apple's do (z-format facts 57 to 59).
  func testDerivedAttributesAreKept() throws {
    let model = try ModelSourceReader.read(
      Data(
        """
        <model><entity name="Author"><attribute name="name" attributeType="String"/></entity>
        <entity name="Book">
        <attribute name="authorName" optional="YES" attributeType="String" derived="YES"
          derivationExpression="author.name"/>
        <attribute name="pagesCount" optional="YES" attributeType="Integer 64" derived="YES"
          derivationExpression="pages.@count"/>
        <attribute name="words" optional="YES" attributeType="Integer 64" derived="YES"
          derivationExpression="pages.@sum.words"/>
        <relationship name="author" maxCount="1" destinationEntity="Author"/>
        <relationship name="pages" toMany="YES" destinationEntity="Page" inverseName="book"/></entity>
        <entity name="Page"><attribute name="words" attributeType="Integer 32"/>
        <relationship name="book" maxCount="1" destinationEntity="Book" inverseName="pages"/></entity>
        </model>
        """.utf8), path: "test")
    let connection = try SQLiteConnection(path: ":memory:")
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ] {
      try connection.registerFunction(name, argumentCount: 5) { _ in .null }
    }
    for statement in try SQLSchema(model: model).statements() { try connection.execute(statement) }
    func book() throws -> [SQLiteValue] {
      try connection.rows("SELECT ZPAGESCOUNT, ZWORDS, ZAUTHORNAME FROM ZBOOK WHERE Z_PK = 1")[0]
    }
    try connection.execute("INSERT INTO ZAUTHOR (Z_PK, Z_ENT, ZNAME) VALUES (1, 1, 'Ann')")
    try connection.execute("INSERT INTO ZBOOK (Z_PK, Z_ENT, ZAUTHOR) VALUES (1, 2, 1)")
    XCTAssertEqual(try book(), [.integer(0), .integer(0), .text("Ann")])
    for key in 1...3 {
      try connection.execute(
        "INSERT INTO ZPAGE (Z_PK, Z_ENT, ZBOOK, ZWORDS) VALUES (\(key), 3, 1, \(key * 10))")
    }
    XCTAssertEqual(try book(), [.integer(3), .integer(60), .text("Ann")])
    try connection.execute("UPDATE ZPAGE SET ZBOOK = NULL WHERE Z_PK = 3")
    try connection.execute("UPDATE ZPAGE SET ZWORDS = 5 WHERE Z_PK = 1")
    try connection.execute("DELETE FROM ZPAGE WHERE Z_PK = 2")
    try connection.execute("UPDATE ZAUTHOR SET ZNAME = 'Bea' WHERE Z_PK = 1")
    XCTAssertEqual(try book(), [.integer(1), .integer(5), .text("Bea")])
  }

  /// Every store's model cache opens, has the hashes of the store's metadata, and compressed again
  /// is the same to the byte (model-archive §3c).
  func testEveryModelCache() throws {
    var count = 0
    for item in try Shared.pairs() {
      let store = item.appendingPathComponent("store.sqlite")
      guard FileManager.default.fileExists(atPath: store.path) else { continue }
      let folder = try TemporaryFolder()
      for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + ending) {
        try Data(contentsOf: URL(fileURLWithPath: store.path + ending))
          .write(to: folder.url.appendingPathComponent("store.sqlite" + ending))
      }
      let connection = try SQLiteConnection(
        path: folder.url.appendingPathComponent("store.sqlite").path)
      let table = try connection.rows(
        "SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'")
      guard !table.isEmpty,
        let content = try connection.data("SELECT Z_CONTENT FROM Z_MODELCACHE")
      else { continue }
      let metadata = try XCTUnwrap(Shared.plist(item.appendingPathComponent("metadata.plist")))
      let model = try ModelCache.decode(content, path: item.lastPathComponent)
      XCTAssertEqual(
        model.entityVersionHashesByName, metadata["NSStoreModelVersionHashes"] as? [String: Data],
        item.lastPathComponent)
      XCTAssertEqual(
        try Deflate.compress(Deflate.expand(content)), content, item.lastPathComponent)
      count += 1
    }
    print("\(count) model caches opened")
    XCTAssertEqual(count, 35)
  }
}
