import XCTest

@testable import CoreData

/// Stores at symbolic links.
final class LinkTargetTests: XCTestCase {
  /// A new store at a link whose target is not there yet makes the target; the link stays one.
  func testADanglingLinkIsANewStore() throws {
    for type in [NSXMLStoreType, NSBinaryStoreType, NSSQLiteStoreType] {
      for isRelative in [true, false] {
        let folder = try TemporaryFolder()
        let real = folder.url.appendingPathComponent("real.store")
        let (link, second) = (
          folder.url.appendingPathComponent("link"), folder.url.appendingPathComponent("second")
        )
        let manager = FileManager.default
        try manager.createSymbolicLink(
          atPath: link.path, withDestinationPath: isRelative ? "real.store" : real.path)
        try manager.createSymbolicLink(atPath: second.path, withDestinationPath: link.path)
        for count in 1...2 {
          let coordinator = NSPersistentStoreCoordinator(managedObjectModel: EveryType.model())
          try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: second)
          let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
          context.persistentStoreCoordinator = coordinator
          _ = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
          try context.save()
          let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
          XCTAssertEqual(try context.count(for: request), count, type)
        }
        XCTAssertEqual(
          try manager.attributesOfItem(atPath: real.path)[.type] as? FileAttributeType,
          .typeRegular, type)
        for place in [link, second] {
          XCTAssertNotNil(try? manager.destinationOfSymbolicLink(atPath: place.path), type)
        }
      }
    }
  }

  /// A link that leads to itself is an error, not a hang.
  func testACircleOfLinks() throws {
    let folder = try TemporaryFolder()
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "link")
    for type in [NSXMLStoreType, NSBinaryStoreType, NSSQLiteStoreType] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: EveryType.model())
      XCTAssertThrowsError(
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: link), type)
    }
  }
}
