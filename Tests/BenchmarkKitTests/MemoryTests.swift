import BenchmarkKit
import CoreData
import Foundation
import XCTest

/// What an object costs in memory: a gate of the benchmark's promise.
final class MemoryTests: XCTestCase {
  private var folder = FileManager.default.temporaryDirectory

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("memory-\(UUID().uuidString)", isDirectory: true)
    try LeagueFiles(folder: folder, playerCount: 20_000).writeIfMissing()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  func testAFetchedObjectTakesLessThanThreeHundredBytes() throws {
    let store = folder.appendingPathComponent("store.sqlite")
    let run = EngineRun(playerCount: 20_000, database: store.path, folder: folder.path)
    _ = try run.run(.w1)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LeagueModel.make())
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: store, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // SQLite fills its page cache with the first scan of the table; that is not the objects' doing.
    let scan = NSFetchRequest<BenchPlayer>(entityName: "Player")
    scan.predicate = NSPredicate(format: "lastName BEGINSWITH 'W'")
    _ = try context.count(for: scan)
    let before = Heap.bytesInUse
    let players = try context.fetch(NSFetchRequest<BenchPlayer>(entityName: "Player"))
    let used = Double(Heap.bytesInUse - before) / Double(players.count)
    XCTAssertEqual(players.count, 20_000)
    XCTAssertLessThan(used, 300)
    XCTAssertGreaterThan(used, 100, "less than the row itself: the measurement is broken")
  }
}
