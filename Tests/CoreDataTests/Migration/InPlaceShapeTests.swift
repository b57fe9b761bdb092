import SQLiteDriver
import XCTest

@testable import CoreData

/// Shapes of models that the random pairs do not have: configurations, geographic indexes, composite
/// and transient attributes, relationships that change where they are kept.
final class InPlaceShapeTests: XCTestCase {
  private func text(_ name: String) -> NSAttributeDescription {
    TestModel.attribute(name, .stringAttributeType)
  }

  private func number(_ name: String) -> NSAttributeDescription {
    TestModel.attribute(name, .doubleAttributeType)
  }

  private func migrate(
    _ old: NSManagedObjectModel, _ new: NSManagedObjectModel, seed: Int = 3,
    _ look: (MigrationBench) throws -> Void = { _ in }
  ) throws {
    let bench = try MigrationBench()
    var filler = try Filler(old, seed: seed)
    try filler.fill(bench.url, perEntity: 8)
    XCTAssertEqual(try bench.faults(from: old, to: new), [])
    try look(bench)
  }

  /// Fact 42: the rows of a geographic index are made.
  func testGeographicIndexesAreFilled() throws {
    func version(_ hasIndex: Bool) -> NSManagedObjectModel {
      let (latitude, longitude) = (number("latitude"), number("longitude"))
      latitude.isOptional = false
      longitude.isOptional = false
      let place = TestModel.entity("Place", [latitude, longitude])
      if hasIndex {
        place.versionHashModifier = "indexed"
        place.indexes = [
          NSFetchIndexDescription(
            name: "byPlace",
            elements: [latitude, longitude].map {
              NSFetchIndexElementDescription(property: $0, collationType: .rTree)
            })
        ]
      }
      return TestModel.model([place])
    }
    try migrate(version(false), version(true)) { bench in
      XCTAssertEqual(try bench.rows("SELECT count(*) FROM Z_RT_Place_byPlace"), [["8"]])
    }
  }

  func testCompositeAttributesAreTakenAlong() throws {
    func version(_ name: String) -> NSManagedObjectModel {
      let location = NSCompositeAttributeDescription()
      location.name = name
      location.elements = [number("x"), number("y")]
      if name != "location" { location.renamingIdentifier = "location" }
      return TestModel.model([TestModel.entity("Place", [location, text("name")])])
    }
    try migrate(version("location"), version("spot"))
  }

  func testAnAttributeThatWasTransientBeginsWithItsDefault() throws {
    func version(_ isTransient: Bool) -> NSManagedObjectModel {
      let note = text("note")
      note.isTransient = isTransient
      note.defaultValue = "none"
      return TestModel.model([TestModel.entity("Feed", [text("title"), note])])
    }
    try migrate(version(true), version(false))
    try migrate(version(false), version(true))
  }

  /// The same two entities with their relationships kept in each of the ways there are.
  private func pair(
    _ there: (toMany: Bool, ordered: Bool), _ back: (toMany: Bool, ordered: Bool)?
  ) -> NSManagedObjectModel {
    let one = TestModel.entity("One", [text("a")])
    let other = TestModel.entity("Other", [text("b")])
    let forth = TestModel.relationship("others", other, toMany: there.toMany)
    forth.isOrdered = there.ordered
    one.properties += [forth]
    if let back {
      let inverse = TestModel.relationship("ones", one, toMany: back.toMany)
      inverse.isOrdered = back.ordered
      TestModel.join(forth, inverse)
      other.properties += [inverse]
    }
    return TestModel.model([one, other])
  }

  /// Every way of keeping a relationship becomes every other one that an inference allows.
  func testRelationshipsChangeWhereTheyAreKept() throws {
    let sides: [(toMany: Bool, ordered: Bool)] = [(false, false), (true, false), (true, true)]
    var migrated = 0
    var failed = 0
    for there in sides {
      for back in sides.map({ Optional($0) }) + [nil] where back != nil || !there.ordered {
        for newThere in sides {
          for newBack in sides.map({ Optional($0) }) + [nil]
          where newBack != nil || !newThere.ordered {
            let (old, new) = (pair(there, back), pair(newThere, newBack))
            guard ModelDifference(from: old, to: new).isInferable else { continue }
            let name =
              "\(there), \(String(describing: back)) to \(newThere), "
              + "\(String(describing: newBack))"
            let bench = try MigrationBench()
            var filler = try Filler(old, seed: 8)
            try filler.fill(bench.url, perEntity: 7)
            do {
              let faults = try bench.faults(from: old, to: new)
              XCTAssertEqual(faults, [], name)
              migrated += 1
            } catch let error as NSError where error.code == 134110 {
              // Objects wanted by several others, where one is allowed.
              let reason = error.localizedFailureReason ?? ""
              XCTAssertTrue(reason.contains("is wanted by several others"), "\(name): \(reason)")
              failed += 1
            }
          }
        }
      }
    }
    XCTAssertGreaterThan(migrated, 40)
    XCTAssertGreaterThan(failed, 0)
  }

  /// A store of one configuration stays one.
  func testConfigurations() throws {
    func version(_ isSecond: Bool) -> NSManagedObjectModel {
      let feed = TestModel.entity("Feed", [text("title")] + (isSecond ? [text("more")] : []))
      let model = TestModel.model([feed, TestModel.entity("Log", [text("line")])])
      model.setEntities([feed], forConfigurationName: "Main")
      return model
    }
    let bench = try MigrationBench()
    func open(_ model: NSManagedObjectModel) throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: "Main", at: bench.url,
        options: MigrationBench.migrating)
      return coordinator
    }
    let first = try open(version(false))
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = first
    NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)
      .setValue("kept", forKey: "title")
    try context.save()
    for store in first.persistentStores { try first.remove(store) }
    let second = try open(version(true))
    let later = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    later.persistentStoreCoordinator = second
    let found = try later.fetch(NSFetchRequest<NSManagedObject>(entityName: "Feed"))
    XCTAssertEqual(found.map { $0.value(forKey: "title") as? String }, ["kept"])
    XCTAssertEqual(try bench.rows("SELECT Z_NAME FROM Z_PRIMARYKEY"), [["Feed"]])
  }

  /// Objects of a sub-entity that is gone leave no key behind, wherever it stood.
  func testReferencesToRemovedObjectsGo() throws {
    func version(_ hasCat: Bool) -> NSManagedObjectModel {
      let animal = TestModel.entity("Animal", [text("name")])
      let dog = TestModel.entity("Dog", [])
      let cat = TestModel.entity("Cat", [])
      animal.subentities = hasCat ? [dog, cat] : [dog]
      let person = TestModel.entity("Person", [text("name")])
      let (pets, owner) = (
        TestModel.relationship("pets", animal, toMany: true),
        TestModel.relationship("owner", person, toMany: false)
      )
      TestModel.join(pets, owner)
      let (fans, idols) = (
        TestModel.relationship("fans", person, toMany: true),
        TestModel.relationship("idols", animal, toMany: true)
      )
      TestModel.join(fans, idols)
      let favourite = TestModel.relationship("favourite", animal, toMany: false)
      animal.properties += [owner, fans]
      person.properties += [pets, idols, favourite]
      return TestModel.model([animal, dog, person] + (hasCat ? [cat] : []))
    }
    try migrate(version(true), version(false))
  }

  /// An application's own keys in the metadata stay.
  func testMetadataOfTheProgramStay() throws {
    let old = TestModel.model([TestModel.entity("Feed", [text("title")])])
    let new = TestModel.model([TestModel.entity("Feed", [text("title"), text("more")])])
    let bench = try MigrationBench()
    let coordinator = try bench.open(old, [:])
    let store = try XCTUnwrap(coordinator.persistentStores.first)
    coordinator.setMetadata(["mine": "kept", "NSStoreUUID": "x"], for: store)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    _ = NSEntityDescription.insertNewObject(forEntityName: "Feed", into: context)
    try context.save()
    try coordinator.remove(store)
    try bench.open(new)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: bench.url)
    XCTAssertEqual(metadata["mine"] as? String, "kept")
  }
}
