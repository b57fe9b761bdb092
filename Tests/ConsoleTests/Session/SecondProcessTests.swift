import CoreData
import Foundation
import XCTest

/// A second process, the program itself, writes to a store that this one has open: the notification
/// comes, and the history tells what was done. Truth: Apple's documentation.
final class SecondProcessTests: XCTestCase {
  func testAnotherProgramsSaveIsNoticedAndMerged() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("people.sqlite")
    let model = try XCTUnwrap(NSManagedObjectModel(contentsOf: Scenario.orgChart))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSPersistentHistoryTrackingKey: NSNumber(value: true),
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true),
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let jane = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
    jane.setValue("Jane", forKey: "name")
    jane.setValue(1, forKey: "id")
    try context.save()
    let token = coordinator.currentPersistentHistoryToken(fromStores: nil)

    let told = expectation(forNotification: .NSPersistentStoreRemoteChange, object: coordinator)
    told.assertForOverFulfill = false
    let result = try Executable.run([
      "--store", url.path, "--write", "-c",
      "fetch Person as jane ;; jane.name = \"Joan\" ;; insert Person name=\"Bill\" id=2 ;; save",
    ])
    XCTAssertEqual(result.status, 0, "\(result)")
    wait(for: [told], timeout: 20)

    XCTAssertEqual(jane.value(forKey: "name") as? String, "Jane", "not before it is merged")
    let history = try XCTUnwrap(
      try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        as? NSPersistentHistoryResult)
    let transactions = try XCTUnwrap(history.result as? [NSPersistentHistoryTransaction])
    XCTAssertEqual(transactions.count, 1)
    XCTAssertEqual(transactions.first?.changes?.map(\.changeType.rawValue).sorted(), [0, 1])
    XCTAssertEqual(transactions.first?.processID, "corebook")
    for transaction in transactions {
      context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
    }
    XCTAssertEqual(jane.value(forKey: "name") as? String, "Joan")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    XCTAssertEqual(try context.count(for: request), 2)
  }
}
