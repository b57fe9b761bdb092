import Console
import CoreData
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// Every store of the corpus, read on a private copy: all rows, every value (truth: the tables).
final class CorpusReadingTests: XCTestCase {
  func testEveryRowAndValueWithoutAModel() throws {
    let items = try CorpusStores.all()
    for item in items {
      let before = try CorpusStores.fingerprint(item.folder)
      try check(item, model: nil)
      XCTAssertEqual(try CorpusStores.fingerprint(item.folder), before, item.name)
    }
    print("read \(items.count) stores of the corpus without their models")
    XCTAssertEqual(items.count, 45)
  }

  func testEveryRowAndValueThroughTheModelBesideTheStore() throws {
    var count = 0
    for item in try CorpusStores.all() {
      guard let url = item.model else { continue }
      try check(item, model: ModelFile.read(url))
      count += 1
    }
    print("read \(count) stores of the corpus through their models")
    XCTAssertGreaterThan(count, 35)
  }

  private func check(_ item: CorpusStores.Item, model: NSManagedObjectModel?) throws {
    let copy = try PrivateCopy(of: item.store)
    let (context, origin) = try CorpusStores.open(copy.url, model: model)
    let connection = try ReadOnlyDatabase(path: copy.url.path).connection
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
    let listed =
      try connection.integer(
        "SELECT COUNT(*) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000") ?? 0
    XCTAssertEqual(entities.count, Int(listed), "\(item.name): entities")
    for entity in entities {
      let name = entity.name ?? ""
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.includesSubentities = false
      let objects = try context.fetch(request)
      XCTAssertEqual(
        objects.count, try CorpusStores.rowCount(entity, connection), "\(item.name) \(name)")
      for object in objects {
        for property in entity.properties where !(property is NSFetchedPropertyDescription) {
          check(try object.get(property.name), property, "\(item.name) \(object.shortName)")
        }
      }
      if origin != .inferred { try checkNulls(entity, objects, connection, item) }
    }
  }

  /// A value is of the attribute's class; what cannot be decoded comes as data with a reason.
  private func check(_ value: Any?, _ property: NSPropertyDescription, _ place: String) {
    guard let value, let attribute = property as? NSAttributeDescription else { return }
    if let undecoded = value as? UndecodedValue {
      XCTAssertFalse(undecoded.reason.isEmpty, place)
      return
    }
    if attribute.attributeType != .transformableAttributeType {
      XCTAssertNotNil(
        SlotValue.from(value, type: attribute.attributeType), "\(place).\(property.name)")
    }
  }

  /// As many values as cells that are not NULL, but for external files that are not there.
  private func checkNulls(
    _ entity: NSEntityDescription, _ objects: [NSManagedObject], _ connection: SQLiteConnection,
    _ item: CorpusStores.Item
  ) throws {
    guard entity.superentity == nil, !objects.isEmpty else { return }
    let table = "Z" + (entity.name ?? "").uppercased()
    let columns = Set(
      try connection.rows("SELECT name FROM pragma_table_info(?1)", [.text(table)])
        .compactMap(\.first?.text))
    for attribute in entity.properties.compactMap({ $0 as? NSAttributeDescription }) {
      let column = "Z" + attribute.name.uppercased()
      guard columns.contains(column), !attribute.allowsExternalBinaryDataStorage,
        !columns.contains(column + "1"), attribute.attributeType != .URIAttributeType
      else { continue }
      let number = try connection.integer(
        "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", [.text(entity.name ?? "")])
      let cells = try connection.integer(
        "SELECT COUNT(\(column)) FROM \(table) WHERE Z_ENT = ?", [.integer(number ?? 0)])
      let values = try objects.count { try $0.get(attribute.name) != nil }
      XCTAssertEqual(values, Int(cells ?? 0), "\(item.name) \(table).\(column)")
    }
  }
}
