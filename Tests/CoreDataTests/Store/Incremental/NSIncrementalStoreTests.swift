import XCTest

@testable import CoreData

/// A store of one's own that keeps its records in dictionaries and is asked for every one of them.
final class NSIncrementalStoreTests: XCTestCase {
  private struct Record {
    var entity: String
    var values: [String: Any]
    var department: String?
    var version: UInt64
  }

  private final class RecordStore: NSIncrementalStore, @unchecked Sendable {
    nonisolated(unsafe) static var records: [String: Record] = [:]
    nonisolated(unsafe) static var asked: [String] = []
    nonisolated(unsafe) static var last = 0

    override func loadMetadata() throws {
      metadata = [NSStoreTypeKey: "Records", NSStoreUUIDKey: "RECORDS-1"]
    }

    private func id(_ key: String, _ entity: String) -> NSManagedObjectID? {
      persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity].map {
        newObjectID(for: $0, referenceObject: key)
      }
    }

    private func name(_ id: NSManagedObjectID) -> String {
      referenceObject(for: id) as? String ?? ""
    }

    override func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      if let save = request as? NSSaveChangesRequest { return try carryOut(save) }
      if let update = request as? NSBatchUpdateRequest { return self.update(update) }
      if let insert = request as? NSBatchInsertRequest { return self.insert(insert) }
      if request is NSBatchDeleteRequest {
        defer { Self.records = [:] }
        return NSNumber(value: Self.records.count)
      }
      // What every store writes (documented: a fetch is cast to NSFetchRequest), whatever is asked for.
      guard request.requestType == .fetchRequestType,
        let fetch = request as? NSFetchRequest<any NSFetchRequestResult>
      else { return try super.execute(request, with: context) }
      let entity = fetch.entityName ?? ""
      let ids = Self.records.filter { $0.value.entity == entity }.keys.sorted()
        .compactMap { id($0, entity) }
      let objects = ids.compactMap { context?.object(with: $0) }
        .filter { fetch.predicate?.evaluate(with: $0) ?? true }
      switch fetch.resultType {
      case .countResultType: return [NSNumber(value: objects.count)]
      case .dictionaryResultType:
        let names = (fetch.propertiesToFetch ?? []).compactMap {
          ($0 as? NSPropertyDescription)?.name ?? $0 as? String
        }
        return objects.map { $0.dictionaryWithValues(forKeys: names) }
      default: return objects
      }
    }

    private func update(_ request: NSBatchUpdateRequest) -> Any {
      var ids: [NSManagedObjectID] = []
      for (key, record) in Self.records.sorted(by: { $0.key < $1.key })
      where record.entity == request.entityName {
        for (name, value) in request.propertiesToUpdate ?? [:] {
          Self.records[key]?.values[name as? String ?? ""] = value
        }
        if let id = id(key, record.entity) { ids.append(id) }
      }
      return ids
    }

    private func insert(_ request: NSBatchInsertRequest) -> Any {
      for values in request.objectsToInsert ?? [] {
        Self.last += 1
        Self.records["r\(Self.last)"] = Record(
          entity: request.entityName, values: values, department: nil, version: 1)
      }
      return NSNumber(value: request.objectsToInsert?.count ?? 0)
    }

    private func carryOut(_ save: NSSaveChangesRequest) throws -> Any {
      let written = (save.insertedObjects ?? []).union(save.updatedObjects ?? [])
      for object in written {
        let key = name(object.objectID)
        var record =
          Self.records[key]
          ?? Record(entity: object.entity.name ?? "", values: [:], department: nil, version: 0)
        for attribute in object.entity.attributesByName.keys {
          record.values[attribute] = object.value(forKey: attribute)
        }
        if object.entity.relationshipsByName["department"] != nil {
          let department = object.value(forKey: "department") as? NSManagedObject
          record.department = department.map { name($0.objectID) }
        }
        record.version += 1
        Self.records[key] = record
      }
      for object in save.deletedObjects ?? [] { Self.records[name(object.objectID)] = nil }
      return []
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
      array.map { object in
        Self.last += 1
        return newObjectID(for: object.entity, referenceObject: "r\(Self.last)")
      }
    }

    override func newValuesForObject(
      with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
      let key = name(objectID)
      Self.asked.append(key)
      guard let record = Self.records[key] else {
        return try super.newValuesForObject(with: objectID, with: context)
      }
      var values = record.values
      if record.entity == "Employee" {
        values["department"] = record.department.flatMap { id($0, "Department") } ?? NSNull()
      }
      return NSIncrementalStoreNode(
        objectID: objectID, withValues: values, version: record.version)
    }

    override func newValue(
      forRelationship relationship: NSRelationshipDescription,
      forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
      let key = name(objectID)
      return Self.records.filter { $0.value.department == key }.keys.sorted()
        .compactMap { id($0, "Employee") }
    }
  }

  private func makeStack() throws -> AnyStack {
    NSPersistentStoreCoordinator.registerStoreClass(RecordStore.self, forStoreType: "Records")
    addTeardownBlock {
      NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Records")
      RecordStore.records = [:]
      RecordStore.asked = []
      RecordStore.last = 0
    }
    return try AnyStack("Records", TestModel.employees())
  }

  func testObjectsGoToTheStoreAndComeBack() throws {
    let stack = try makeStack()
    let sales = stack.insert("Department", ["name": "sales"])
    let amy = stack.insert("Employee", ["name": "amy", "salary": 3, "department": sales])
    stack.insert("Employee", ["name": "ben"])
    try stack.context.save()
    XCTAssertFalse(amy.objectID.isTemporaryID)
    XCTAssertEqual(RecordStore.records.count, 3)
    XCTAssertFalse(stack.context.hasChanges)
    try stack.reopen()
    XCTAssertEqual(names(try stack.fetch("Employee", "salary > 2")), ["amy"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    XCTAssertEqual(try stack.context.count(request.pieces), 2)
    let found = try XCTUnwrap(stack.fetch("Department").first)
    let employees = try XCTUnwrap(found.value(forKey: "employees") as? Set<NSManagedObject>)
    XCTAssertEqual(names(Array(employees)), ["amy"])
    let owner = try XCTUnwrap(stack.fetch("Employee", "name == 'amy'").first)
    XCTAssertEqual(owner.value(forKey: "department") as? NSManagedObject, found)
  }

  func testAStoreCastsEveryFetchAlike() throws {
    let stack = try makeStack()
    stack.insert("Employee", ["name": "amy"])
    try stack.context.save()
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
    ids.resultType = .managedObjectIDResultType
    XCTAssertEqual(try stack.context.fetch(ids).count, 1)
    let rows = NSFetchRequest<NSDictionary>(entityName: "Employee")
    rows.resultType = .dictionaryResultType
    rows.propertiesToFetch = ["name"]
    XCTAssertEqual(try stack.context.fetch(rows).first?["name"] as? String, "amy")
    let any = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    XCTAssertEqual(try stack.context.fetch(any).count, 1)
    XCTAssertEqual(try stack.context.count(for: any), 1)
    let numbers = NSFetchRequest<NSNumber>(entityName: "Employee")
    numbers.resultType = .countResultType
    XCTAssertEqual(try stack.context.fetch(numbers), [1])
  }

  func testUpdatesAndDeletions() throws {
    let stack = try makeStack()
    let amy = stack.insert("Employee", ["name": "amy"])
    let ben = stack.insert("Employee", ["name": "ben"])
    try stack.context.save()
    amy.setValue("amelia", forKey: "name")
    stack.context.delete(ben)
    try stack.context.save()
    try stack.reopen()
    let found = try stack.fetch("Employee")
    XCTAssertEqual(names(found), ["amelia"])
    XCTAssertEqual(RecordStore.records.values.map(\.version), [2])
  }

  func testARowIsAskedForOnce() throws {
    let stack = try makeStack()
    stack.insert("Employee", ["name": "amy"])
    try stack.context.save()
    try stack.reopen()
    RecordStore.asked = []
    for _ in 0..<3 { XCTAssertEqual(names(try stack.fetch("Employee")), ["amy"]) }
    XCTAssertEqual(RecordStore.asked, ["r1"])
  }

  func testBatchRequestsGoToTheStore() throws {
    let stack = try makeStack()
    let insert = NSBatchInsertRequest(
      entityName: "Employee", objects: [["name": "amy"], ["name": "ben"]])
    insert.resultType = .count
    let inserted = try stack.context.execute(insert) as? NSBatchInsertResult
    XCTAssertEqual(inserted?.result as? Int, 2)
    XCTAssertEqual(names(try stack.fetch("Employee")).sorted(), ["amy", "ben"])
    let update = NSBatchUpdateRequest(entityName: "Employee")
    update.propertiesToUpdate = ["name": "zoe"]
    update.resultType = .updatedObjectIDsResultType
    let updated = try stack.context.execute(update) as? NSBatchUpdateResult
    XCTAssertEqual((updated?.result as? [NSManagedObjectID])?.count, 2)
    let fresh = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    fresh.persistentStoreCoordinator = stack.coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    XCTAssertEqual(names(try fresh.fetch(request)), ["zoe", "zoe"], "rows are asked for anew")
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee"))
    delete.resultType = .resultTypeCount
    let deleted = try stack.context.execute(delete) as? NSBatchDeleteResult
    XCTAssertEqual(deleted?.result as? Int, 2)
    XCTAssertEqual(try fresh.count(for: request), 0)
  }

  func testAStoreThatOverridesNothingRefusesWithAReason() throws {
    final class Empty: NSIncrementalStore, @unchecked Sendable {}
    NSPersistentStoreCoordinator.registerStoreClass(Empty.self, forStoreType: "Empty")
    defer { NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Empty") }
    let stack = try AnyStack("Empty", TestModel.employees())
    XCTAssertThrowsError(try stack.fetch("Employee")) {
      XCTAssertEqual(($0 as NSError).code, NSPersistentStoreUnsupportedRequestTypeError)
    }
    XCTAssertThrowsError(
      try stack.context.execute(NSBatchInsertRequest(entityName: "Employee", objects: []))
    ) {
      XCTAssertEqual(($0 as NSError).code, NSPersistentStoreUnsupportedRequestTypeError)
    }
    stack.insert("Employee")
    XCTAssertThrowsError(try stack.context.save())
    XCTAssertTrue(stack.context.hasChanges)
  }
}
