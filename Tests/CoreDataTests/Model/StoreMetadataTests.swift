import CoreData
import XCTest

/// Store metadata (model-archive §3a). Truth: corpus.
final class StoreMetadataTests: XCTestCase {
  /// What we would write for a store's model is what the store has, key by key; what its
  /// application added is left aside.
  func testMetadataEqualThoseOfStores() throws {
    var checked = 0
    for item in try Shared.pairs() {
      let source = item.appendingPathComponent("model.xcdatamodel.contents.xml")
      guard let stored = Shared.plist(item.appendingPathComponent("metadata.plist")),
        FileManager.default.fileExists(atPath: source.path)
      else { continue }
      let model = try ModelFile.read(source)
      let era = StoreMetadata.era(stored)
      let ours = StoreMetadata.make(for: model, uuid: "U", type: "SQLite", era: era)
      for (key, value) in ours where key != StoreMetadata.Key.uuid {
        // Identifiers are not hashed: these two sources are of another edition than the store.
        let number = item.lastPathComponent.prefix(3)
        if key == StoreMetadata.Key.identifiers, ["012", "031"].contains(number) { continue }
        XCTAssertEqual(
          value as? NSObject, stored[key] as? NSObject, "\(item.lastPathComponent): \(key)")
      }
      XCTAssertTrue(
        model.isConfiguration(withName: nil, compatibleWithStoreMetadata: stored),
        item.lastPathComponent)
      checked += 1
    }
    XCTAssertGreaterThanOrEqual(checked, 27)
  }

  func testTheStoredFormIsABinaryPropertyListWithoutTheUUID() throws {
    let model = NSManagedObjectModel()
    var metadata = StoreMetadata.make(for: model, uuid: "ABC", type: "SQLite")
    metadata["application"] = ["own": 1]
    let data = try StoreMetadata.encode(metadata)
    XCTAssertTrue(data.starts(with: Array("bplist00".utf8)))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    XCTAssertNil((list as? [String: Any])?["NSStoreUUID"])
    let again = try StoreMetadata.decode(data, uuid: "ABC", path: "store")
    XCTAssertEqual(again as NSDictionary, metadata as NSDictionary)
  }

  func testWhatAPropertyListCannotHoldIsRefused() {
    XCTAssertThrowsError(try StoreMetadata.encode(["object": NSObject()])) {
      XCTAssertTrue("\($0)".contains("“object”"), "\($0)")
    }
  }

  func testGarbageIsRefused() {
    XCTAssertThrowsError(try StoreMetadata.decode(Data([1, 2, 3]), uuid: "U", path: "s"))
    XCTAssertThrowsError(try StoreMetadata.decode(Data(), uuid: "U", path: "s"))
  }

  /// A configuration is compatible with the hashes of its own entities only.
  func testCompatibilityOfAConfiguration() throws {
    let first = NSEntityDescription()
    first.name = "First"
    let second = NSEntityDescription()
    second.name = "Second"
    let model = NSManagedObjectModel()
    model.entities = [first, second]
    model.setEntities([first], forConfigurationName: "One")
    let metadata = StoreMetadata.make(for: model, configuration: "One", uuid: "U", type: "SQLite")
    XCTAssertTrue(
      model.isConfiguration(withName: "One", compatibleWithStoreMetadata: metadata))
    XCTAssertFalse(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    XCTAssertFalse(model.isConfiguration(withName: "Two", compatibleWithStoreMetadata: metadata))
    XCTAssertFalse(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
  }
}
