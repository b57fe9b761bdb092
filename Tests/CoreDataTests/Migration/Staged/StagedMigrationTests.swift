import XCTest

@testable import CoreData

/// Staged migration. Truth: the combinations that were tried with Apple's framework in forum thread
/// 804902 (observed), unless a test says otherwise. There V1→V2, V2→V3 and V3→V4 can be inferred, V1→V3
/// and V1→V4 cannot.
final class StagedMigrationTests: MigrationTestCase {
  /// Four versions: a number becomes a text, by way of a version that has neither, so that only
  /// neighbours can be inferred.
  private static let models: [NSManagedObjectModel] = (1...4).map { version in
    let title = TestModel.attribute("title", .stringAttributeType)
    var properties: [NSPropertyDescription] = [title]
    switch version {
    case 1: properties.append(TestModel.attribute("size", .integer32AttributeType))
    case 2: properties.append(TestModel.attribute("note", .stringAttributeType))
    case 3: properties.append(TestModel.attribute("size", .stringAttributeType))
    default:
      properties.append(TestModel.attribute("size", .stringAttributeType))
      properties.append(TestModel.attribute("color", .stringAttributeType))
    }
    return TestModel.model([TestModel.entity("Feed", properties)])
  }

  private func model(_ version: Int) -> NSManagedObjectModel { Self.models[version - 1] }
  private func checksum(_ version: Int) -> String { model(version).versionChecksum }
  private func reference(_ version: Int) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(model: model(version), versionChecksum: checksum(version))
  }

  private func light(_ versions: Int...) -> NSMigrationStage {
    NSLightweightMigrationStage(versions.map(checksum))
  }

  private func custom(_ current: Int, _ next: Int) -> NSCustomMigrationStage {
    NSCustomMigrationStage(migratingFrom: reference(current), to: reference(next))
  }

  private func make(_ version: Int, type: String = NSSQLiteStoreType) throws -> URL {
    let place = url("\(UUID().uuidString).\(type)")
    let context = try MigrationKit.open(model(version), place, type: type)
    NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)["title"] = "One"
    try context.save()
    try MigrationKit.close(context)
    return place
  }

  @discardableResult
  private func open(
    _ place: URL, _ version: Int, _ stages: [NSMigrationStage], type: String = NSSQLiteStoreType
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(version))
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: place,
      options: [
        NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages),
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
        // Only an SQLite store keeps its model.
        MigrationSourceModelsOption: Self.models,
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func titles(_ context: NSManagedObjectContext) throws -> [String] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed"))
      .map { "\($0["title"] ?? "nil")" }
  }

  func testTheModelsAreAsTheyShouldBe() {
    for (from, to, isInferable) in [
      (1, 2, true), (2, 3, true), (3, 4, true), (1, 3, false), (1, 4, false), (2, 4, true),
    ] {
      XCTAssertEqual(
        ModelDifference(from: model(from), to: model(to)).isInferable, isInferable,
        "\(from) to \(to)")
    }
  }

  func testCombinationsThatWork() throws {
    let combinations: [(Int, Int, [NSMigrationStage])] = [
      (1, 3, [custom(1, 2), light(3)]), (1, 3, [light(1), custom(2, 3)]),
      (1, 3, [custom(1, 2), custom(2, 3)]), (2, 4, []), (1, 4, [custom(1, 2), light(3, 4)]),
      (1, 4, [light(1), custom(2, 3), light(4)]), (1, 4, [light(1, 4), custom(2, 3)]),
    ]
    for (number, (from, to, stages)) in combinations.enumerated() {
      for type in [NSSQLiteStoreType, NSXMLStoreType] {
        let place = try make(from, type: type)
        let context = try open(place, to, stages, type: type)
        XCTAssertEqual(try titles(context), ["One"], "\(number) \(type)")
        try MigrationKit.close(context)
      }
    }
  }

  /// Difference from Apple, which gives up here: the versions of lightweight stages are walked.
  func testLightweightStagesAreWalked() throws {
    // The model in between lies where models are looked for.
    let between = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .appendingPathComponent("Feed\(UUID().uuidString).mom")
    try ModelCompiler.compile(model(2), name: "Feed", to: between)
    defer { try? FileManager.default.removeItem(at: between) }
    for stages in [
      [light(1, 2, 3)], [light(1), light(2), light(3)], [light(1, 2), light(3, 4)],
    ] {
      let place = try make(1)
      let context = try open(place, 3, stages)
      XCTAssertEqual(try titles(context), ["One"])
      try MigrationKit.close(context)
    }
  }

  func testCombinationsThatFail() throws {
    let combinations: [(Int, Int, [NSMigrationStage], Int)] = [
      (1, 3, [], NSMigrationMissingMappingModelError),
      (1, 4, [], NSMigrationMissingMappingModelError),
      (1, 4, [light(3, 4), custom(1, 2)], NSStagedMigrationBackwardMigrationError),
      (1, 4, [custom(2, 3), light(1, 4)], NSMigrationMissingMappingModelError),
    ]
    for (number, (from, to, stages, code)) in combinations.enumerated() {
      let place = try make(from)
      let before = try bytes(place)
      XCTAssertThrowsError(try open(place, to, stages), "\(number)") { error in
        XCTAssertEqual((error as NSError).code, code, "\(number): \(error)")
      }
      XCTAssertEqual(try bytes(place), before, "\(number)")
    }
  }

  /// The handlers see the store with the version before and after, and may change it (documented:
  /// WWDC23, “What’s new in Core Data”).
  func testHandlers() throws {
    var log: [String] = []
    let stage = custom(1, 2)
    stage.label = "sizes become notes"
    stage.willMigrateHandler = { manager, current in
      let container = try XCTUnwrap(manager.container)
      XCTAssertTrue(current === stage)
      let context = container.newBackgroundContext()
      try context.performAndWait {
        let feed = try XCTUnwrap(
          context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed")).first)
        log.append("will \(feed.entity.attributesByName.keys.sorted())")
        feed["title"] = "Two"
        try context.save()
      }
    }
    stage.didMigrateHandler = { manager, _ in
      let context = try XCTUnwrap(manager.container).newBackgroundContext()
      try context.performAndWait {
        let feed = try XCTUnwrap(
          context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed")).first)
        log.append("did \(feed.entity.attributesByName.keys.sorted())")
        feed["note"] = "was \(feed["title"] ?? "")"
        try context.save()
      }
    }
    let place = try make(1)
    let context = try open(place, 2, [stage])
    XCTAssertEqual(log, [#"will ["size", "title"]"#, #"did ["note", "title"]"#])
    let feed = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed")).first
    XCTAssertEqual(feed?["note"] as? String, "was Two")
  }

  /// What a handler throws ends everything, and the store is as before: also what an earlier stage
  /// did is taken back.
  func testAHandlerThatThrows() throws {
    let place = try make(1)
    let before = try bytes(place)
    let second = custom(2, 3)
    second.label = "second"
    second.didMigrateHandler = { _, _ in throw NSError(domain: "Mine", code: 3) }
    XCTAssertThrowsError(try open(place, 3, [custom(1, 2), second])) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSMigrationError)
      XCTAssertEqual((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain, "Mine")
      XCTAssertTrue("\(error.userInfo["reason"] ?? "")".contains("second"))
    }
    XCTAssertEqual(try bytes(place), before)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.contains("migration-") }, [])
  }

  /// A store of the right version is opened without a stage being called.
  func testNothingToDo() throws {
    let stage = custom(1, 2)
    stage.willMigrateHandler = { _, _ in XCTFail("called") }
    let context = try open(make(2), 2, [stage])
    XCTAssertEqual(try titles(context), ["One"])
  }

  func testAReferenceWithAnotherChecksum() throws {
    let wrong = NSManagedObjectModelReference(model: model(3), versionChecksum: checksum(2))
    let stage = NSCustomMigrationStage(migratingFrom: reference(1), to: wrong)
    XCTAssertThrowsError(try open(make(1), 4, [stage]))
  }

  func testThroughAContainer() throws {
    let place = try make(1)
    let container = NSPersistentContainer(name: "Feeds", managedObjectModel: model(3))
    let description = NSPersistentStoreDescription(url: place)
    description.setOption(
      NSStagedMigrationManager([custom(1, 2), custom(2, 3)]),
      forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    XCTAssertNil(failure)
    XCTAssertEqual(try titles(container.viewContext), ["One"])
  }

  func testLabels() {
    let stage = NSMigrationStage()
    XCTAssertEqual(stage.label, "")
    stage.label = "one"
    XCTAssertEqual(stage.label, "one")
    XCTAssertEqual(
      (light(1, 2) as? NSLightweightMigrationStage)?.versionChecksums, [checksum(1), checksum(2)])
  }
}
