import SQLiteDriver
import XCTest

@testable import CoreData

/// What happens when a store is opened with another version of its model (cases B079 to B083).
final class AutomaticMigrationTests: XCTestCase {
  private func text(_ name: String) -> NSAttributeDescription {
    TestModel.attribute(name, .stringAttributeType)
  }

  private func feed(_ properties: [NSPropertyDescription]) -> NSManagedObjectModel {
    TestModel.model([TestModel.entity("Feed", properties)])
  }

  private func first() -> NSManagedObjectModel {
    feed([text("title"), TestModel.attribute("stars", .integer16AttributeType)])
  }

  /// A store of the first version with three rows.
  private func bench() throws -> MigrationBench {
    let bench = try MigrationBench()
    let coordinator = try bench.open(first(), [:])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for number in 1...3 {
      let object = NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)
      object.setValue("title \(number)", forKey: "title")
      object.setValue(number, forKey: "stars")
    }
    try context.save()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    return bench
  }

  private func values(
    _ key: String, _ coordinator: NSPersistentStoreCoordinator
  ) throws -> [String?] {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Feed")
    request.sortDescriptors = [NSSortDescriptor(key: "stars", ascending: true)]
    return try context.fetch(request).map { $0.value(forKey: key).map { "\($0)" } }
  }

  private func failure(_ body: () throws -> Void) -> NSError? {
    do {
      try body()
      return nil
    } catch {
      return error as NSError
    }
  }

  private func options(_ migrate: Bool, _ infer: Bool) -> [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: migrate,
      NSInferMappingModelAutomaticallyOption: infer,
    ]
  }

  /// B079.
  func testFourWaysToOpenAChangedModel() throws {
    func second() -> NSManagedObjectModel {
      feed([
        text("title"), TestModel.attribute("stars", .integer16AttributeType), text("tag"),
      ])
    }
    let bench = try bench()
    let untouched = try Data(contentsOf: bench.url)
    let none = failure { try bench.open(second(), options(false, false)) }
    XCTAssertEqual(none?.domain, NSCocoaErrorDomain)
    XCTAssertEqual(none?.code, 134100)
    XCTAssertNotNil(none?.userInfo["metadata"] as? [String: Any])
    XCTAssertEqual(
      none?.userInfo["reason"] as? String,
      "The model used to open the store is incompatible with the one used to create the store")
    let sentence = none?.localizedFailureReason ?? ""
    XCTAssertTrue(sentence.contains("these entities differ: Feed."), sentence)
    XCTAssertTrue(sentence.contains("“tag” is new"), sentence)
    XCTAssertTrue(sentence.contains("A lightweight migration can do this."), sentence)
    let only = failure { try bench.open(second(), options(true, false)) }
    XCTAssertEqual(only?.code, 134140)
    XCTAssertEqual(
      only?.userInfo["reason"] as? String, "Can't find mapping model for migration")
    XCTAssertNotNil(only?.userInfo["sourceModel"] as? NSManagedObjectModel)
    XCTAssertNotNil(only?.userInfo["destinationModel"] as? NSManagedObjectModel)
    XCTAssertEqual(try Data(contentsOf: bench.url), untouched)
    let coordinator = try bench.open(second(), options(true, true))
    XCTAssertEqual(try values("title", coordinator), ["title 1", "title 2", "title 3"])
    XCTAssertEqual(try values("tag", coordinator), [nil, nil, nil])
  }

  /// A failed opening leaves no store behind.
  func testNoStoreIsAttachedAfterAFailure() throws {
    let bench = try bench()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: feed([text("title")]))
    XCTAssertThrowsError(
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: bench.url, options: nil))
    XCTAssertTrue(coordinator.persistentStores.isEmpty)
  }

  /// B080.
  func testRenamingNeedsAnIdentifier() throws {
    let stars = { TestModel.attribute("stars", .integer16AttributeType) }
    let lost = try bench().open(feed([text("title2"), stars()]))
    XCTAssertEqual(try values("title2", lost), [nil, nil, nil])
    let renamed = text("title2")
    renamed.renamingIdentifier = "title"
    let kept = try bench().open(feed([renamed, stars()]))
    XCTAssertEqual(try values("title2", kept), ["title 1", "title 2", "title 3"])
  }

  /// B081.
  func testMandatoryAttributeNeedsADefault() throws {
    func second(_ value: Any?) -> NSManagedObjectModel {
      let rank = TestModel.attribute("rank", .integer32AttributeType)
      rank.isOptional = false
      rank.defaultValue = value
      return feed([
        text("title"), TestModel.attribute("stars", .integer16AttributeType), rank,
      ])
    }
    let bench = try bench()
    let error = failure { try bench.open(second(nil)) }
    XCTAssertEqual(error?.code, 134110)
    let reason = error?.userInfo["reason"] as? String ?? ""
    XCTAssertTrue(
      reason.contains(
        "Validation error missing attribute values on mandatory destination attribute"), reason)
    XCTAssertEqual(error?.userInfo["sourceURL"] as? URL, bench.url)
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    XCTAssertEqual(cause?.code, 134110)
    XCTAssertEqual(cause?.userInfo["entity"] as? String, "Feed")
    XCTAssertEqual(cause?.userInfo["attribute"] as? String, "rank")
    let coordinator = try bench.open(second(7))
    XCTAssertEqual(try values("rank", coordinator), ["7", "7", "7"])
  }

  /// B082.
  func testMetadataAndCompatibility() throws {
    let bench = try bench()
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: bench.url)
    let (old, new) = (first(), feed([text("title")]))
    XCTAssertEqual(metadata[NSStoreTypeKey] as? String, NSSQLiteStoreType)
    XCTAssertNotNil((metadata[NSStoreUUIDKey] as? String).flatMap(UUID.init))
    XCTAssertEqual(
      metadata[NSStoreModelVersionHashesKey] as? [String: Data], old.entityVersionHashesByName)
    XCTAssertTrue(old.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    XCTAssertFalse(new.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    XCTAssertFalse(old.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
    XCTAssertNoThrow(try bench.open(new, [NSIgnorePersistentStoreVersioningOption: true]))
  }

  /// A change that cannot be inferred: 134140 with 134190 beneath (logs of several applications).
  func testTypesThatDoNotFit() throws {
    let bench = try bench()
    let error = failure {
      try bench.open(
        feed([
          TestModel.attribute("title", .dateAttributeType),
          TestModel.attribute("stars", .integer16AttributeType),
        ]))
    }
    XCTAssertEqual(error?.code, 134140)
    XCTAssertEqual(
      error?.userInfo["reason"] as? String,
      "Can't find or automatically infer mapping model for migration")
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    XCTAssertEqual(cause?.code, 134190)
    XCTAssertEqual(cause?.userInfo["entity"] as? String, "Feed")
    XCTAssertEqual(cause?.userInfo["property"] as? String, "title")
    XCTAssertEqual(
      cause?.userInfo["reason"] as? String,
      "Source and destination attribute types are incompatible")
    XCTAssertNoThrow(try bench.open(first(), [:]))
  }

  /// A store that does not keep its model, and whose model is nowhere: 134130.
  func testMissingSourceModel() throws {
    let bench = try bench()
    let connection = try SQLiteConnection(path: bench.url.path)
    try connection.execute("DELETE FROM Z_MODELCACHE")
    let error = failure { try bench.open(feed([text("title")])) }
    XCTAssertEqual(error?.code, 134130)
    XCTAssertEqual(error?.userInfo["reason"] as? String, "Can't find model for source store")
    XCTAssertEqual(error?.userInfo["URL"] as? URL, bench.url)
    XCTAssertNotNil(error?.userInfo["metadata"])
    XCTAssertNoThrow(try bench.open(feed([text("title")]), sources: [first()]))
  }

  /// A container migrates by itself (the book's chapter 8, seeds 004-1).
  func testContainersMigrateByThemselves() throws {
    let bench = try bench()
    let model = feed([
      text("title"), TestModel.attribute("stars", .integer16AttributeType), text("tag"),
    ])
    let container = NSPersistentContainer(name: "Feeds", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: bench.url)
    XCTAssertTrue(description.shouldMigrateStoreAutomatically)
    XCTAssertTrue(description.shouldInferMappingModelAutomatically)
    container.persistentStoreDescriptions = [description]
    var failed: (any Error)?
    container.loadPersistentStores { _, error in failed = error }
    XCTAssertNil(failed)
    XCTAssertEqual(
      try values("title", container.persistentStoreCoordinator), ["title 1", "title 2", "title 3"])
  }

  /// Nothing is ever put off, so there is nothing to finish.
  func testNothingIsDeferred() throws {
    let bench = try bench()
    var options = MigrationBench.migrating
    options[NSPersistentStoreDeferredLightweightMigrationOptionKey] = true
    let coordinator = try bench.open(
      feed([text("headline"), TestModel.attribute("stars", .integer16AttributeType)]), options)
    XCTAssertEqual(
      try bench.rows("SELECT name FROM pragma_table_info('ZFEED') WHERE name = 'ZTITLE'"), [])
    XCTAssertNoThrow(try coordinator.finishDeferredLightweightMigration())
    XCTAssertNoThrow(try coordinator.finishDeferredLightweightMigrationTask())
  }

  /// B083: a store that is only read is not migrated.
  func testReadOnlyStoresAreNotMigrated() throws {
    let bench = try bench()
    var options = MigrationBench.migrating
    options[NSReadOnlyPersistentStoreOption] = true
    let untouched = try Data(contentsOf: bench.url)
    let error = failure { try bench.open(feed([text("title")]), options) }
    XCTAssertEqual(error?.code, 134110)
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    XCTAssertEqual(cause?.code, 513)
    XCTAssertEqual(try Data(contentsOf: bench.url), untouched)
  }
}
