import XCTest

@testable import CoreData

/// Migration by copying objects. Truth: Apple's reference pages and programming guide (documented)
/// unless a test says otherwise.
final class NSMigrationManagerTests: MigrationTestCase {
  private func manager() -> NSMigrationManager {
    NSMigrationManager(sourceModel: TestModel.league(), destinationModel: TestModel.league())
  }

  func testCopiesValuesAndRelationshipsBetweenAllTypes() throws {
    let types: [NSPersistentStore.StoreType] = [.sqlite, .binary, .xml]
    for from in types {
      let a = url("a.\(from.rawValue)")
      try MigrationKit.makeLeague(at: a, teams: 3, players: 50, type: from.rawValue)
      let before = try bytes(a)
      for to in types {
        let b = url("b.\(from.rawValue).\(to.rawValue)")
        try manager().migrateStore(
          from: a, type: from, mapping: MigrationKit.league(), to: b, type: to)
        XCTAssertEqual(
          try MigrationKit.lines(b, type: to.rawValue),
          try MigrationKit.lines(a, type: from.rawValue), "\(from.rawValue) to \(to.rawValue)")
      }
      XCTAssertEqual(try bytes(a), before, "the source is only read")
    }
  }

  /// Batches smaller than the data give the same as one batch.
  func testBatches() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 7, players: 100)
    for size in [1, 3, 64, 1000] {
      let manager = manager()
      manager.batchSize = size
      let b = url("b\(size).sqlite")
      try manager.migrateStore(
        from: a, type: .sqlite, mapping: MigrationKit.league(), to: b, type: .sqlite)
      XCTAssertEqual(try MigrationKit.lines(b), try MigrationKit.lines(a), "batches of \(size)")
    }
  }

  /// Objects are let go when their batch is saved, whatever the mapping: by name, or inferred.
  func testMemoryStaysFlat() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 3, players: 3000)
    let inferred = try NSMappingModel.inferredMappingModel(
      forSourceModel: TestModel.league(), destinationModel: TestModel.league())
    for (number, mapping) in [MigrationKit.league(), inferred].enumerated() {
      let manager = manager()
      manager.usesStoreSpecificMigrationManager = false
      manager.batchSize = 100
      var most = 0
      let token = manager.observeMigrationProgress { _ in
        most = max(
          most,
          manager.sourceContext.registeredObjects.count
            + manager.destinationContext.registeredObjects.count)
      }
      try manager.migrateStore(
        from: a, type: .sqlite, mapping: mapping, to: url("b\(number).sqlite"), type: .sqlite)
      token.invalidate()
      XCTAssertGreaterThan(most, 50)
      XCTAssertLessThan(most, 600, "\(number): of 6,006 objects")
      XCTAssertEqual(
        try MigrationKit.lines(url("b\(number).sqlite")), try MigrationKit.lines(a))
    }
  }

  /// The migrated store takes a configuration's entities, as the old one did.
  func testConfigurations() throws {
    func model(_ isNew: Bool) -> NSManagedObjectModel {
      let model = TestModel.courses()
      let extra = TestModel.entity("Room", [TestModel.attribute("name", .stringAttributeType)])
      if isNew { extra.properties += [TestModel.attribute("floor", .integer16AttributeType)] }
      model.entities += [extra]
      model.setEntities([extra], forConfigurationName: "Rooms")
      return model
    }
    for type in [NSSQLiteStoreType, NSXMLStoreType] {
      let place = url("rooms.\(type)")
      func open(_ isNew: Bool) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(isNew))
        try coordinator.addPersistentStore(
          ofType: type, configurationName: "Rooms", at: place)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
      }
      let context = try open(false)
      NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)["name"] = "Attic"
      try context.save()
      try MigrationKit.close(context)
      try CopyingMigration(
        StoreAddress(place, type: type), from: model(false), to: model(true),
        mapping: MigrationKit.model([
          MigrationKit.mapping("Room", to: "Room", attributes: ["name": "$source.name"])
        ]), configuration: "Rooms"
      ).run()
      let opened = try open(true)
      let rooms = try opened.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
      XCTAssertEqual(rooms.map { "\($0["name"] ?? "")" }, ["Attic"], type)
    }
  }

  func testProgressRisesToOne() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 5, players: 500)
    let manager = manager()
    XCTAssertEqual(manager.migrationProgress, 0)
    var seen: [Float] = []
    let token = manager.observeMigrationProgress { seen.append($0) }
    try manager.migrateStore(
      from: a, type: .sqlite, mapping: MigrationKit.league(), to: url("b.sqlite"), type: .sqlite)
    token.invalidate()
    XCTAssertGreaterThan(seen.count, 5)
    XCTAssertEqual(seen, seen.sorted())
    XCTAssertEqual(seen.last, 1)
    XCTAssertEqual(manager.migrationProgress, 1)
  }

  /// 134120 with the given error beneath; nothing is left at the destination.
  func testCancelling() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 5, players: 500)
    let before = try bytes(a)
    let manager = manager()
    let token = manager.observeMigrationProgress { progress in
      if progress > 0.3 {
        manager.cancelMigrationWithError(NSError(domain: "Mine", code: 7))
      }
    }
    XCTAssertThrowsError(
      try manager.migrateStore(
        from: a, type: .sqlite, mapping: MigrationKit.league(), to: url("b.sqlite"), type: .sqlite)
    ) { error in
      let error = error as NSError
      XCTAssertEqual(error.domain, NSCocoaErrorDomain)
      XCTAssertEqual(error.code, NSMigrationCancelledError)
      let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
      XCTAssertEqual(cause?.domain, "Mine")
    }
    token.invalidate()
    XCTAssertLessThan(manager.migrationProgress, 0.6)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    XCTAssertEqual(left.filter { !$0.hasPrefix("a.sqlite") }, [])
    XCTAssertEqual(try bytes(a), before)
    // The manager can be used again.
    try manager.migrateStore(
      from: a, type: .sqlite, mapping: MigrationKit.league(), to: url("b.sqlite"), type: .sqlite)
    XCTAssertEqual(try MigrationKit.lines(url("b.sqlite")), try MigrationKit.lines(a))
  }

  func testMappingOfOtherVersionsIsRefused() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 1, players: 1)
    for isSource in [true, false] {
      let mapping = MigrationKit.league()
      if isSource {
        mapping.entityMappings[1].sourceEntityVersionHash = Data(repeating: 1, count: 32)
      } else {
        mapping.entityMappings[1].destinationEntityVersionHash = Data(repeating: 1, count: 32)
      }
      XCTAssertThrowsError(
        try manager().migrateStore(
          from: a, type: .sqlite, mapping: mapping, to: url("b.sqlite"), type: .sqlite)
      ) { error in
        let error = error as NSError
        XCTAssertEqual(error.code, NSMigrationError)
        let reason = error.userInfo["reason"] as? String ?? ""
        XCTAssertTrue(
          reason.contains("Mismatch between mapping and source/destination models"), reason)
        XCTAssertTrue(reason.contains("PlayerToPlayer"), reason)
      }
    }
    let good = MigrationKit.league()
    let hashes = TestModel.league().entityVersionHashesByName
    for mapping in good.entityMappings {
      mapping.sourceEntityVersionHash = hashes[mapping.sourceEntityName ?? ""]
      mapping.destinationEntityVersionHash = hashes[mapping.destinationEntityName ?? ""]
    }
    XCTAssertNoThrow(
      try manager().migrateStore(
        from: a, type: .sqlite, mapping: good, to: url("b.sqlite"), type: .sqlite))
  }

  func testMappingsThatNameWhatIsNotThere() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 1, players: 1)
    let bad: [(String, NSMappingModel)] = [
      ("“Squad”", MigrationKit.model([MigrationKit.mapping("Team", to: "Squad")])),
      ("“Squad”", MigrationKit.model([MigrationKit.mapping("Squad", to: "Team")])),
      (
        "“motto”",
        MigrationKit.model([
          MigrationKit.mapping("Team", to: "Team", attributes: ["motto": "$source.name"])
        ])
      ),
      (
        "“TeamToTeam”",
        MigrationKit.model([
          MigrationKit.mapping("Team", to: "Team"), MigrationKit.mapping("Team", to: "Team"),
        ])
      ),
      (
        "$source.motto",
        MigrationKit.model([
          MigrationKit.mapping("Team", to: "Team", attributes: ["name": "$source.motto"])
        ])
      ),
      (
        "“number”",
        MigrationKit.model([
          MigrationKit.mapping("Player", to: "Player", attributes: ["number": "$source.firstName"])
        ])
      ),
    ]
    for (part, mapping) in bad {
      XCTAssertThrowsError(
        try manager().migrateStore(
          from: a, type: .sqlite, mapping: mapping, to: url("b.sqlite"), type: .sqlite), part
      ) { error in
        let error = error as NSError
        XCTAssertEqual(error.code, NSMigrationError, part)
        let reason = error.userInfo["reason"] as? String ?? ""
        XCTAssertTrue(reason.contains(part), reason)
      }
      XCTAssertFalse(FileManager.default.fileExists(atPath: url("b.sqlite").path))
    }
  }

  func testStoresThatCannotBeUsed() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 1, players: 1)
    func code(_ from: URL, _ to: URL, _ model: NSManagedObjectModel? = nil) -> Int {
      let manager = NSMigrationManager(
        sourceModel: model ?? TestModel.league(), destinationModel: TestModel.league())
      do {
        try manager.migrateStore(
          from: from, type: .sqlite, mapping: MigrationKit.league(), to: to, type: .sqlite)
        return 0
      } catch { return (error as NSError).code }
    }
    XCTAssertEqual(code(url("none.sqlite"), url("b.sqlite")), NSMigrationManagerSourceStoreError)
    XCTAssertEqual(
      code(a, URL(fileURLWithPath: "/no/such/folder/b.sqlite")),
      NSMigrationManagerDestinationStoreError)
    XCTAssertEqual(code(a, a), NSMigrationManagerDestinationStoreError)
    XCTAssertEqual(
      code(a, url("b.sqlite"), TestModel.courses()), NSMigrationManagerSourceStoreError)
    XCTAssertFalse(FileManager.default.fileExists(atPath: url("none.sqlite").path))
  }

  /// Documented: the objects are added to a store that is there already.
  func testAppendsToAStoreThatIsThere() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 2, players: 10)
    let b = url("b.sqlite")
    try MigrationKit.makeLeague(at: b, teams: 1, players: 5)
    try manager().migrateStore(
      from: a, type: .sqlite, mapping: MigrationKit.league(), to: b, type: .sqlite)
    XCTAssertEqual(try MigrationKit.lines(b).count, 15)
    // One that was there stays when a migration into it fails.
    let bad = MigrationKit.model([
      MigrationKit.mapping("Team", to: "Team", attributes: ["name": "$source.motto"])
    ])
    XCTAssertThrowsError(
      try manager().migrateStore(from: a, type: .sqlite, mapping: bad, to: b, type: .sqlite))
    XCTAssertEqual(try MigrationKit.lines(b).count, 15)
  }

  /// The rules of the destination model are checked when everything is there, and the old store is
  /// as before.
  func testValidationStopsTheMigration() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 2, players: 30)
    let before = try bytes(a)
    let new = TestModel.league()
    new.entitiesByName["Player"]?.attributesByName["lastName"]?.isOptional = false
    let manager = NSMigrationManager(sourceModel: TestModel.league(), destinationModel: new)
    XCTAssertThrowsError(
      try manager.migrateStore(
        from: a, type: .sqlite, mapping: MigrationKit.league(), to: url("b.sqlite"), type: .sqlite)
    ) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSValidationMultipleErrorsError)
      let parts = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
      XCTAssertEqual(parts.count, 10)
      XCTAssertTrue(parts.allSatisfy { $0.code == NSValidationMissingMandatoryPropertyError })
    }
    XCTAssertFalse(FileManager.default.fileExists(atPath: url("b.sqlite").path))
    XCTAssertEqual(try bytes(a), before)
  }

  func testConstraintViolation() throws {
    let a = url("a.sqlite")
    let context = try MigrationKit.open(TestModel.league(), a)
    for _ in 0..<2 {
      NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)["name"] = "Reds"
    }
    try context.save()
    try MigrationKit.close(context)
    let new = TestModel.league()
    new.entitiesByName["Team"]?.uniquenessConstraints = [["name"]]
    let manager = NSMigrationManager(sourceModel: TestModel.league(), destinationModel: new)
    XCTAssertThrowsError(
      try manager.migrateStore(
        from: a, type: .sqlite, mapping: MigrationKit.league(), to: url("b.sqlite"), type: .sqlite)
    ) { error in
      XCTAssertEqual((error as NSError).code, NSMigrationConstraintViolationError)
    }
    XCTAssertFalse(FileManager.default.fileExists(atPath: url("b.sqlite").path))
  }

  /// Metadata of the program go along; those of the store are the new store's.
  func testMetadata() throws {
    let a = url("a.sqlite")
    try MigrationKit.makeLeague(at: a, teams: 1, players: 1)
    let context = try MigrationKit.open(TestModel.league(), a)
    let store = try XCTUnwrap(context.persistentStoreCoordinator?.persistentStores.first)
    var metadata = store.metadata ?? [:]
    metadata["MyKey"] = "mine"
    store.metadata = metadata
    _ = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
    try context.save()
    try MigrationKit.close(context)
    try manager().migrateStore(
      from: a, type: .sqlite, mapping: MigrationKit.league(), to: url("b.sqlite"), type: .sqlite)
    let old = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: a)
    let new = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: url("b.sqlite"))
    XCTAssertEqual(new["MyKey"] as? String, "mine")
    XCTAssertNotEqual(new[NSStoreUUIDKey] as? String, old[NSStoreUUIDKey] as? String)
  }
}
