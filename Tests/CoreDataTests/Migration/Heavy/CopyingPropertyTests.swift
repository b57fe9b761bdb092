import XCTest

@testable import CoreData

/// Random pairs of models with random data in binary and XML stores, which are migrated by copying
/// when they are opened: every value that has a place to go is kept, objects keep their keys and the
/// store its UUID. 40 pairs; 2,000 where COREBOOK_SOAK is set. COREBOOK_SEED=n runs one alone.
final class CopyingPropertyTests: MigrationTestCase {
  func testRandomPairsOfModels() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["COREBOOK_SOAK"] == nil ? 40 : 2000
    let seeds = environment["COREBOOK_SEED"].flatMap { Int($0) }.map { [$0] } ?? Array(1...count)
    var outcome = (migrated: 0, refused: 0, unfit: 0)
    for seed in seeds {
      let pair = RandomModelPair(seed: seed)
      let type = seed % 2 == 0 ? NSXMLStoreType : NSBinaryStoreType
      let place = url("\(seed).store")
      var filler = try Filler(pair.old, seed: seed)
      try filler.fill(place, perEntity: 8, type: type)
      let before = try StoreDump(place, pair.old, type: type)
      let uuid = try self.uuid(place, type)
      let bytes = try self.bytes(place)
      do {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: pair.new)
        let store = try coordinator.addPersistentStore(
          ofType: type, configurationName: nil, at: place,
          options: [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
            MigrationSourceModelsOption: [pair.old],
          ])
        try coordinator.remove(store)
        let comparison = MigrationComparison(
          old: before, new: try StoreDump(place, pair.new, type: type),
          difference: ModelDifference(from: pair.old, to: pair.new), destination: pair.new)
        XCTAssertTrue(
          comparison.faults.isEmpty,
          "seed \(seed) \(type): \(pair.log)\n\(comparison.faults.prefix(5).joined(separator: "\n"))"
        )
        XCTAssertEqual(try self.uuid(place, type), uuid, "seed \(seed)")
        outcome.migrated += 1
      } catch let error as NSError where error.code == NSMigrationMissingMappingModelError {
        outcome.refused += 1
        XCTAssertEqual(try self.bytes(place), bytes, "seed \(seed)")
      } catch let error as NSError where error.code == NSMigrationError {
        // The rows do not fit the new model.
        outcome.unfit += 1
        XCTAssertNotNil(error.userInfo[NSUnderlyingErrorKey], "seed \(seed): \(error)")
        XCTAssertEqual(try self.bytes(place), bytes, "seed \(seed)")
      } catch {
        XCTFail("seed \(seed): \(pair.log): \(error)")
      }
      if (testRun?.failureCount ?? 0) > 3 { return }
    }
    print("CopyingPropertyTests: \(outcome)")
    if seeds.count > 1 { XCTAssertGreaterThan(outcome.migrated, seeds.count / 3) }
  }

  private func uuid(_ place: URL, _ type: String) throws -> String? {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: place)[
      NSStoreUUIDKey] as? String
  }

  /// A key that was in use is not handed out again, though its object is gone.
  func testKeysAreKept() throws {
    for type in [NSXMLStoreType, NSBinaryStoreType] {
      let place = url("kept.\(type)")
      let context = try MigrationKit.open(TestModel.league(), place, type: type)
      let teams = (0..<3).map { number in
        let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
        team["name"] = "\(number)"
        return team
      }
      try context.save()
      context.delete(teams[1])
      try context.save()
      let uri = teams[2].objectID.uriRepresentation()
      try MigrationKit.close(context)
      let new = TestModel.league()
      let team = new.entitiesByName["Team"]
      team?.properties =
        (team?.ownProperties ?? []) + [TestModel.attribute("motto", .stringAttributeType)]
      try LightweightStep(
        store: StoreAddress(place, type: type), from: TestModel.league(), to: new,
        configuration: nil
      ).run()
      let opened = try MigrationKit.open(new, place, type: type)
      let id = try XCTUnwrap(
        opened.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri))
      XCTAssertEqual(try opened.existingObject(with: id)["name"] as? String, "2", type)
      let added = NSEntityDescription.insertNewObject(forEntityName: "Team", into: opened)
      try opened.save()
      XCTAssertGreaterThan(added.pk, id.key.pk, type)
    }
  }

  /// A to-one without inverse becomes a to-many: an object that two have had there can be in one set
  /// only, so that the migration is refused (found by a soak, seed 1417), as it is in place.
  func testAMemberOfTwo() throws {
    func model(toMany: Bool) -> NSManagedObjectModel {
      let reader = TestModel.entity("Reader", [TestModel.attribute("n", .stringAttributeType)])
      let book = TestModel.entity("Book", [TestModel.attribute("n", .stringAttributeType)])
      reader.properties += [TestModel.relationship("books", book, toMany: toMany)]
      return TestModel.model([reader, book])
    }
    for type in [NSXMLStoreType, NSBinaryStoreType, NSSQLiteStoreType] {
      for isShared in [false, true] {
        let place = url("\(isShared).\(type)")
        let context = try MigrationKit.open(model(toMany: false), place, type: type)
        var book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        for number in 0..<2 {
          let reader = NSEntityDescription.insertNewObject(forEntityName: "Reader", into: context)
          reader["n"] = "\(number)"
          if number == 1, !isShared {
            book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
          }
          reader["books"] = book
        }
        try context.save()
        try MigrationKit.close(context)
        let step = LightweightStep(
          store: StoreAddress(place, type: type), from: model(toMany: false),
          to: model(toMany: true), configuration: nil)
        if isShared {
          XCTAssertThrowsError(try step.run(), type) { error in
            XCTAssertEqual((bridgedError(error) as NSError).code, NSMigrationError, "\(error)")
          }
          continue
        }
        try step.run()
        let opened = try MigrationKit.open(model(toMany: true), place, type: type)
        let readers = try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Reader"))
        XCTAssertEqual(
          readers.map { ($0["books"] as? Set<NSManagedObject>)?.count }, [1, 1], type)
        try MigrationKit.close(opened)
      }
    }
  }

  /// An SQLite store with an inferred mapping migrates itself unless that is switched off; the result
  /// is the same but for the keys' owner.
  func testStoreSpecificMigration() throws {
    let place = url("a.sqlite")
    try MigrationKit.makeLeague(at: place, teams: 3, players: 40)
    let new = TestModel.league()
    let team = new.entitiesByName["Team"]
    team?.properties =
      (team?.ownProperties ?? []) + [TestModel.attribute("motto", .stringAttributeType)]
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: TestModel.league(), destinationModel: new)
    var dumps: [[String]] = []
    for isSpecific in [true, false] {
      let manager = NSMigrationManager(sourceModel: TestModel.league(), destinationModel: new)
      XCTAssertTrue(manager.usesStoreSpecificMigrationManager)
      manager.usesStoreSpecificMigrationManager = isSpecific
      let target = url("b\(isSpecific).sqlite")
      try manager.migrateStore(
        from: place, type: .sqlite, mapping: mapping, to: target, type: .sqlite)
      XCTAssertEqual(manager.migrationProgress, 1)
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: target)
      XCTAssertEqual(
        metadata["migrationManagerClass"] != nil, isSpecific, "in place leaves its name")
      let dump = try StoreDump(target, new)
      dumps.append(
        dump.records.sorted { $0.key < $1.key }.map { key, record in
          "\(key) \(record.values.sorted { $0.key < $1.key }) \(record.toOnes)"
        })
    }
    XCTAssertEqual(dumps[0], dumps[1])
  }

  /// Words of the predicate language are good names for properties.
  func testNamesThatArePredicateWords() throws {
    let names = [
      "in", "like", "and", "not", "any", "first", "size", "self_", "nil_", "between", "über",
    ]
    func model(_ extra: Bool) -> NSManagedObjectModel {
      let attributes = names.map { TestModel.attribute($0, .stringAttributeType) }
      let one = TestModel.entity(
        "Word", attributes + (extra ? [TestModel.attribute("more", .stringAttributeType)] : []))
      let other = TestModel.entity("List", [])
      let list = TestModel.relationship("matches", other, toMany: false)
      let words = TestModel.relationship("contains", one, toMany: true)
      TestModel.join(list, words)
      one.properties += [list]
      other.properties += [words]
      return TestModel.model([one, other])
    }
    let place = url("words.xml")
    let context = try MigrationKit.open(model(false), place, type: NSXMLStoreType)
    let word = NSEntityDescription.insertNewObject(forEntityName: "Word", into: context)
    for name in names { word[name] = name.uppercased() }
    word["matches"] = NSEntityDescription.insertNewObject(forEntityName: "List", into: context)
    try context.save()
    try MigrationKit.close(context)
    try LightweightStep(
      store: StoreAddress(place, type: NSXMLStoreType), from: model(false), to: model(true),
      configuration: nil
    ).run()
    let opened = try MigrationKit.open(model(true), place, type: NSXMLStoreType)
    let found = try XCTUnwrap(
      opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Word")).first)
    XCTAssertEqual(names.map { found[$0] as? String }, names.map { $0.uppercased() })
    let list = found["matches"] as? NSManagedObject
    XCTAssertEqual((list?["contains"] as? Set<NSManagedObject>)?.count, 1)
  }

  func testMappingNilIsInferred() throws {
    let place = url("a.xml")
    try MigrationKit.makeLeague(at: place, teams: 1, players: 4, type: NSXMLStoreType)
    let manager = NSMigrationManager(
      sourceModel: TestModel.league(), destinationModel: TestModel.league())
    try manager.migrateStore(
      from: place, sourceType: NSXMLStoreType, with: nil, toDestinationURL: url("b.sqlite"),
      destinationType: NSSQLiteStoreType)
    XCTAssertEqual(
      try MigrationKit.lines(url("b.sqlite")),
      try MigrationKit.lines(place, type: NSXMLStoreType))
  }
}
