import SQLiteDriver
import XCTest

@testable import CoreData

/// A model with what batch requests meet: inheritance, a uniqueness constraint, a default, cascade,
/// nullify, a required to-one, one-to-one, many-to-many, a tombstone.
enum GarageModel {
  static func make(denies: Bool = false, requiresMaker: Bool = false) -> NSManagedObjectModel {
    let vin = TestModel.attribute("vin", .stringAttributeType)
    vin.preservesValueInHistoryOnDeletion = true
    let stars = TestModel.attribute("stars", .integer32AttributeType)
    stars.defaultValue = 3
    let car = TestModel.entity(
      "Car",
      [
        vin, stars, TestModel.attribute("built", .dateAttributeType),
        TestModel.attribute("price", .decimalAttributeType),
        TestModel.attribute("weight", .doubleAttributeType),
        TestModel.attribute("serial", .UUIDAttributeType),
        TestModel.attribute("home", .URIAttributeType),
        TestModel.attribute("photo", .binaryDataAttributeType),
        TestModel.attribute("sold", .booleanAttributeType),
      ])
    car.uniquenessConstraints = [["vin"]]
    let truck = TestModel.entity("Truck", [TestModel.attribute("load", .integer32AttributeType)])
    car.subentities = [truck]
    let maker = TestModel.entity("Maker", [TestModel.attribute("name", .stringAttributeType)])
    let plate = TestModel.entity("Plate", [TestModel.attribute("text", .stringAttributeType)])
    let driver = TestModel.entity("Driver", [TestModel.attribute("name", .stringAttributeType)])
    let part = TestModel.entity("Part", [TestModel.attribute("name", .stringAttributeType)])
    pair(maker, "cars", true, denies ? .denyDeleteRule : .nullifyDeleteRule, car, "maker", false)
    car.relationshipsByName["maker"]?.isOptional = !requiresMaker
    pair(car, "plate", false, .cascadeDeleteRule, plate, "car", false)
    pair(car, "drivers", true, .nullifyDeleteRule, driver, "cars", true)
    pair(car, "parts", true, .cascadeDeleteRule, part, "car", false)
    return TestModel.model([car, truck, maker, plate, driver, part])
  }

  private static func pair(
    _ one: NSEntityDescription, _ name: String, _ isToMany: Bool, _ rule: NSDeleteRule,
    _ other: NSEntityDescription, _ inverse: String, _ inverseIsToMany: Bool
  ) {
    let there = TestModel.relationship(name, other, toMany: isToMany, rule)
    let back = TestModel.relationship(inverse, one, toMany: inverseIsToMany)
    TestModel.join(there, back)
    one.properties += [there]
    other.properties += [back]
  }
}

/// A store with options, and contexts on it.
final class Garage {
  let folder: URL
  let url: URL
  let model: NSManagedObjectModel
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore
  let context: NSManagedObjectContext

  init(
    _ model: NSManagedObjectModel = GarageModel.make(), options: [String: Any] = [:],
    type: String = NSSQLiteStoreType
  ) throws {
    self.model = model
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("garage.sqlite")
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: options)
    context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// With a history.
  static func withHistory(_ model: NSManagedObjectModel = GarageModel.make()) throws -> Garage {
    try Garage(model, options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var engine: SQLiteStore {
    get throws { try XCTUnwrap(store.engine as? SQLiteStore) }
  }

  /// How many statements a closure costs.
  func statements(_ body: () throws -> Void) throws -> Int {
    let before = try engine.connection.statementCount
    try body()
    return try engine.connection.statementCount - before
  }

  func another() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @discardableResult
  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func fetch(
    _ entity: String, _ format: String? = nil, in other: NSManagedObjectContext? = nil
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format { request.predicate = NSPredicate(format: format) }
    return try (other ?? context).fetch(request)
  }

  func sql(_ query: String) throws -> [[String]] {
    let connection = try SQLiteConnection(
      path: url.path, options: SQLiteOpenOptions(mode: .readOnly))
    return try connection.rows(query).map {
      $0.map { $0.text ?? $0.integer.map(String.init) ?? ($0.isNull ? "" : $0.sqlLiteral) }
    }
  }

  /// Executes a request and takes its result apart.
  func insertBatch(_ request: NSBatchInsertRequest) throws -> Any? {
    let result = try context.execute(request)
    return try XCTUnwrap(result as? NSBatchInsertResult).result
  }

  func updateBatch(_ request: NSBatchUpdateRequest) throws -> Any? {
    let result = try context.execute(request)
    return try XCTUnwrap(result as? NSBatchUpdateResult).result
  }

  func deleteBatch(_ request: NSBatchDeleteRequest) throws -> Any? {
    let result = try context.execute(request)
    return try XCTUnwrap(result as? NSBatchDeleteResult).result
  }

  func history(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> [NSPersistentHistoryTransaction] {
    let result = try context.execute(request)
    let held = try XCTUnwrap(result as? NSPersistentHistoryResult)
    return try XCTUnwrap(held.result as? [NSPersistentHistoryTransaction])
  }

  func allHistory() throws -> [NSPersistentHistoryTransaction] {
    try history(.fetchHistory(after: nil as NSPersistentHistoryToken?))
  }
}

/// Requests that tests make.
enum Requests {
  static func any(_ entity: String, _ format: String? = nil) -> NSFetchRequest<
    any NSFetchRequestResult
  > {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    return request
  }

  static func delete(_ entity: String, _ format: String? = nil) -> NSBatchDeleteRequest {
    let request = NSBatchDeleteRequest(fetchRequest: any(entity, format))
    request.resultType = .resultTypeObjectIDs
    return request
  }

  static func update(
    _ entity: String, _ values: [AnyHashable: Any], _ format: String? = nil
  ) -> NSBatchUpdateRequest {
    let request = NSBatchUpdateRequest(entityName: entity)
    request.propertiesToUpdate = values
    request.predicate = format.map { NSPredicate(format: $0) }
    request.resultType = .updatedObjectsCountResultType
    return request
  }
}
