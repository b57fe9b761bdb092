import SQLiteDriver
import Synchronization
import XCTest

@testable import CoreData

/// The notification of changes that others make (Apple's documentation; the keys are observed).
final class RemoteChangeTests: XCTestCase {
  private func garage() throws -> Garage {
    try Garage(options: [
      NSPersistentHistoryTrackingKey: NSNumber(value: true),
      NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true),
    ])
  }

  func testAnotherConnectionsCommitIsNoticed() throws {
    let garage = try garage()
    let url = garage.url
    let uuid = garage.store.identifier
    let told = expectation(
      forNotification: .NSPersistentStoreRemoteChange, object: garage.coordinator
    ) { notification in
      notification.userInfo?[NSPersistentStoreURLKey] as? URL == url
        && notification.userInfo?[NSStoreUUIDKey] as? String == uuid
        && notification.userInfo?[NSPersistentHistoryTokenKey] is NSPersistentHistoryToken
    }
    let other = NSPersistentStoreCoordinator(managedObjectModel: garage.model)
    try other.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: garage.url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = other
    _ = NSEntityDescription.insertNewObject(forEntityName: "Maker", into: context)
    try context.save()
    wait(for: [told], timeout: 10)
    XCTAssertEqual(try garage.allHistory().count, 1)
  }

  func testAnotherProcessesCommitIsNoticed() throws {
    let garage = try garage()
    garage.insert("Maker", ["name": "Fiat"])
    try garage.context.save()
    let maker = try XCTUnwrap(try garage.fetch("Maker").first)
    let told = expectation(
      forNotification: .NSPersistentStoreRemoteChange, object: garage.coordinator)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", garage.url.path,
      "UPDATE ZMAKER SET ZNAME = 'Ford', Z_OPT = Z_OPT + 1; "
        + "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (2, 16002, 1); "
        + "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) "
        + "SELECT 2, 16001, 1, Z_ENT, 1, 2 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Maker'",
    ]
    try shell.run()
    shell.waitUntilExit()
    if shell.terminationStatus == 127 { throw XCTSkip("SKIPPED: no sqlite3 on the path") }
    XCTAssertEqual(shell.terminationStatus, 0)
    wait(for: [told], timeout: 10)
    let new = try XCTUnwrap(try garage.allHistory().last)
    XCTAssertEqual(new.transactionNumber, 2)
    XCTAssertEqual(maker.value(forKey: "name") as? String, "Fiat")
    garage.context.mergeChanges(fromContextDidSave: new.objectIDNotification())
    XCTAssertEqual(maker.value(forKey: "name") as? String, "Ford")
  }

  func testOwnCommitsAreToldOnceAndOthersReadingIsNot() throws {
    let garage = try garage()
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: garage.coordinator, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    garage.insert("Maker")
    try garage.context.save()
    _ = try garage.sql("SELECT * FROM ZMAKER")
    _ = try garage.insertBatch(NSBatchInsertRequest(entityName: "Maker", objects: [[:]]))
    Thread.sleep(forTimeInterval: 0.3)
    XCTAssertEqual(count.withLock { $0 }, 2)
  }

  func testWithoutTheOptionNothingIsPosted() throws {
    let garage = try Garage()
    XCTAssertNil(try garage.engine.watcher)
  }

  func testTheWatcherGoesWithItsStore() throws {
    let garage = try garage()
    weak let watcher = try garage.engine.watcher
    XCTAssertNotNil(watcher)
    try garage.coordinator.remove(garage.store)
    XCTAssertNil(watcher)
  }
}
