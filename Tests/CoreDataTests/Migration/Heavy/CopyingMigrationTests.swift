import XCTest

@testable import CoreData

/// Migration of a store where it is, by copying: the place has the old store or the new one.
final class CopyingMigrationTests: MigrationTestCase {
  /// The league with a motto for each team.
  private static func newLeague() -> NSManagedObjectModel {
    let model = TestModel.league()
    let motto = TestModel.attribute("motto", .stringAttributeType)
    motto.defaultValue = "ahead"
    let team = model.entitiesByName["Team"]
    team?.properties = (team?.ownProperties ?? []) + [motto]
    return model
  }

  private func migration(
    _ url: URL, type: String = NSSQLiteStoreType, options: [AnyHashable: Any] = [:]
  ) -> CopyingMigration {
    CopyingMigration(
      StoreAddress(url, type: type, options: options), from: TestModel.league(),
      to: Self.newLeague(), mapping: MigrationKit.league())
  }

  private func mottos(_ url: URL, type: String = NSSQLiteStoreType) throws -> [String] {
    let context = try MigrationKit.open(Self.newLeague(), url, type: type)
    defer { try? MigrationKit.close(context) }
    return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))
      .map { "\($0["motto"] ?? "nil")" }
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  func testReplacesTheStoreOfEachType() throws {
    for type in [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType] {
      let store = url("store.\(type)")
      try MigrationKit.makeLeague(at: store, teams: 2, players: 20, type: type)
      let before = try MigrationKit.lines(store, type: type)
      try migration(store, type: type).run()
      XCTAssertEqual(try mottos(store, type: type), ["ahead", "ahead"], type)
      let context = try MigrationKit.open(Self.newLeague(), store, type: type)
      XCTAssertEqual(
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Player")), before.count)
      try MigrationKit.close(context)
      XCTAssertEqual(names.filter { $0.hasPrefix(".store") }, [], "nothing is left beside it")
    }
  }

  /// What fails on the way leaves the store as it was, byte for byte.
  func testFailureLeavesTheOldStore() throws {
    for type in [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType] {
      let store = url("store.\(type)")
      try MigrationKit.makeLeague(at: store, teams: 2, players: 300, type: type)
      let before = try bytes(store)
      var cancelled = migration(store, type: type)
      cancelled.progress = { $0 < 0.4 }
      XCTAssertThrowsError(try cancelled.run()) { error in
        XCTAssertEqual((error as NSError).code, NSMigrationCancelledError)
      }
      var crowded = migration(store, type: type)
      crowded.freeBytes = { _ in 10 }
      XCTAssertThrowsError(try crowded.run()) { error in
        XCTAssertEqual(
          (bridgedError(error) as NSError).code, CocoaError.Code.fileWriteOutOfSpace.rawValue)
      }
      XCTAssertEqual(try bytes(store), before, type)
      XCTAssertEqual(names.filter { $0.hasPrefix(".store") }, [], type)
    }
  }

  func testBackup() throws {
    let store = url("store.sqlite")
    try MigrationKit.makeLeague(at: store, teams: 2, players: 20)
    let lines = try MigrationKit.lines(store)
    let options: [AnyHashable: Any] = [MigrationBackupOption: url("old.sqlite")]
    try migration(store, options: options).run()
    XCTAssertEqual(try MigrationKit.lines(url("old.sqlite")), lines)
    XCTAssertEqual(try mottos(store).count, 2)
    XCTAssertThrowsError(try migration(url("old.sqlite"), options: options).run()) { error in
      XCTAssertEqual(
        (bridgedError(error) as NSError).code, CocoaError.Code.fileWriteFileExists.rawValue)
    }
  }

  /// A migration that is stopped takes its backup away again.
  func testAStoppedMigrationLeavesNoBackup() throws {
    for type in [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType] {
      let store = url("store.\(type)")
      try MigrationKit.makeLeague(at: store, teams: 2, players: 20, type: type)
      let before = try bytes(store)
      let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      var stopped = migration(
        store, type: type, options: [MigrationBackupOption: url("old.\(type)")])
      stopped.progress = { $0 < 0.5 }
      XCTAssertThrowsError(try stopped.run()) { error in
        XCTAssertEqual((error as NSError).code, NSMigrationCancelledError)
      }
      XCTAssertEqual(try bytes(store), before, type)
      XCTAssertEqual(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), found, type)
    }
  }

  /// Somebody who has the old file open reads the new one's pages, not a torn mixture.
  func testAFileThatIsOpenElsewhere() throws {
    let store = url("store.sqlite")
    try MigrationKit.makeLeague(at: store, teams: 2, players: 20)
    let before = (try FileManager.default.attributesOfItem(atPath: store.path)[.systemFileNumber])
      .map { "\($0)" }
    try migration(store).run()
    let after = (try FileManager.default.attributesOfItem(atPath: store.path)[.systemFileNumber])
      .map { "\($0)" }
    XCTAssertEqual(before, after, "the file is written over, not replaced by another")
  }

  /// What a killed migration has left is removed by the next; that of a process that lives stays.
  func testLeftovers() throws {
    let store = url("store.sqlite")
    try MigrationKit.makeLeague(at: store, teams: 1, players: 1)
    let manager = FileManager.default
    let dead = url(".store.sqlite.migration-2000000000-x")
    let alive = url(".store.sqlite.migration-1-x")
    for folder in [dead, alive] {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try migration(store).run()
    XCTAssertFalse(manager.fileExists(atPath: dead.path))
    XCTAssertTrue(manager.fileExists(atPath: alive.path))
  }

  /// Data kept in files beside the store come along, and the old files go.
  func testExternalData() throws {
    let photo = TestModel.attribute("photo", .binaryDataAttributeType)
    photo.allowsExternalBinaryDataStorage = true
    let old = TestModel.model([TestModel.entity("Album", [photo])])
    let other = TestModel.attribute("photo", .binaryDataAttributeType)
    other.allowsExternalBinaryDataStorage = true
    let new = TestModel.model([
      TestModel.entity("Album", [other, TestModel.attribute("title", .stringAttributeType)])
    ])
    let store = url("album.sqlite")
    let context = try MigrationKit.open(old, store)
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
    NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)["photo"] = data
    try context.save()
    try MigrationKit.close(context)
    let files = ExternalData(store: store).folder
    let before = try FileManager.default.contentsOfDirectory(atPath: files.path)
    let mapping = MigrationKit.model([
      MigrationKit.mapping("Album", to: "Album", attributes: ["photo": "$source.photo"])
    ])
    try CopyingMigration(
      StoreAddress(store, type: NSSQLiteStoreType), from: old, to: new, mapping: mapping
    ).run()
    let after = try FileManager.default.contentsOfDirectory(atPath: files.path)
    XCTAssertEqual(after.count, 1)
    XCTAssertNotEqual(after, before)
    let opened = try MigrationKit.open(new, store)
    let albums = try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
    XCTAssertEqual(albums.first?["photo"] as? Data, data)
  }

  /// Values that only their own transformer can decode are copied as they are stored.
  func testTransformablesThatNobodyCanDecode() throws {
    func model(_ extra: Bool) -> NSManagedObjectModel {
      let value = TestModel.attribute("value", .transformableAttributeType)
      value.valueTransformerName = "NobodyHasThisTransformer"
      let more = extra ? [TestModel.attribute("title", .stringAttributeType)] : []
      return TestModel.model([TestModel.entity("Box", [value] + more)])
    }
    let store = url("box.sqlite")
    let stored = Data([1, 2, 3, 4])
    let context = try MigrationKit.open(model(false), store)
    NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)["value"] =
      UndecodedValue(data: stored, reason: "test")
    try context.save()
    try MigrationKit.close(context)
    let mapping = MigrationKit.model([
      MigrationKit.mapping("Box", to: "Box", attributes: ["value": "$source.value"])
    ])
    try CopyingMigration(
      StoreAddress(store, type: NSSQLiteStoreType), from: model(false), to: model(true),
      mapping: mapping
    ).run()
    let opened = try MigrationKit.open(model(true), store)
    let box = try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Box")).first
    XCTAssertEqual((box?["value"] as? UndecodedValue)?.data, stored)
  }
}
