import CoreData
import SQLiteDriver
import XCTest

/// Stores made by Apple's framework, opened with the model that made them (corpus 011, 022, 030).
final class CorpusOpeningTests: XCTestCase {
  func testEveryEntityGivesAsManyObjectsAsItsTableHasRows() throws {
    for item in ["011-authors-books-2015", "022-posts-v1-2017", "030-example-v1.0.0-2020"] {
      let folder = try Shared.url("corpus/pairs/\(item)")
      let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
      try FileManager.default.copyItem(at: folder.appendingPathComponent("store.sqlite"), to: copy)
      defer { try? FileManager.default.removeItem(at: copy) }
      let model = try XCTUnwrap(
        NSManagedObjectModel(
          contentsOf: folder.appendingPathComponent("model.xcdatamodel.contents.xml")))
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: copy)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let connection = try SQLiteConnection(path: copy.path)
      for entity in model.entities {
        let name = try XCTUnwrap(entity.name)
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.returnsObjectsAsFaults = false
        let objects = try context.fetch(request)
        let rows = try connection.integer("SELECT COUNT(*) FROM Z\(name.uppercased())", [])
        XCTAssertEqual(Int64(objects.count), rows, "\(item) \(name)")
        for object in objects { XCTAssertFalse(object.description.isEmpty) }
      }
      let object = NSEntityDescription.insertNewObject(
        forEntityName: try XCTUnwrap(model.entities.first?.name), into: context)
      try context.save()
      XCTAssertFalse(object.objectID.isTemporaryID)
      XCTAssertEqual(try connection.text("PRAGMA integrity_check", []), "ok")
    }
  }
}
