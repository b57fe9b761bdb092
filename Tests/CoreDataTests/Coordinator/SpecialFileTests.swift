import XCTest

@testable import CoreData

/// What is no ordinary file is never opened as a store, written over, renamed over or removed.
final class SpecialFileTests: XCTestCase {
  private static let types = [NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType]

  func testTheNullDeviceIsKnownByItsNameAndThroughLinks() throws {
    let files = try SpecialFiles()
    let link = files.url("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: "/dev/null"))
    for url in [link, URL(fileURLWithPath: "/dev/null"), URL(fileURLWithPath: "/dev/../dev/null")] {
      XCTAssertEqual(StoreSite.of(url), .memory, url.path)
    }
    XCTAssertEqual(StoreSite.of(files.url("missing")), .free)
  }

  private func assertRefused(
    _ url: URL, _ what: String, line: UInt = #line, _ body: () throws -> Void
  ) {
    XCTAssertThrowsError(try body(), "\(what) \(url.lastPathComponent)", line: line) {
      let error = $0 as NSError
      XCTAssertEqual(error.domain, NSCocoaErrorDomain, line: line)
      XCTAssertTrue(
        "\(error.localizedFailureReason ?? "") \(error.userInfo)".contains("it is a"),
        "\(what) \(url.lastPathComponent): \(error)", line: line)
    }
  }

  func testOtherFilesAreRefusedBeforeAnythingIsTouched() throws {
    let files = try SpecialFiles()
    let model = TestModel.employees()
    let others = try files.others()
    for type in Self.types {
      let source = try Stack(model)
      let store = source.folder.appendingPathComponent("source")
      try source.coordinator.addPersistentStore(ofType: type, configurationName: nil, at: store)
      let before = try files.listing()
      for url in others {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        assertRefused(url, "adding") {
          try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        }
        assertRefused(url, "destroying") {
          try coordinator.destroyPersistentStore(at: url, ofType: type)
        }
        assertRefused(url, "metadata") {
          _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: type, at: url, options: nil)
        }
        if type == NSSQLiteStoreType {
          assertRefused(url, "replacing") {
            try coordinator.replacePersistentStore(
              at: url, withPersistentStoreFrom: source.url, ofType: type)
          }
        }
        assertRefused(url, "moving") {
          let store = try XCTUnwrap(source.coordinator.persistentStores.first)
          try source.coordinator.migratePersistentStore(
            store, to: url, options: nil, withType: type)
        }
      }
      XCTAssertEqual(try files.listing(), before, type)
    }
  }

  func testAMigrationIntoOneIsRefused() throws {
    let files = try SpecialFiles()
    let source = try Stack(TestModel.employees())
    let newer = TestModel.employees()
    newer.entitiesByName["Employee"]?.properties
      .append(TestModel.attribute("more", .stringAttributeType))
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: source.model, destinationModel: newer)
    let others = try files.others()
    let before = try files.listing()
    for url in others {
      assertRefused(url, "migrating") {
        try NSMigrationManager(sourceModel: source.model, destinationModel: newer).migrateStore(
          from: source.url, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: url,
          destinationType: NSSQLiteStoreType)
      }
    }
    XCTAssertEqual(try files.listing(), before)
  }

  func testCompiledModelsAreNotWrittenOverOne() throws {
    let files = try SpecialFiles()
    let device = try files.nullDevice()
    let before = try files.listing()
    XCTAssertThrowsError(
      try ModelCompiler.compile(TestModel.employees(), name: "M", to: device))
    XCTAssertEqual(try files.listing(), before)
  }

  /// A store that cannot be made takes its own beginnings away, and nothing else.
  func testFoldersNamedLikeALogStay() throws {
    let files = try SpecialFiles()
    let store = files.url("store.sqlite")
    let log = files.url("store.sqlite-wal")
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
    try Data("kept".utf8).write(to: log.appendingPathComponent("inside"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.employees())
    // Whether it can be made is SQLite's affair.
    _ = try? coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: store)
    try? coordinator.destroyPersistentStore(at: store, ofType: NSSQLiteStoreType)
    XCTAssertTrue(FileManager.default.fileExists(atPath: log.appendingPathComponent("inside").path))
  }

  /// The link stays and leads to where the next store will be, as where a file is emptied.
  func testDestroyingThroughALinkDestroysTheStore() throws {
    for type in Self.types {
      let files = try SpecialFiles()
      let (store, link) = (files.url("store"), files.url("link"))
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store)
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.employees())
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: link)
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      try context.save()
      XCTAssertTrue(FileManager.default.fileExists(atPath: store.path), type)
      try coordinator.destroyPersistentStore(at: link, ofType: type)
      XCTAssertFalse(FileManager.default.fileExists(atPath: store.path), type)
    }
  }
}
