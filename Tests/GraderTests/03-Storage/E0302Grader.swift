import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter03

/// `note(season:onStoreAt:)` writes into the metadata, and nothing else.
final class E0302Grader: Grader {
  private let type = NSSQLiteStoreType

  func testTheEnvelope() throws {
    var data = UnseenData()
    let words = data.words(3)
    let bench = try Bench("03-Storage/League")
    let url = bench.folder.appendingPathComponent("Noted")
    try make(at: url, bench.model, motto: words[0], team: words[2])
    let before = try metadata(url)
    let uuid = try attempt { try note(season: words[1], onStoreAt: url) }
    XCTAssertEqual(uuid, before[NSStoreUUIDKey] as? String, "the UUID of the store")
    let after = try metadata(url)
    XCTAssertEqual(after["Season"] as? String, words[1], "the season in the metadata")
    XCTAssertEqual(after["Motto"] as? String, words[0], "what was noted before, under \"Motto\"")
    XCTAssertList(
      Set(after.keys).sorted(), Set(before.keys).union(["Season"]).sorted(), "what is noted")
    let context = try open(at: url, bench.model)
    var wanted = Graph()
    wanted.add("Team", words[2])
    XCTAssertGraph(context, wanted, "what is in the store")
  }

  private func metadata(_ url: URL) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url, options: nil)
  }

  private func open(
    at url: URL, _ model: NSManagedObjectModel
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func make(
    at url: URL, _ model: NSManagedObjectModel, motto: String, team: String
  ) throws {
    let context = try open(at: url, model)
    let coordinator = try XCTUnwrap(context.persistentStoreCoordinator)
    let store = try XCTUnwrap(coordinator.persistentStores.first)
    var metadata = coordinator.metadata(for: store)
    metadata["Motto"] = motto
    coordinator.setMetadata(metadata, for: store)
    Team(context: context).name = team
    try context.save()
    try coordinator.remove(store)
  }
}
