import XCTest

@testable import CoreData

/// A coordinator with one store of any type, in a folder of its own, and a context.
final class AnyStack {
  let type: String
  let url: URL
  let model: NSManagedObjectModel
  private let folder: URL
  private(set) var coordinator: NSPersistentStoreCoordinator
  private(set) var context: NSManagedObjectContext

  static let atomicTypes = [NSInMemoryStoreType, NSBinaryStoreType, NSXMLStoreType]

  init(_ type: String, _ model: NSManagedObjectModel) throws {
    self.type = type
    self.model = model
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("store.\(type.lowercased())")
    (coordinator, context) = try Self.open(type, model, url)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func open(
    _ type: String, _ model: NSManagedObjectModel, _ url: URL
  ) throws -> (NSPersistentStoreCoordinator, NSManagedObjectContext) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: type == NSInMemoryStoreType ? nil : url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, context)
  }

  /// Opens a file anew, as after a relaunch; a store in memory keeps its coordinator.
  func reopen() throws {
    if type == NSInMemoryStoreType {
      context = another()
    } else {
      (coordinator, context) = try Self.open(type, model, url)
    }
  }

  func another() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// The engine, after checking its invariants.
  func engine(file: StaticString = #filePath, line: UInt = #line) throws -> MemoryStore {
    let engine = try XCTUnwrap(coordinator.persistentStores.first?.engine as? MemoryStore)
    XCTAssertTrue(engine.checkInvariants(), file: file, line: line)
    return engine
  }

  @discardableResult
  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func fetch(
    _ entity: String, _ format: String? = nil, _ arguments: [Any] = [], sort: [String] = []
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format { request.predicate = NSPredicate(format: format, argumentArray: arguments) }
    request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
    return try context.fetch(request)
  }
}

/// The values of one key.
func names(_ objects: [NSManagedObject], _ key: String = "name") -> [String] {
  objects.map { $0.value(forKey: key) as? String ?? "nil" }
}
