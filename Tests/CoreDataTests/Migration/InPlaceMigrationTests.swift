import SQLiteDriver
import XCTest

@testable import CoreData

/// What a migration in place does with tables, files and history. Truth: the format facts cited; the
/// rest is inferred.
final class InPlaceMigrationTests: XCTestCase {
  private func text(_ name: String) -> NSAttributeDescription {
    TestModel.attribute(name, .stringAttributeType)
  }

  private func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    TestModel.model(entities)
  }

  /// Fact 74: new columns stand at the end, the table is not written anew, rows are not touched.
  func testAnAddedAttributeIsAColumnAtTheEnd() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let new = model(TestModel.entity("Feed", [text("title"), text("a")]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 1)
    try filler.fill(bench.url, perEntity: 3)
    let plan = try InPlaceMigration(url: bench.url, from: old, to: new).rehearse()
    XCTAssertEqual(plan.tables.map(\.action), [.altered])
    XCTAssertFalse(plan.statements.contains { $0.hasPrefix("UPDATE") })
    XCTAssertTrue(plan.statements.contains("ALTER TABLE ZFEED ADD COLUMN ZA VARCHAR"))
    XCTAssertEqual(try bench.faults(from: old, to: new), [])
    XCTAssertEqual(
      try bench.rows("SELECT sql FROM sqlite_master WHERE name = 'ZFEED'"),
      [
        [
          "CREATE TABLE ZFEED ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
            + "ZTITLE VARCHAR , ZA VARCHAR)"
        ]
      ])
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: bench.url)
    XCTAssertEqual(metadata["migrationManagerClass"] as? String, "NSSQLiteInPlaceMigrationManager")
  }

  /// Facts 7, 25 and 77: numbers move in rows, join tables and `Z_PRIMARYKEY`.
  func testNumbersMoveEverywhere() throws {
    func version(_ additional: String?) -> NSManagedObjectModel {
      let model = TestModel.courses()
      if let additional { model.entities += [TestModel.entity(additional, [text("x")])] }
      return model
    }
    let bench = try MigrationBench()
    var filler = try Filler(version(nil), seed: 5)
    try filler.fill(
      bench.url, perEntity: 6, options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
    XCTAssertEqual(try bench.faults(from: version(nil), to: version("Aula")), [])
    XCTAssertEqual(
      try bench.rows("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 100"),
      [["1", "Aula"], ["2", "Course"], ["3", "Teacher"]])
    XCTAssertEqual(
      try bench.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z\\_2%' ESCAPE '\\'"),
      [["Z_2TEACHERS"]])
    XCTAssertEqual(
      try bench.rows("SELECT DISTINCT ZENTITY FROM ACHANGE ORDER BY 1"), [["2"], ["3"]])
    XCTAssertEqual(try bench.rows("SELECT DISTINCT Z_ENT FROM ZCOURSE"), [["2"]])
  }

  /// Fact 53: the bits of changed properties move with the properties.
  func testHistoryMasksMove() throws {
    let old = model(TestModel.entity("Feed", [text("b"), text("d")]))
    let renamed = text("a")
    renamed.renamingIdentifier = "d"
    let new = model(TestModel.entity("Feed", [renamed, text("b"), text("c")]))
    let bench = try MigrationBench()
    let coordinator = try bench.open(
      old, [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let object = NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)
    try context.save()
    object.setValue("x", forKey: "d")
    try context.save()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    XCTAssertEqual(
      try bench.rows("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1"), [["40"]])
    try bench.open(new)
    XCTAssertEqual(
      try bench.rows("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1"), [["80"]])
  }

  /// Fact 71: files beside the store stay where they are; those of a removed attribute go.
  func testExternalFilesStay() throws {
    func version(_ names: [String], external: Bool = true) -> NSManagedObjectModel {
      model(
        TestModel.entity(
          "Photo",
          names.map {
            let data = TestModel.attribute($0, .binaryDataAttributeType)
            data.allowsExternalBinaryDataStorage = external
            return data
          }))
    }
    let bench = try MigrationBench()
    let coordinator = try bench.open(version(["full", "thumb"]), [:])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let photo = NSEntityDescription.insertNewObject(forEntityName: "Photo", into: context)
    photo.setValue(Data(repeating: 7, count: 150_000), forKey: "full")
    photo.setValue(Data(repeating: 8, count: 150_000), forKey: "thumb")
    try context.save()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let folder = ExternalData(store: bench.url).folder.path
    func files() -> Int {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count
    }
    XCTAssertEqual(files(), 2)
    XCTAssertEqual(
      try bench.faults(from: version(["full", "thumb"]), to: version(["full"])), [])
    XCTAssertEqual(files(), 1)
    XCTAssertEqual(
      try bench.faults(from: version(["full"]), to: version(["full"], external: false)), [])
    XCTAssertEqual(files(), 0)
    XCTAssertEqual(
      try bench.faults(from: version(["full"], external: false), to: version(["full"])), [])
    XCTAssertEqual(files(), 1)
  }

  /// Facts 57 and 46: counts are computed for the rows there are, constraints made into indexes.
  func testDerivedValuesAndConstraintsAreMade() throws {
    func version(_ isSecond: Bool) -> NSManagedObjectModel {
      let model = TestModel.league()
      guard isSecond, let team = model.entitiesByName["Team"] else { return model }
      for (name, expression) in [("size", "players.@count"), ("plain", "lowercase:(name)")] {
        let derived = NSDerivedAttributeDescription()
        derived.name = name
        derived.attributeType = name == "size" ? .integer64AttributeType : .stringAttributeType
        derived.derivationExpression = NSExpression(format: expression)
        team.properties += [derived]
      }
      team.uniquenessConstraints = [["name"]]
      return model
    }
    let bench = try MigrationBench()
    var filler = try Filler(version(false), seed: 3)
    try filler.fill(bench.url, perEntity: 10)
    XCTAssertEqual(try bench.faults(from: version(false), to: version(true)), [])
    XCTAssertEqual(
      try bench.rows(
        "SELECT count(*) FROM ZTEAM t WHERE ZSIZE != "
          + "(SELECT count(*) FROM ZPLAYER WHERE ZTEAM = t.Z_PK) "
          + "OR ZPLAIN IS NOT lower(ZNAME)"), [["0"]])
  }

  /// Equal values for a new constraint: 134111, and the store is as before.
  func testDuplicatesAreRefused() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let feed = TestModel.entity("Feed", [text("title")])
    feed.uniquenessConstraints = [["title"]]
    let bench = try MigrationBench()
    let coordinator = try bench.open(old, [:])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for _ in 0..<2 {
      NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)
        .setValue("same", forKey: "title")
    }
    try context.save()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    XCTAssertThrowsError(try bench.open(model(feed))) { error in
      XCTAssertEqual((error as NSError).code, 134111)
    }
    XCTAssertEqual(try StoreDump(bench.url, old).count("Feed"), 2)
  }

  /// Whatever is lost is said before.
  func testThePlanSaysWhatIsLost() throws {
    let old = model(
      TestModel.entity("Feed", [text("title")]), TestModel.entity("Tag", [text("name")]))
    let new = model(TestModel.entity("Feed", [text("headline")]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 2)
    try filler.fill(bench.url, perEntity: 2)
    let plan = try InPlaceMigration(url: bench.url, from: old, to: new).rehearse()
    XCTAssertEqual(
      plan.difference.losses.map(\.text),
      ["the values of “title” of each Feed", "all objects of the entity Tag itself"])
    XCTAssertEqual(
      plan.tables,
      [
        InPlacePlan.Table(name: "ZFEED", oldName: "ZFEED", action: .altered),
        InPlacePlan.Table(name: "ZTAG", oldName: "ZTAG", action: .dropped),
      ])
    XCTAssertEqual(try StoreDump(bench.url, old).records.count, 4, "a rehearsal changes nothing")
  }

  func testABackupIsMadeOnRequest() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let new = model(TestModel.entity("Feed", [text("headline")]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 2)
    try filler.fill(bench.url, perEntity: 2)
    let place = bench.folder.appendingPathComponent("backup.sqlite")
    var options = MigrationBench.migrating
    options[MigrationBackupOption] = place
    try bench.open(new, options)
    XCTAssertEqual(try StoreDump(place, old).count("Feed"), 2)
    XCTAssertThrowsError(
      try bench.open(model(TestModel.entity("Feed", [text("x")])), options),
      "a backup overwrites nothing")
  }

  /// A migration that fails takes its backup away again, and never what was there before.
  func testAFailedMigrationLeavesNoBackup() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let required = text("rank")
    required.isOptional = false
    let strict = model(TestModel.entity("Feed", [text("title"), required]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 2)
    try filler.fill(bench.url, perEntity: 2)
    let before = try Data(contentsOf: bench.url)
    let names = { try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).sorted() }
    let found = try names()
    var options = MigrationBench.migrating
    options[MigrationBackupOption] = bench.folder.appendingPathComponent("backup.sqlite")
    XCTAssertThrowsError(try bench.open(strict, options))
    XCTAssertEqual(try names(), found)
    XCTAssertEqual(try Data(contentsOf: bench.url), before)
    // The folder of external data bears the name without its ending: it may be another's.
    let taken = bench.folder.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
    let file = taken.appendingPathComponent("X")
    try Data("data".utf8).write(to: file)
    options[MigrationBackupOption] = bench.folder.appendingPathComponent("store.bak")
    XCTAssertThrowsError(try bench.open(strict, options)) { error in
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      XCTAssertEqual(cause?.code, CocoaError.Code.fileWriteFileExists.rawValue, "\(error)")
    }
    XCTAssertEqual(try Data(contentsOf: file), Data("data".utf8))
  }

  func testRoomIsAskedForBefore() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let new = model(TestModel.entity("Feed", [text("headline")]))
    // No row is written for a new attribute.
    let longer = model(TestModel.entity("Feed", [text("title"), text("x")]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 2)
    try filler.fill(bench.url, perEntity: 2)
    var migration = InPlaceMigration(url: bench.url, from: old, to: new)
    migration.freeBytes = { _ in 1000 }
    XCTAssertThrowsError(try migration.run()) { error in
      XCTAssertEqual((error as? MigrationFailure)?.cocoaCode, 640)
    }
    XCTAssertEqual(try StoreDump(bench.url, old).count("Feed"), 2)
    XCTAssertFalse(
      try InPlaceMigration(url: bench.url, from: old, to: longer).rehearse().rewritesRows)
  }

  func testCancellingLeavesTheOldStore() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let new = model(TestModel.entity("Feed", [text("headline")]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 2)
    try filler.fill(bench.url, perEntity: 2)
    var steps: [Double] = []
    var migration = InPlaceMigration(url: bench.url, from: old, to: new)
    migration.progress = {
      steps.append($0)
      return steps.count < 4
    }
    XCTAssertThrowsError(try migration.run()) { error in
      XCTAssertEqual(error as? MigrationFailure, .cancelled)
    }
    XCTAssertEqual(steps, steps.sorted())
    XCTAssertEqual(try StoreDump(bench.url, old).count("Feed"), 2)
  }

  /// One attribute less: the column goes from the table that is there; with two it is written anew.
  func testARemovedAttributeIsAColumnLess() throws {
    let old = model(
      TestModel.entity("Feed", [text("a"), text("b"), text("c")]),
      TestModel.entity("Tag", [text("name")]))
    let feed = TestModel.entity("Feed", [text("a"), text("c")])
    feed.indexes = [
      NSFetchIndexDescription(
        name: "byC",
        elements: [
          NSFetchIndexElementDescription(
            property: feed.attributesByName["c"] ?? text("c"), collationType: .binary)
        ])
    ]
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 1)
    try filler.fill(bench.url, perEntity: 9)
    XCTAssertEqual(
      try bench.faults(from: old, to: model(feed, TestModel.entity("Tag", [text("name")]))), [])
    let plan = try InPlaceMigration(
      url: bench.url, from: model(feed, TestModel.entity("Tag", [text("name")])),
      to: model(TestModel.entity("Feed", [text("x")]), TestModel.entity("Tag", [text("name")]))
    ).rehearse()
    XCTAssertEqual(plan.tables.map(\.action), [.rebuilt, .kept])
  }

  /// Only rows without a value are written for an attribute that is required from now on.
  func testOnlyRowsWithoutAValueAreWritten() throws {
    let rank = TestModel.attribute("rank", .integer64AttributeType)
    rank.isOptional = false
    rank.defaultValue = 3
    let old = model(
      TestModel.entity("Feed", [TestModel.attribute("rank", .integer64AttributeType)]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 1)
    try filler.fill(bench.url, perEntity: 30)
    let plan = try InPlaceMigration(
      url: bench.url, from: old, to: model(TestModel.entity("Feed", [rank]))
    ).rehearse()
    XCTAssertTrue(
      plan.statements.contains(
        "UPDATE ZFEED AS s SET ZRANK = IFNULL(s.ZRANK, 3) WHERE s.ZRANK IS NULL"))
    XCTAssertEqual(try bench.faults(from: old, to: model(TestModel.entity("Feed", [rank]))), [])
  }

  /// Keys that were handed out are never handed out again (fact 8).
  func testHighestKeysStay() throws {
    let old = model(TestModel.entity("Feed", [text("title")]))
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: 2)
    try filler.fill(bench.url, perEntity: 5)
    try SQLiteConnection(path: bench.url.path).execute("DELETE FROM ZFEED WHERE Z_PK = 5")
    try bench.open(model(TestModel.entity("Feed", [text("headline")])))
    XCTAssertEqual(try bench.rows("SELECT Z_MAX FROM Z_PRIMARYKEY"), [["5"]])
  }
}
