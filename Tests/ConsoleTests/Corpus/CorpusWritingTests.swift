import Console
import CoreData
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// Every store of the corpus, written on a private copy: one object inserted, one updated, one
/// deleted. The file stays sound, and what Apple's framework checks when it opens it is untouched.
final class CorpusWritingTests: XCTestCase {
  func testAStoreThatWasWrittenIsStillApples() throws {
    var written = 0
    for item in try CorpusStores.all() {
      let copy = try PrivateCopy(of: item.store)
      let before = try snapshot(copy.url)
      let findings = try StoreDoctor.examine(copy.url, name: item.name).findings
      if try write(copy.url, item.name) { written += 1 }
      let after = try snapshot(copy.url)
      XCTAssertEqual(after.metadata, before.metadata, "\(item.name): metadata")
      XCTAssertEqual(after.cache, before.cache, "\(item.name): model cache")
      XCTAssertEqual(after.schema, before.schema, "\(item.name): schema")
      let now = try StoreDoctor.examine(copy.url, name: item.name).findings
      let new = now.filter { !findings.contains($0) }
      XCTAssertEqual(new.map { "\($0.object ?? "") \($0.meaning)" }, [], item.name)
    }
    print("wrote \(written) stores of the corpus")
    XCTAssertEqual(written, 45)
  }

  private struct Snapshot: Equatable {
    var metadata: [SQLiteValue]
    var cache: [SQLiteValue]
    var schema: [String]
  }

  private func snapshot(_ url: URL) throws -> Snapshot {
    let database = try ReadOnlyDatabase(path: url.path)
    let hasCache = try database.tables().contains("Z_MODELCACHE")
    return Snapshot(
      metadata: try database.connection.rows("SELECT * FROM Z_METADATA").flatMap { $0 },
      cache: hasCache
        ? try database.connection.rows("SELECT * FROM Z_MODELCACHE").flatMap { $0 } : [],
      schema: try database.schema())
  }

  /// Inserts two objects, then changes one and deletes the other. Three saves.
  private func write(_ url: URL, _ name: String) throws -> Bool {
    let (context, _) = try CorpusStores.open(url)
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
    guard let entity = entities.first(where: isEasy) ?? entities.first(where: { !$0.isAbstract })
    else { return false }
    let kept = NSManagedObject(entity: entity, insertInto: context)
    let other = NSManagedObject(entity: entity, insertInto: context)
    for (index, object) in [kept, other].enumerated() { fill(object, index) }
    do {
      try context.save()
      for attribute in attributes(of: entity) where attribute.isOptional {
        try kept.set(sample(attribute, 7), attribute.name)
      }
      try context.save()
      context.delete(other)
      try context.save()
    } catch {
      XCTFail("\(name) \(entity.name ?? ""): \(error)")
      return false
    }
    XCTAssertFalse(kept.objectID.isTemporaryID)
    return true
  }

  /// An entity whose objects need no others.
  private func isEasy(_ entity: NSEntityDescription) -> Bool {
    !entity.isAbstract && !attributes(of: entity).isEmpty
      && entity.properties.allSatisfy { property in
        guard let relationship = property as? NSRelationshipDescription else { return true }
        return relationship.isOptional || relationship.isToMany && relationship.minCount == 0
      }
  }

  private func attributes(of entity: NSEntityDescription) -> [NSAttributeDescription] {
    entity.properties.compactMap { $0 as? NSAttributeDescription }.filter {
      !$0.isTransient && !($0 is NSDerivedAttributeDescription)
        && $0.attributeType != .transformableAttributeType
        && $0.attributeType != .undefinedAttributeType
    }
  }

  private func fill(_ object: NSManagedObject, _ index: Int) {
    for attribute in object.entity.properties.compactMap({ $0 as? NSAttributeDescription })
    where !attribute.isTransient && !attribute.isOptional {
      if attribute is NSDerivedAttributeDescription { continue }
      try? object.set(sample(attribute, index), attribute.name)
    }
  }

  private func sample(_ attribute: NSAttributeDescription, _ index: Int) -> Any? {
    switch attribute.attributeType {
    case .stringAttributeType: "sample \(index) \(UUID().uuidString)"
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: 700_000_000.25 + Double(index))
    case .binaryDataAttributeType: Data([1, 2, UInt8(index)])
    case .UUIDAttributeType: UUID()
    case .URIAttributeType: URL(string: "sample:\(index)")
    case .decimalAttributeType: Decimal(index)
    case .booleanAttributeType: index == 0
    case .transformableAttributeType: ["sample": index]
    default: index + 1
    }
  }
}
