import Console
import CoreData
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// Each fault that the doctor knows, made with SQL in a sound store, is found, and alone.
final class StoreDoctorTests: XCTestCase {
  private func attribute(
    _ name: String, _ type: NSAttributeType, required: Bool = false
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = !required
    return attribute
  }

  private func relationship(
    _ name: String, _ destination: NSEntityDescription, max: Int
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = max
    return relationship
  }

  private func derived(
    _ name: String, _ type: NSAttributeType, _ text: String
  ) -> NSDerivedAttributeDescription {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    attribute.derivationExpression = NSExpression(format: text)
    return attribute
  }

  private func pair(_ one: NSRelationshipDescription, _ other: NSRelationshipDescription) {
    one.inverseRelationship = other
    other.inverseRelationship = one
  }

  /// Persons with a desk (one-to-one), a boss, tags (many-to-many); managers inherit.
  private func model() -> NSManagedObjectModel {
    let (person, manager, desk, tag) = (
      NSEntityDescription(), NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
    )
    (person.name, manager.name, desk.name, tag.name) = ("Person", "Manager", "Desk", "Tag")
    let photo = attribute("photo", .binaryDataAttributeType)
    photo.allowsExternalBinaryDataStorage = true
    person.properties = [
      attribute("name", .stringAttributeType, required: true),
      attribute("email", .stringAttributeType), attribute("key", .UUIDAttributeType),
      attribute("age", .integer16AttributeType), photo,
    ]
    person.uniquenessConstraints = [["email"]]
    person.subentities = [manager]
    let (seat, sitter) = (
      relationship("desk", desk, max: 1), relationship("person", person, max: 1)
    )
    let (boss, reports) = (
      relationship("boss", person, max: 1), relationship("reports", person, max: 0)
    )
    let (tags, persons) = (
      relationship("tags", tag, max: 0), relationship("persons", person, max: 0)
    )
    pair(seat, sitter)
    pair(boss, reports)
    pair(tags, persons)
    reports.isOptional = false
    reports.minCount = 0
    person.properties += [seat, boss, reports, tags]
    desk.properties = [sitter]
    let row = NSEntityDescription()
    row.name = "Row"
    let (seats, its) = (relationship("seats", person, max: 0), relationship("row", row, max: 1))
    seats.isOrdered = true
    pair(seats, its)
    row.properties = [seats]
    person.properties += [
      its, derived("bossName", .stringAttributeType, "boss.name"),
      derived("ages", .integer64AttributeType, "reports.@sum.age"),
      derived("plain", .stringAttributeType, "lowercase:(name)"),
    ]
    tag.properties = [
      attribute("label", .stringAttributeType), persons,
      derived("personCount", .integer32AttributeType, "persons.@count"),
    ]
    let model = NSManagedObjectModel()
    model.entities = [person, manager, desk, tag, row]
    return model
  }

  /// A sound store: two persons, a manager, a desk, a tag.
  private func store() throws -> URL {
    let url = try Scratch.folder().appendingPathComponent("store.sqlite")
    let model = model()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { object.setValue(value, forKey: key) }
      return object
    }
    let boss = insert("Manager", ["name": "B", "email": "b", "key": UUID()])
    let desk = insert("Desk", [:])
    let tag = insert("Tag", ["label": "t"])
    let first = insert(
      "Person",
      [
        "name": "A", "email": "a", "boss": boss, "desk": desk, "tags": NSSet(array: [tag]),
        "photo": Data(repeating: 1, count: 150_000), "age": 30,
      ])
    let second = insert("Person", ["name": "C", "desk": insert("Desk", [:])])
    _ = insert("Row", ["seats": NSOrderedSet(array: [second, first])])
    try context.save()
    try coordinator.remove(store)
    return url
  }

  /// A connection on which the triggers of derived attributes can run (z-format fact 58).
  private func connection(_ url: URL) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: url.path)
    for name in ["Updated", "InsertUpdated"] {
      try connection.registerFunction(
        "NSCoreDataDATrigger\(name)AffectedObjectValue", argumentCount: 5
      ) { _ in .null }
    }
    return connection
  }

  private func findings(_ sql: String, model: NSManagedObjectModel? = nil) throws -> [Finding] {
    let url = try store()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    XCTAssertEqual(try StoreDoctor.examine(url, name: "s").findings, [])
    let connection = try connection(url)
    for statement in sql.split(separator: ";") { try connection.execute(String(statement)) }
    return try StoreDoctor.examine(url, model: model, name: "s").findings
  }

  private func assertOne(
    _ sql: String, _ check: Finding.Check, _ object: String?, _ words: String,
    line: UInt = #line
  ) throws {
    let found = try findings(sql)
    XCTAssertEqual(found.map(\.check), [check], "\(found)", line: line)
    XCTAssertEqual(found.first?.object, object, line: line)
    XCTAssertTrue(
      found.first?.meaning.contains(words) ?? false, found.first?.meaning ?? "", line: line)
    XCTAssertFalse(found.first?.remedy.isEmpty ?? true, line: line)
  }

  func testPrimaryKeysAndEntityNumbers() throws {
    try assertOne(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Person'", .primaryKey, nil,
      "key in use")
    try assertOne(
      "INSERT INTO ZDESK (Z_PK, Z_ENT, Z_OPT) VALUES (9, 77, 1); "
        + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'Desk'", .entityNumber, "Desk/p9", "77")
    try assertOne(
      "INSERT INTO Z_PRIMARYKEY VALUES (50, 'Ghost', 0, 0)", .primaryKey, nil, "does not have")
    try assertOne(
      "INSERT INTO ZDESK (Z_PK, Z_ENT, Z_OPT) SELECT -4, Z_ENT, 1 FROM Z_PRIMARYKEY "
        + "WHERE Z_NAME = 'Desk'", .primaryKey, "Desk/p-4", "keys begin with 1")
  }

  func testReferences() throws {
    try assertOne(
      "UPDATE ZPERSON SET ZBOSS = 99 WHERE ZNAME = 'A'", .danglingReference, "Person/p2",
      "Person/p99, which is not there")
    try assertOne(
      "UPDATE ZPERSON SET Z2_BOSS = 2 WHERE ZNAME = 'A'", .danglingReference, "Person/p2",
      "Z2_BOSS says")
    try assertOne(
      "INSERT INTO Z_2TAGS SELECT 99, Z_PK FROM ZTAG", .danglingJoin, "Person/p99", "tags")
    try assertOne(
      "UPDATE ZPERSON SET ZDESK = NULL WHERE ZNAME = 'C'", .inverse, "Desk/p2", "leads nowhere")
  }

  func testValues() throws {
    try assertOne(
      "UPDATE ZPERSON SET ZPLAIN = NULL, ZNAME = NULL WHERE ZNAME = 'A'", .required, "Person/p2",
      "name")
    try assertOne(
      "UPDATE ZPERSON SET ZAGE = 'old' WHERE ZNAME = 'A'", .value, "Person/p2", "text")
    try assertOne(
      "UPDATE ZPERSON SET ZKEY = x'01' WHERE ZNAME = 'A'", .value, "Person/p2", "UUID")
    try assertOne(
      "DROP INDEX Z_Person_UNIQUE_email; UPDATE ZPERSON SET ZEMAIL = 'b' WHERE ZNAME = 'A'",
      .uniqueness, "Person/p1", "must be unique")
  }

  func testDerivedValues() throws {
    try assertOne(
      "UPDATE ZTAG SET ZPERSONCOUNT = 7", .derived, "Tag/p1",
      "personCount is 7, but persons.@count is")
    try assertOne(
      "UPDATE ZPERSON SET ZBOSSNAME = 'X' WHERE ZNAME = 'A'", .derived, "Person/p2",
      "bossName is 'X', but boss.name is 'B'")
    try assertOne(
      "UPDATE ZPERSON SET ZAGES = NULL WHERE ZNAME = 'B'", .derived, "Manager/p1",
      "ages is NULL, but reports.@sum.age is 30")
    try assertOne(
      "UPDATE ZPERSON SET ZPLAIN = 'A' WHERE ZNAME = 'A'", .derived, "Person/p2",
      "plain is 'A', but lowercase:(name) is 'a'")
  }

  func testOrders() throws {
    try assertOne(
      "UPDATE ZPERSON SET Z_FOK_ROW = NULL WHERE ZNAME = 'A'", .order, "Person/p2",
      "it is in seats of Row/p1, but has no place in its order")
    try assertOne(
      "UPDATE ZPERSON SET Z_FOK_ROW = 5 WHERE ZROW = 1", .order, "Row/p1",
      "2 members of seats have the same place 5")
  }

  func testTables() throws {
    try assertOne("DROP TABLE Z_2TAGS", .table, nil, "Z_2TAGS")
    try assertOne("ALTER TABLE ZPERSON DROP COLUMN ZKEY", .table, nil, "ZKEY")
    let found = try findings("UPDATE Z_METADATA SET Z_PLIST = 'x'")
    XCTAssertEqual(found.map(\.check), [.metadata])
    let gone = try findings("DELETE FROM Z_METADATA")
    XCTAssertEqual(gone.map(\.check), [.metadata])
  }

  func testFiles() throws {
    let url = try store()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    let name = try XCTUnwrap(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let old = folder.appendingPathComponent(name)
    try FileManager.default.moveItem(at: old, to: folder.appendingPathComponent(UUID().uuidString))
    let found = try StoreDoctor.examine(url, name: "s").findings
    XCTAssertEqual(found.map(\.check), [.missingFile, .orphanedFile])
    XCTAssertEqual(found.first?.object, "Person/p2")
  }

  func testHashesAgainstAModel() throws {
    let other = model()
    other.entitiesByName["Person"]?.properties.append(attribute("more", .stringAttributeType))
    let found = try findings("SELECT 1", model: other)
    XCTAssertTrue(found.contains { $0.check == .model && $0.entity == "Person" })
    XCTAssertTrue(found.contains { $0.check == .table && $0.meaning.contains("ZMORE") })
  }

  /// A page of zeros in the middle: said, not thrown.
  func testDamagedPages() throws {
    let url = try store()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let connection = try SQLiteConnection(path: url.path)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
    let page = try XCTUnwrap(
      connection.integer("SELECT rootpage FROM sqlite_master WHERE name = 'ZPERSON'"))
    let handle = try FileHandle(forUpdating: url)
    try handle.seek(toOffset: UInt64(page - 1) * 4096)
    try handle.write(contentsOf: Data(repeating: 0, count: 4096))
    try handle.close()
    let found = try StoreDoctor.examine(url, name: "s").findings
    XCTAssertTrue(found.contains { $0.check == .damagedFile })
  }

  func testTheProgram() throws {
    let url = try store()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let sound = try Executable.run(["doctor", url.path])
    XCTAssertEqual(sound.status, 0, sound.text)
    XCTAssertTrue(sound.text.hasPrefix("nothing wrong"), sound.text)
    let connection = try connection(url)
    try connection.execute("UPDATE ZPERSON SET ZBOSS = 99 WHERE ZNAME = 'A'")
    let text = try Executable.run(["doctor", url.path])
    XCTAssertEqual(text.status, 1)
    XCTAssertTrue(text.text.contains("dangling-reference: Person/p2: boss leads to"), text.text)
    let json = try Executable.run(["doctor", url.path, "--as", "json"])
    XCTAssertEqual(json.status, 1)
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let list = try XCTUnwrap(object?["findings"] as? [[String: Any]])
    XCTAssertEqual(list.first?["object"] as? String, "Person/p2")
    XCTAssertEqual(try Executable.run(["doctor", "/nowhere"]).status, 3)
    XCTAssertEqual(try Executable.run(["doctor", "/etc/hostname"]).status, 3)
  }
}
