import XCTest

@testable import CoreData

/// Truth: documentation of `NSPersistentContainer`.
final class NSPersistentContainerTests: XCTestCase {
  private final class Container: NSPersistentContainer, @unchecked Sendable {
    nonisolated(unsafe) static var directory = URL(fileURLWithPath: "/tmp")
    override class func defaultDirectoryURL() -> URL { directory }
  }

  private func makeContainer(_ model: NSManagedObjectModel = TestModel.employees()) -> Container {
    Container.directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-\(UUID().uuidString)/data")
    let folder = Container.directory.deletingLastPathComponent()
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return Container(name: "Library", managedObjectModel: model)
  }

  private func load(_ container: NSPersistentContainer) -> [(any Error)?] {
    var errors: [(any Error)?] = []
    container.loadPersistentStores { _, error in errors.append(error) }
    return errors
  }

  func testTheDefaultStoreIsMadeInTheDefaultDirectory() throws {
    let container = makeContainer()
    let file = Container.directory.appendingPathComponent("Library.sqlite")
    XCTAssertEqual(container.persistentStoreDescriptions.map(\.url), [file])
    XCTAssertEqual(load(container).count, 1)
    XCTAssertTrue(FileManager.default.fileExists(atPath: file.path))
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 1)
    XCTAssertEqual(load(container).count, 1, "a loaded store is not opened again")
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 1)
  }

  func testTheDefaultDirectoryFollowsTheStandardOfTheDesktop() {
    let directory = NSPersistentContainer.defaultDirectoryURL()
    XCTAssertEqual(directory.lastPathComponent, ProcessInfo.processInfo.processName)
    if let base = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] {
      XCTAssertTrue(directory.path.hasPrefix(base))
    } else {
      XCTAssertTrue(directory.path.contains("/.local/share/"))
    }
  }

  /// B066: contexts of a container have no undo manager.
  func testContexts() throws {
    let container = makeContainer()
    container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
    XCTAssertEqual(load(container).count, 1)
    XCTAssertNil(container.viewContext.undoManager)
    XCTAssertEqual(container.viewContext.concurrencyType, .mainQueueConcurrencyType)
    let background = container.newBackgroundContext()
    XCTAssertEqual(background.concurrencyType, .privateQueueConcurrencyType)
    XCTAssertFalse(background === container.newBackgroundContext())
    background.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: background)
    }
    XCTAssertNoThrow(try background.performAndWait { try background.save() })
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    XCTAssertEqual(try container.viewContext.fetch(request).count, 1)
  }

  func testAModelIsFoundByName() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-\(UUID().uuidString)")
    let source = folder.appendingPathComponent("Garden.xcdatamodel")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    try Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Tree" syncable="YES">
          <attribute name="height" optional="YES" attributeType="Double"/>
        </entity>
      </model>
      """.utf8
    ).write(to: source.appendingPathComponent("contents"))
    let before = FileManager.default.currentDirectoryPath
    XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder.path))
    defer {
      _ = FileManager.default.changeCurrentDirectoryPath(before)
      try? FileManager.default.removeItem(at: folder)
    }
    let container = NSPersistentContainer(name: "Garden")
    XCTAssertEqual(container.name, "Garden")
    XCTAssertEqual(container.managedObjectModel.entities.map(\.name), ["Tree"])
  }

  func testBackgroundTasks() async throws {
    let container = makeContainer()
    container.persistentStoreDescriptions[0].type = NSInMemoryStoreType
    XCTAssertEqual(load(container).count, 1)
    let count = try await container.performBackgroundTask { context in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      try context.save()
      return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee")).count
    }
    XCTAssertEqual(count, 1)
    do {
      try await container.performBackgroundTask { _ in throw CancellationError() }
      XCTFail("nothing was thrown")
    } catch is CancellationError {}
  }

  func testABackgroundTaskIsNotWaitedFor() {
    let container = makeContainer()
    let done = expectation(description: "the task has run")
    container.performBackgroundTask { context in
      XCTAssertEqual(context.concurrencyType, .privateQueueConcurrencyType)
      done.fulfill()
    }
    wait(for: [done], timeout: 5)
  }

  func testAFailureIsHandedToTheHandler() throws {
    let container = makeContainer()
    let url = URL(fileURLWithPath: "/no/such/folder/x.sqlite")
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: url), NSPersistentStoreDescription(),
    ]
    container.persistentStoreDescriptions[1].type = "Typo"
    let errors = load(container)
    XCTAssertEqual(errors.count, 2)
    XCTAssertEqual((errors[0] as? NSError)?.domain, NSCocoaErrorDomain)
    XCTAssertEqual((errors[1] as? NSError)?.code, NSPersistentStoreInvalidTypeError)
  }

  func testStoresAreAddedInTheBackgroundOnRequest() {
    let container = makeContainer()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    let done = expectation(description: "the store is open")
    container.loadPersistentStores { _, error in
      XCTAssertNil(error)
      done.fulfill()
    }
    wait(for: [done], timeout: 5)
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 1)
  }
}
