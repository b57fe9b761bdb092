import XCTest

@testable import CoreData

/// A store of one's own that is read and written as a whole: JSON, one object a line.
final class NSAtomicStoreTests: XCTestCase {
  /// Keeps `Department` and `Employee` objects by their names.
  private final class JSONStore: NSAtomicStore, @unchecked Sendable {
    nonisolated(unsafe) static var failsToSave = false
    nonisolated(unsafe) static var removed: [String] = []

    override var type: String { "JSON" }

    override func load() throws {
      metadata = [NSStoreTypeKey: "JSON", NSStoreUUIDKey: "JSON-1"]
      guard let url, let data = try? Data(contentsOf: url),
        let model = persistentStoreCoordinator?.managedObjectModel
      else { return }
      let lines = try JSONSerialization.jsonObject(with: data) as? [[String: String]] ?? []
      var nodes: [String: NSAtomicStoreCacheNode] = [:]
      for line in lines {
        guard let entity = line["entity"].flatMap({ model.entitiesByName[$0] }),
          let name = line["name"]
        else { continue }
        let node = NSAtomicStoreCacheNode(
          objectID: objectID(for: entity, withReferenceObject: name))
        node.setValue(name, forKey: "name")
        nodes[name] = node
      }
      for line in lines {
        guard let name = line["name"], let department = line["department"] else { continue }
        nodes[name]?.setValue(nodes[department], forKey: "department")
      }
      addCacheNodes(Set(nodes.values))
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
      managedObject.value(forKey: "name") ?? "nameless"
    }

    override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
      Self.removed += cacheNodes.compactMap { referenceObject(for: $0.objectID) as? String }
    }

    override func save() throws {
      if Self.failsToSave { throw CocoaError(.fileWriteOutOfSpace) }
      let lines: [[String: String]] = cacheNodes().map { node in
        var line = [
          "entity": node.objectID.entity.name ?? "",
          "name": node.value(forKey: "name") as? String ?? "",
        ]
        if let id = node.value(forKey: "department") as? NSManagedObjectID {
          line["department"] = referenceObject(for: id) as? String
        }
        return line
      }
      let data = try JSONSerialization.data(withJSONObject: lines, options: [.sortedKeys])
      if let url { try data.write(to: url) }
    }
  }

  private func makeStack() throws -> AnyStack {
    NSPersistentStoreCoordinator.registerStoreClass(JSONStore.self, forStoreType: "JSON")
    addTeardownBlock {
      NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "JSON")
      JSONStore.failsToSave = false
      JSONStore.removed = []
    }
    return try AnyStack("JSON", TestModel.employees())
  }

  func testObjectsAreLoadedAndSavedThroughNodes() throws {
    let stack = try makeStack()
    let sales = stack.insert("Department", ["name": "sales"])
    stack.insert("Employee", ["name": "amy", "department": sales])
    stack.insert("Employee", ["name": "ben"])
    try stack.context.save()
    let uri = sales.objectID.uriRepresentation()
    try stack.reopen()
    XCTAssertEqual(names(try stack.fetch("Employee", sort: ["name"])), ["amy", "ben"])
    let found = try XCTUnwrap(stack.fetch("Department").first)
    let employees = try XCTUnwrap(found.value(forKey: "employees") as? Set<NSManagedObject>)
    XCTAssertEqual(names(Array(employees)), ["amy"])
    XCTAssertEqual(found.objectID.uriRepresentation(), uri, "the same at every launch")
    XCTAssertEqual(stack.coordinator.persistentStores.first?.identifier, "JSON-1")
  }

  func testDeletedObjectsTakeTheirNodesAlong() throws {
    let stack = try makeStack()
    let amy = stack.insert("Employee", ["name": "amy"])
    stack.insert("Employee", ["name": "ben"])
    try stack.context.save()
    stack.context.delete(amy)
    try stack.context.save()
    XCTAssertEqual(JSONStore.removed, ["amy"])
    try stack.reopen()
    XCTAssertEqual(names(try stack.fetch("Employee")), ["ben"])
  }

  func testAFailedSaveLeavesNodesAndFileAsTheyWere() throws {
    let stack = try makeStack()
    let amy = stack.insert("Employee", ["name": "amy"])
    try stack.context.save()
    amy.setValue("amelia", forKey: "name")
    stack.insert("Employee", ["name": "ben"])
    JSONStore.failsToSave = true
    XCTAssertThrowsError(try stack.context.save())
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first as? JSONStore)
    XCTAssertEqual(store.cacheNodes().map { $0.value(forKey: "name") as? String }, ["amy"])
    XCTAssertTrue(stack.context.hasChanges)
    JSONStore.failsToSave = false
    try stack.context.save()
    try stack.reopen()
    XCTAssertEqual(names(try stack.fetch("Employee", sort: ["name"])), ["amelia", "ben"])
  }

  func testReferencesHaveKeysOfTheirOwn() {
    let table = ReferenceTable()
    XCTAssertEqual(table.key(for: NSNumber(value: 7), root: 1), 7)
    let key = table.key(for: "x", root: 1)
    XCTAssertGreaterThan(key, 0)
    XCTAssertEqual(table.key(for: "x", root: 1), key)
    XCTAssertEqual(ReferenceTable().key(for: "x", root: 2), key, "made from the text alone")
    XCTAssertEqual(table.reference(for: key, root: 1) as? String, "x")
    XCTAssertNotEqual(table.key(for: "7", root: 1), 7)
  }
}
