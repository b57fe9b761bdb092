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
