import XCTest

@testable import CoreData

/// A store of a program's own may be nowhere (observed: AFIncrementalStore's description adds it with
/// `URL:nil`); an atomic one may not (documented: “This value can't be nil”).
final class StoreAtNoPlaceTests: XCTestCase {
  final class Nowhere: NSIncrementalStore, @unchecked Sendable {
    override func loadMetadata() throws {
      metadata = [NSStoreTypeKey: "Nowhere", NSStoreUUIDKey: "one"]
    }
    override func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any { [] as [Any] }
  }

  final class Atomic: NSAtomicStore, @unchecked Sendable {}

  func testAnIncrementalStoreNeedsNoPlace() throws {
    NSPersistentStoreCoordinator.registerStoreClass(Nowhere.self, forStoreType: "Nowhere")
    defer { NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Nowhere") }
    let stack = try Stack(TestModel.employees())
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    let store = try coordinator.addPersistentStore(
      ofType: "Nowhere", configurationName: nil, at: nil, options: nil)
    XCTAssertNil(store.url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    XCTAssertEqual(try context.fetch(request), [])
    try coordinator.remove(store)

    let container = NSPersistentContainer(name: "App", managedObjectModel: stack.model)
    let description = NSPersistentStoreDescription()
    description.type = "Nowhere"
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { XCTAssertNil($1) }
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 1)
  }

  func testAnAtomicStoreNeedsOne() throws {
    NSPersistentStoreCoordinator.registerStoreClass(Atomic.self, forStoreType: "Atomic")
    defer { NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Atomic") }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.employees())
    XCTAssertThrowsError(
      try coordinator.addPersistentStore(ofType: "Atomic", configurationName: nil, at: nil)
    ) { XCTAssertEqual(($0 as NSError).code, NSPersistentStoreOpenError) }
  }
}
