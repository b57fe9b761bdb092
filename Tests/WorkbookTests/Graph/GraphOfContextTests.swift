import CoreData
import Foundation
import Workbook
import XCTest

/// Pictures of what a context sees.
final class GraphOfContextTests: XCTestCase {
  /// Teams that are only looked at in passing go again, and others come to lie where they lay: each
  /// player must be shown with the team that is the player's own.
  func testObjectsOfOtherEntitiesKeepTheirLabels() throws {
    let folder = try Package.scratch()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("League.sqlite")
    let writing = try context(on: url)
    for number in 1...60 {
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: writing)
      team.setValue("Team \(number)", forKey: "name")
      let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: writing)
      player.setValue("Player \(number)", forKey: "firstName")
      player.setValue("P", forKey: "lastName")
      player.setValue(team, forKey: "team")
    }
    try writing.save()
    let graph = try Graph(of: try context(on: url), entities: ["Player"])
    for number in 1...60 {
      let player = try XCTUnwrap(graph.node("Player", "Player \(number)"))
      XCTAssertEqual(player.values["team"], .one("Team \(number)"))
    }
  }

  private func context(on url: URL) throws -> NSManagedObjectContext {
    let file = Package.root.chaptersFolder.appendingPathComponent("03-Storage/League.xcdatamodeld")
    let model = try XCTUnwrap(NSManagedObjectModel(contentsOf: file))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}
