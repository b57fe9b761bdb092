import XCTest

@testable import CoreData

/// Composite attributes whose elements change. Inferred: the elements are attributes with columns of
/// their own, so that what holds for attributes holds for them; Apple documents nothing of it.
final class CompositeMigrationTests: MigrationTestCase {
  private func model(
    _ elements: [String: NSAttributeType], name: String = "home", was: String? = nil
  ) -> NSManagedObjectModel {
    let home = NSCompositeAttributeDescription()
    home.name = name
    home.isOptional = true
    home.renamingIdentifier = was
    home.elements = elements.sorted { $0.key < $1.key }.map { TestModel.attribute($0, $1) }
    return TestModel.model([
      TestModel.entity("Person", [TestModel.attribute("n", .stringAttributeType), home])
    ])
  }

  private var old: NSManagedObjectModel {
    model(["city": .stringAttributeType, "zip": .integer32AttributeType])
  }

  private var new: NSManagedObjectModel {
    model(["city": .stringAttributeType, "land": .stringAttributeType], name: "house", was: "home")
  }

  /// Another element is another version: a store without its column is not opened as if it had it.
  func testElementsCountInVersionHashes() {
    XCTAssertNotEqual(
      old.entityVersionHashesByName["Person"],
      model(["city": .stringAttributeType]).entityVersionHashesByName["Person"])
    XCTAssertNotEqual(
      old.versionChecksum,
      model(["city": .stringAttributeType, "zip": .integer64AttributeType]).versionChecksum)
    XCTAssertEqual(old.versionChecksum, old.versionChecksum)
  }

  func testDifference() {
    let difference = ModelDifference(from: old, to: new)
    XCTAssertTrue(difference.isInferable)
    XCTAssertEqual(
      difference.losses.map(\.text), ["the values of “home.zip” of each Person"])
    XCTAssertEqual(
      difference.entity(named: "Person")?.property(named: "house")?.changes,
      [.elements(added: ["land"], removed: ["zip"])])
    XCTAssertFalse(
      ModelDifference(
        from: old, to: model(["city": .stringAttributeType, "zip": .stringAttributeType])
      ).isInferable)
  }

  func testElementsComeAndGo() throws {
    for type in [NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType] {
      let place = url("people.\(type)")
      let context = try MigrationKit.open(old, place, type: type)
      let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
      person["n"] = "Ada"
      person["home"] = ["city": "Ulm", "zip": 89]
      NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)["n"] = "Bob"
      try context.save()
      try MigrationKit.close(context)
      try LightweightStep(
        store: StoreAddress(place, type: type), from: old, to: new, configuration: nil
      ).run()
      let opened = try MigrationKit.open(new, place, type: type)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "n", ascending: true)]
      let people = try opened.fetch(request)
      XCTAssertEqual(people.map { $0["n"] as? String }, ["Ada", "Bob"], type)
      XCTAssertEqual(people[0]["house"] as? [String: String], ["city": "Ulm"], type)
      XCTAssertNil(people[1]["house"], type)
      people[0]["house"] = ["city": "Ulm", "land": "Baden"]
      try opened.save()
      try MigrationKit.close(opened)
    }
  }
}
