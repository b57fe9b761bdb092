import SQLiteDriver
import XCTest

@testable import CoreData

/// A store that is opened by launch after launch of a program, and a folder for the program's caches.
final class Launches {
  let folder: URL
  let url: URL
  var model: NSManagedObjectModel
  var options: [String: Any] = [:]
  var type = NSSQLiteStoreType
  private let former: URL

  init(_ model: NSManagedObjectModel = GarageModel.make()) throws {
    self.model = model
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("garage.sqlite")
    former = SectionCaches.shared.folder
    SectionCaches.shared.folder = caches
  }

  deinit {
    SectionCaches.shared.folder = former
    try? FileManager.default.removeItem(at: folder)
  }

  var caches: URL { folder.appendingPathComponent("caches/deep") }

  /// The files of the caches.
  var files: [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: caches, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path < $1.path }
  }

  /// One launch of the program: a coordinator and a context, gone when it goes.
  func launch() throws -> Launch { try Launch(self) }

  /// Runs a launch to its clean end.
  func run<T>(_ body: (Launch) throws -> T) throws -> T { try body(try launch()) }

  /// Cars in sections by their stars, of makers in turn.
  func fill(_ count: Int = 20) throws {
    try run { launch in
      let makers = (0..<3).map { launch.insert("Maker", ["name": "m\($0)"]) }
      for number in 0..<count {
        launch.insert(
          number % 5 == 0 ? "Truck" : "Car",
          [
            "vin": String(format: "v%04d", number), "stars": number % 4,
            "maker": makers[number % 3],
          ])
      }
      try launch.context.save()
    }
  }

  /// What another process does to the file.
  func shell(_ sql: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = ["sqlite3", url.path, sql]
    try shell.run()
    shell.waitUntilExit()
    if shell.terminationStatus == 127 { throw XCTSkip("SKIPPED: no sqlite3 on the path") }
    XCTAssertEqual(shell.terminationStatus, 0)
  }
}

/// A coordinator and a context.
final class Launch {
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore
  let context: NSManagedObjectContext

  init(_ launches: Launches) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: launches.model)
    store = try coordinator.addPersistentStore(
      ofType: launches.type, configurationName: nil, at: launches.url, options: launches.options)
    context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  @discardableResult
  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func cars(_ format: String? = nil) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.predicate = format.map { NSPredicate(format: $0) }
    return try context.fetch(request)
  }

  /// Cars by batches, unless another size is given.
  func controller(
    sections: String? = "stars", sort: [String] = ["stars", "vin"], predicate: String? = nil,
    batch: Int = 5, cache: String? = "Cars", entity: String = "Car"
  ) -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
    request.predicate = predicate.map { NSPredicate(format: $0) }
    request.fetchBatchSize = batch
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: cache)
  }

  /// How many SELECTs a closure costs, transactions and pragmas aside.
  func selects(_ body: () throws -> Void) throws -> Int {
    let engine = try XCTUnwrap(store.engine as? SQLiteStore)
    var count = 0
    engine.connection.setTraceHook { event in if event.sql.hasPrefix("SELECT") { count += 1 } }
    defer { engine.connection.setTraceHook(nil) }
    try body()
    return count
  }

  /// Every statement that a closure costs.
  func statements(_ body: () throws -> Void) throws -> Int {
    let engine = try XCTUnwrap(store.engine as? SQLiteStore)
    let before = engine.connection.statementCount
    try body()
    return engine.connection.statementCount - before
  }
}

extension NSFetchedResultsController where ResultType == NSManagedObject {
  /// Section names and what is in them, by id.
  var picture: [String] {
    (sections ?? []).map { section in
      let ids = (section.objects ?? []).compactMap { ($0 as? NSManagedObject)?.objectID }
      return section.name + ": "
        + ids.map { $0.uriRepresentation().lastPathComponent }.joined(separator: " ")
    }
  }
}
