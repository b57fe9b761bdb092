import Console
import CoreData
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// Files of our own making, unlike those in the corpus: everything opens, or gives a clear error.
final class UnusualFilesTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func read(_ text: String) throws -> NSManagedObjectModel {
    try ModelSourceReader.read(Data(text.utf8), path: "test")
  }

  /// A context on a new store of a type.
  private func open(
    _ model: NSManagedObjectModel, _ type: String = NSSQLiteStoreType, name: String = "store"
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil,
      at: type == NSInMemoryStoreType ? nil : folder.appendingPathComponent(name))
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// A value for an attribute, other than its default.
  private func sample(_ attribute: NSAttributeDescription) -> Any? {
    switch attribute.attributeType {
    case .stringAttributeType: "abc"
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: 7
    case .doubleAttributeType, .floatAttributeType: 1.25
    case .decimalAttributeType: NSDecimalNumber(string: "10.11")
    case .booleanAttributeType: true
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: 5)
    case .UUIDAttributeType: UUID(uuidString: "0A45C6A1-2E61-407C-A520-BA1949660585")
    case .URIAttributeType: URL(string: "a:b")
    case .binaryDataAttributeType: Data([1, 2])
    case .transformableAttributeType: ["x", 1] as [Any]
    default: nil
    }
  }

  /// An object of each entity with a value for each attribute, and everybody related with everybody
  /// of the right kind, saved.
  private func fill(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws {
    var objects: [NSManagedObject] = []
    for entity in model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" })
    where !entity.isAbstract {
      let object = NSManagedObject(entity: entity, insertInto: context)
      for (name, attribute) in entity.attributesByName
      where !(attribute is NSDerivedAttributeDescription) {
        if let value = sample(attribute) { object.setValue(value, forKey: name) }
      }
      objects.append(object)
    }
    for object in objects {
      for (name, relationship) in object.entity.relationshipsByName {
        let partners = objects.filter {
          relationship.destinationEntity.map($0.entity.isKindOf(entity:)) ?? false
        }
        if !relationship.isToMany {
          object.setValue(partners.first, forKey: name)
        } else if relationship.isOrdered {
          object.setValue(NSOrderedSet(array: partners), forKey: name)
        } else {
          object.setValue(NSSet(array: partners), forKey: name)
        }
      }
    }
    try context.save()
  }

  /// Everything that context sees, as text.
  private func picture(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws
    -> [String]
  {
    var lines: [String] = []
    for entity in model.entities {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      for object in try context.fetch(request) {
        for (name, property) in entity.propertiesByName
        where !(property is NSFetchedPropertyDescription) && name != "changed" {
          let value = try object.get(name)
          let text: String =
            switch value {
            case let partner as NSManagedObject: partner.entity.name ?? ""
            case let set as NSSet: "\(set.count)"
            case let set as NSOrderedSet:
              set.map { ($0 as? NSManagedObject)?.entity.name ?? "" }.joined()
            default: String(describing: value ?? "nil")
            }
          lines.append("\(entity.name ?? "").\(name) = \(text)")
        }
      }
    }
    return lines.sorted()
  }

  func testModelsWithEverythingThereIs() throws {
    for (name, text) in [
      ("everything", UnusualModel.everything), ("names", UnusualModel.names),
      ("deep", UnusualModel.deep),
    ] {
      let model = try read(text)
      XCTAssertEqual(ModelConsistency(model).faults, [], name)
      // Written back and compiled, it is the same.
      XCTAssertEqual(try read(ModelSourceWriter.text(model)), model, name)
      for form in [ModelArchiveWriter.Form.compiledModel, .modelCache] {
        let again = try ModelArchiveReader.read(
          ModelArchiveWriter.data(model, form: form), path: name)
        XCTAssertEqual(again.versionChecksum, model.versionChecksum, name)
      }
      var pictures: [[String]] = []
      for type in [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType] {
        let file = "\(name).\(type)"
        let own = try read(text)
        try fill(try open(own, type, name: file), own)
        let again = try read(text)
        pictures.append(try picture(open(again, type, name: file), again))
        XCTAssertFalse(pictures[0].isEmpty, name)
      }
      XCTAssertEqual(pictures[0], pictures[1], name)
      XCTAssertEqual(pictures[0], pictures[2], name)
      let store = folder.appendingPathComponent("\(name).\(NSSQLiteStoreType)")
      let report = try StoreDoctor.examine(store, name: name)
      XCTAssertEqual(report.findings, [], name)
      XCTAssertEqual(report.origin, .cache)
      // Without model and cache, from the tables.
      let connection = try SQLiteConnection(path: store.path)
      try connection.execute("DROP TABLE Z_MODELCACHE")
      let (context, origin) = try CorpusStores.open(store)
      XCTAssertEqual(origin, .inferred, name)
      let inferred = try XCTUnwrap(context.persistentStoreCoordinator?.managedObjectModel)
      XCTAssertFalse(try picture(context, inferred).isEmpty, name)
    }
  }

  /// Configurations and templates of such a model do what they say.
  func testConfigurationsAndTemplates() throws {
    let model = try read(UnusualModel.everything)
    XCTAssertEqual(model.configurations, ["Journeys", "Notes"])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for name in model.configurations {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: name,
        at: folder.appendingPathComponent("\(name).sqlite"))
    }
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for (title, latitude) in [("Äsch", 1.0), ("asch", 2.0), ("B", 3.0)] {
      let place = NSEntityDescription.insertNewObject(forEntityName: "Place", into: context)
      place.setValue(title, forKey: "title")
      place.setValue(latitude, forKey: "latitude")
    }
    _ = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    try context.save()
    let request = try XCTUnwrap(
      model.fetchRequestFromTemplate(
        withName: "titled", substitutionVariables: ["PREFIX": "A", "LIMIT": 1]))
    XCTAssertEqual(try context.fetch(request).count, 1)
    for name in model.configurations {
      let report = try StoreDoctor.examine(
        folder.appendingPathComponent("\(name).sqlite"), name: name)
      XCTAssertEqual(report.findings.map(\.meaning), [], name)
      // The model in the store is that of its entities.
      let (found, origin, _) = try StoreModel.read(
        ReadOnlyDatabase(path: folder.appendingPathComponent("\(name).sqlite").path), path: name)
      XCTAssertEqual(origin, .cache)
      XCTAssertEqual(
        Set(found.entities.map(\.name)),
        Set(model.entities(forConfigurationName: name)?.map(\.name) ?? []))
    }
  }

  /// Names that clash in the store are said, before anything is written.
  func testClashesAreSaid() throws {
    for (name, text) in UnusualModel.clashes {
      let model = try read(text)
      do {
        let context = try open(model, name: name)
        try fill(context, model)
        let again = try read(text)
        XCTAssertFalse(try picture(open(again, name: name), again).isEmpty, name)
      } catch {
        let message = (error as NSError).localizedFailureReason ?? "\(error)"
        XCTAssertTrue(message.contains("the table Z"), "\(name): \(message)")
        XCTAssertFalse(
          FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path), name)
      }
    }
  }

  // MARK: - Stores with missing pieces

  /// Whatever table, index or trigger, column or row of the bookkeeping is missing: the store opens, or
  /// an error says why not; nothing traps.
  func testStoresWithMissingPieces() throws {
    let model = try read(UnusualModel.everything)
    try fill(try open(model, name: "whole"), model)
    let whole = folder.appendingPathComponent("whole")
    let connection = try SQLiteConnection(path: whole.path)
    _ = try connection.rows("PRAGMA journal_mode = DELETE")
    var cuts = try connection.rows(
      "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'Z_RT_%_%_%_'"
    ).map { "DROP \(($0[0].text ?? "").uppercased()) \"\($0[1].text ?? "")\"" }
    for table in ["ZPLACE", "ZVISIT", "ZPERSON", "Z_PRIMARYKEY", "Z_METADATA"] {
      for column in try connection.rows("PRAGMA table_info(\(table))").compactMap({ $0[1].text }) {
        cuts.append("ALTER TABLE \(table) DROP COLUMN \(column)")
        cuts.append("ALTER TABLE \(table) RENAME COLUMN \(column) TO OTHER")
      }
      cuts.append("DELETE FROM \(table)")
    }
    cuts += [
      "UPDATE ZPLACE SET Z_ENT = 99", "UPDATE ZPLACE SET Z_ENT = NULL",
      "UPDATE ZVISIT SET ZPLACE = 77",
      "UPDATE ZVISIT SET Z_OPT = NULL", "UPDATE Z_METADATA SET Z_UUID = NULL",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL", "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 100", "UPDATE ZPLACE SET ZLATITUDE = 'far'",
      "UPDATE ZVISIT SET ZPHOTO = x''", "UPDATE ZVISIT SET ZMOOD = x'00'",
      "UPDATE ZVISIT SET ZPRICE = 'dear'", "CREATE TABLE more (a)", "DELETE FROM Z_MODELCACHE",
    ]
    var (opened, refused) = (0, 0)
    for (number, cut) in cuts.enumerated() {
      let url = folder.appendingPathComponent("\(number).sqlite")
      try FileManager.default.copyItem(at: whole, to: url)
      let cutter = try SQLiteConnection(path: url.path)
      // A piece that others need cannot be cut out.
      guard (try? cutter.execute(cut)) != nil else { continue }
      _ = try StoreDoctor.examine(url, name: "s")
      for given in [nil, try read(UnusualModel.everything)] {
        do {
          let (context, _) = try CorpusStores.open(url, model: given)
          let found = try XCTUnwrap(context.persistentStoreCoordinator?.managedObjectModel)
          _ = try picture(context, found)
          opened += 1
        } catch {
          let said = (error as? any CoreDataErrorConvertible)?.reason ?? "\(error)"
          XCTAssertGreaterThan(said.count, 20, cut)
          refused += 1
        }
      }
      try FileManager.default.removeItem(at: url)
    }
    print("stores with missing pieces: \(opened) opened, \(refused) refused")
    XCTAssertGreaterThan(opened, 40)
    XCTAssertGreaterThan(refused, 10)
  }
}
