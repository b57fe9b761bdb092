import SQLiteDriver
import XCTest

@testable import CoreData

/// Tokens, transactions, changes, purging (Apple's documentation of the classes).
final class HistoryReadingTests: XCTestCase {
  /// Three saves: two cars by "app", one changed by "import", one deleted by nobody.
  private func garage() throws -> Garage {
    let garage = try Garage.withHistory()
    garage.context.name = "main"
    garage.context.transactionAuthor = "app"
    let first = garage.insert("Car", ["vin": "a"])
    let second = garage.insert("Truck", ["vin": "b"])
    try garage.context.save()
    garage.context.transactionAuthor = "import"
    first.setValue(9, forKey: "stars")
    try garage.context.save()
    garage.context.transactionAuthor = nil
    garage.context.delete(second)
    try garage.context.save()
    return garage
  }

  func testTransactionsAndChanges() throws {
    let garage = try garage()
    let all = try garage.allHistory()
    XCTAssertEqual(all.map(\.transactionNumber), [1, 2, 3])
    XCTAssertEqual(all.map(\.author), ["app", "import", nil])
    XCTAssertEqual(all.map(\.contextName), ["main", "main", "main"])
    XCTAssertEqual(Set(all.map(\.storeID)), [garage.store.identifier])
    XCTAssertEqual(
      all.map(\.processID), Array(repeating: ProcessInfo.processInfo.processName, count: 3))
    XCTAssertFalse(all[0].bundleID.isEmpty)
    XCTAssertLessThan(abs(all[0].timestamp.timeIntervalSinceNow), 60)
    let changes = all.map { $0.changes ?? [] }
    XCTAssertEqual(changes.map(\.count), [2, 1, 1])
    XCTAssertEqual(Set(changes[0].map(\.changedObjectID.shortName)), ["Car/p1", "Truck/p2"])
    XCTAssertEqual(changes.map { $0[0].changeType }, [.insert, .update, .delete])
    XCTAssertEqual(changes[1][0].updatedProperties?.map(\.name), ["stars"])
    XCTAssertNil(changes[0][0].updatedProperties)
    XCTAssertEqual(changes[2][0].tombstone?["vin"] as? String, "b")
    XCTAssertNil(changes[1][0].tombstone)
    XCTAssertTrue(changes[2][0].transaction === all[2])
    XCTAssertEqual(changes[2][0].changeID, 4)
  }

  func testAfterTokensDatesAndTransactions() throws {
    let garage = try garage()
    let all = try garage.allHistory()
    XCTAssertEqual(
      try garage.history(.fetchHistory(after: all[0].token)).map(\.transactionNumber), [2, 3])
    XCTAssertEqual(
      try garage.history(.fetchHistory(after: all[1])).map(\.transactionNumber), [3])
    XCTAssertEqual(
      try garage.history(.fetchHistory(after: all[0].timestamp)).map(\.transactionNumber), [2, 3])
    let now = try XCTUnwrap(garage.coordinator.currentPersistentHistoryToken(fromStores: nil))
    XCTAssertEqual(now, all[2].token)
    XCTAssertEqual(try garage.history(.fetchHistory(after: now)).count, 0)
    XCTAssertNil(try Garage().coordinator.currentPersistentHistoryToken(fromStores: nil))
  }

  func testTokensCanBeArchived() throws {
    let token = NSPersistentHistoryToken(["A": 7, "B": 1])
    let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: NSPersistentHistoryToken.self, from: data)
    XCTAssertEqual(read, token)
    XCTAssertNotEqual(token, NSPersistentHistoryToken(["A": 8, "B": 1]))
    XCTAssertTrue("\(token)".contains("\"A\" = 7"))
  }

  func testResultTypes() throws {
    let garage = try garage()
    func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?)
      request.resultType = type
      return try XCTUnwrap(try garage.context.execute(request) as? NSPersistentHistoryResult).result
    }
    XCTAssertEqual(try result(.statusOnly) as? Bool, true)
    XCTAssertEqual(try result(.count) as? Int, 3)
    XCTAssertEqual(
      try (result(.objectIDs) as? [NSManagedObjectID])?.map(\.shortName).sorted(),
      ["Car/p1", "Truck/p2"])
    XCTAssertEqual(
      try (result(.transactionsOnly) as? [NSPersistentHistoryTransaction])?.map {
        $0.changes == nil
      },
      [true, true, true])
    XCTAssertEqual(
      try (result(.changesOnly) as? [NSPersistentHistoryChange])?.map(\.changeID), [1, 2, 3, 4])
  }

  func testTheFetchRequestForm() throws {
    let garage = try garage()
    let fetch = try XCTUnwrap(NSPersistentHistoryTransaction.fetchRequest)
    fetch.predicate = NSPredicate(format: "author != 'import'")
    fetch.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    XCTAssertEqual(
      try garage.history(.fetchHistory(withFetch: fetch)).map(\.transactionNumber), [3, 1])
    fetch.fetchLimit = 1
    XCTAssertEqual(
      try garage.history(.fetchHistory(withFetch: fetch)).map(\.transactionNumber), [3])
    let changes = try XCTUnwrap(NSPersistentHistoryChange.fetchRequest)
    let id = try XCTUnwrap(try garage.allHistory()[0].changes?.first { $0.changeID == 1 })
    changes.predicate = NSPredicate(
      format: "changedObjectID == %@", argumentArray: [id.changedObjectID])
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?)
    request.fetchRequest = changes
    XCTAssertEqual(try garage.history(request).map(\.transactionNumber), [1, 2])
    changes.predicate = NSPredicate(format: "changedEntity == 'Truck' AND changeType == 2")
    XCTAssertEqual(try garage.history(request).map(\.transactionNumber), [3])
    XCTAssertEqual(
      NSPersistentHistoryTransaction.entityDescription(with: garage.context)?.name, "Transaction")
  }

  func testPurging() throws {
    let garage = try garage()
    let all = try garage.allHistory()
    try garage.context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[2]))
    XCTAssertEqual(try garage.allHistory().map(\.transactionNumber), [3])
    XCTAssertEqual(try garage.sql("SELECT COUNT(*) FROM ACHANGE"), [["1"]])
    // What comes after transaction 2 is still complete; what comes after 1 is not.
    XCTAssertEqual(try garage.history(.fetchHistory(after: all[1].token)).count, 1)
    XCTAssertThrowsError(try garage.history(.fetchHistory(after: all[0].token))) {
      XCTAssertEqual(($0 as NSError).code, NSPersistentHistoryTokenExpiredError)
    }
    try garage.context.execute(
      NSPersistentHistoryChangeRequest.deleteHistory(before: Date(timeIntervalSinceNow: 60)))
    XCTAssertEqual(try garage.allHistory().count, 0)
    garage.insert("Maker")
    try garage.context.save()
    XCTAssertEqual(
      try garage.allHistory().map(\.transactionNumber), [4], "numbers are never used again")
    try garage.context.execute(
      NSPersistentHistoryChangeRequest.deleteHistory(before: nil as NSPersistentHistoryToken?))
    XCTAssertEqual(try garage.allHistory().count, 1)
  }

  func testAnotherCoordinatorFollowsByMerging() throws {
    let garage = try garage()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: garage.model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: garage.url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let copy = try XCTUnwrap(try garage.fetch("Car", in: context).first)
    XCTAssertEqual(copy.value(forKey: "stars") as? Int, 9)
    let token = coordinator.currentPersistentHistoryToken(fromStores: nil)
    try XCTUnwrap(try garage.fetch("Car").first).setValue(1, forKey: "stars")
    try garage.context.save()
    XCTAssertEqual(copy.value(forKey: "stars") as? Int, 9)
    let result = try XCTUnwrap(
      try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        as? NSPersistentHistoryResult)
    for transaction in result.result as? [NSPersistentHistoryTransaction] ?? [] {
      context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
    }
    XCTAssertEqual(copy.value(forKey: "stars") as? Int, 1)
  }

  func testWithoutHistoryItIsRefused() throws {
    let garage = try Garage()
    XCTAssertThrowsError(try garage.allHistory()) {
      XCTAssertEqual(($0 as NSError).code, NSPersistentStoreUnsupportedRequestTypeError)
    }
  }

  /// Apple's own histories (corpus 024, 041, 042: from before and after fw 973).
  func testAppleHistoriesAreRead() throws {
    var checked = 0
    for (item, transactions, changes) in [
      ("024-knowledge-2017", 0, 1115), ("041-samplemodel2-v2-2024", 1, 126),
      ("042-swiftdata-crafting-2024", 13, 19),
    ] {
      let folder = try Shared.url("corpus/pairs/\(item)")
      let file = folder.appendingPathComponent("store.sqlite")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
        "\(UUID().uuidString).sqlite")
      try FileManager.default.copyItem(at: file, to: copy)
      defer { try? FileManager.default.removeItem(at: copy) }
      guard let model = try Self.cachedModel(copy) else { continue }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: copy, options: nil)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let request = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?)
      let result = try XCTUnwrap(try context.execute(request) as? NSPersistentHistoryResult)
      let found = try XCTUnwrap(result.result as? [NSPersistentHistoryTransaction])
      if transactions > 0 { XCTAssertEqual(found.count, transactions, item) }
      XCTAssertEqual(found.flatMap { $0.changes ?? [] }.count, changes, item)
      XCTAssertTrue(found.allSatisfy { !$0.bundleID.isEmpty }, item)
      if item.hasPrefix("024") {
        let kept = found.flatMap { $0.changes ?? [] }.compactMap(\.tombstone)
        XCTAssertEqual(kept.count, 507)
        XCTAssertTrue(
          kept.allSatisfy { UUID(uuidString: $0["uuid"] as? String ?? "") != nil },
          "the inherited attribute comes first")
        XCTAssertTrue(kept.allSatisfy { $0["shouldSync"] is NSNumber })
      }
      if item.hasPrefix("042") {
        XCTAssertTrue(
          found.flatMap { $0.changes ?? [] }
            .contains { $0.updatedProperties?.map(\.name) == ["requiredComponents"] })
      }
      checked += 1
    }
    print("histories of Apple's checked: \(checked)")
    XCTAssertGreaterThan(checked, 0)
  }

  private static func cachedModel(_ url: URL) throws -> NSManagedObjectModel? {
    let connection = try SQLiteConnection(
      path: url.path, options: SQLiteOpenOptions(mode: .readOnly))
    guard let data = try connection.data("SELECT Z_CONTENT FROM Z_MODELCACHE") else { return nil }
    return try ModelCache.decode(data, path: url.path)
  }
}
