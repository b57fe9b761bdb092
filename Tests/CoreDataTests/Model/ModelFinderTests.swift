import CoreData
import XCTest

/// The places where models are looked for (architecture §2).
final class ModelFinderTests: XCTestCase {
  func testTheErrorNamesEveryPlace() throws {
    XCTAssertThrowsError(try ModelFinder.find("NoSuchModel")) { error in
      guard case ModelError.notFound("NoSuchModel", let places) = error else {
        return XCTFail("\(error)")
      }
      let here = FileManager.default.currentDirectoryPath
      for ending in ModelFinder.endings {
        XCTAssertTrue(places.contains(here + "/NoSuchModel." + ending), "\(places)")
      }
      XCTAssertTrue("\(error)".contains(here), "\(error)")
      XCTAssertEqual((error as? ModelError)?.cocoaCode, 260)
    }
  }

  func testABundleIsSearched() throws {
    let folder = try TemporaryFolder()
    let text = "<model><entity name=\"A\"/></model>"
    try folder.write(text, to: "Kit.bundle/M.xcdatamodeld/M.xcdatamodel/contents")
    let bundle = try XCTUnwrap(Bundle(path: folder.url.path + "/Kit.bundle"))
    let model = try ModelFinder.model(named: "M", in: [bundle])
    XCTAssertEqual(model.entities.map(\.name), ["A"])
    XCTAssertEqual(
      NSManagedObjectModel.mergedModel(from: [bundle])?.entities.map(\.name), ["A"])
  }

  /// Of a bundle with a model that cannot be read no other is made: a store that is opened with it would
  /// lose the entities of that model.
  func testADamagedModelIsNotLeftOut() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "<model><entity name=\"A\"/></model>", to: "Kit.bundle/A.xcdatamodeld/A.xcdatamodel/contents")
    try folder.write("<model>", to: "Kit.bundle/B.xcdatamodeld/B.xcdatamodel/contents")
    let bundle = try XCTUnwrap(Bundle(path: folder.url.path + "/Kit.bundle"))
    XCTAssertNil(NSManagedObjectModel.mergedModel(from: [bundle]))
    // Where hashes decide, the one that has them is found all the same.
    let one = try read("<entity name=\"A\"/>")
    XCTAssertNotNil(
      NSManagedObjectModel.mergedModel(
        from: [bundle],
        forStoreMetadata: ["NSStoreModelVersionHashes": one.entityVersionHashesByName]))
    let versions = ModelFinder.versions(in: [bundle])
    XCTAssertEqual(versions.models.count, 1)
    XCTAssertTrue("\(versions.unreadable)".contains("B.xcdatamodel"), "\(versions.unreadable)")
  }

  func testMergingTakesEqualEntitiesOnce() throws {
    let shared = "<entity name=\"S\"><attribute name=\"x\" attributeType=\"String\"/></entity>"
    let first = try read(
      shared
        + """
        <entity name="A"><relationship name="s" maxCount="1" destinationEntity="S"/></entity>
        """)
    let second = try read(
      shared
        + """
        <entity name="B"><relationship name="s" maxCount="1" destinationEntity="S"/></entity>
        """)
    let merged = try XCTUnwrap(NSManagedObjectModel(byMerging: [first, second]))
    XCTAssertEqual(Set(merged.entities.compactMap(\.name)), ["A", "B", "S"])
    let target = merged.entitiesByName["S"]
    XCTAssertTrue(
      merged.entitiesByName["B"]?.relationshipsByName["s"]?.destinationEntity === target)
    XCTAssertEqual(ModelConsistency(merged).faults, [])
    XCTAssertEqual(first.entities.count, 2, "the merged models stay whole")
  }

  func testDifferentEntitiesOfANameCannotBeMerged() throws {
    let first = try read("<entity name=\"A\"/>")
    let second = try read("<entity name=\"A\" isAbstract=\"YES\"/>")
    XCTAssertNil(NSManagedObjectModel(byMerging: [first, second]))
  }

  func testMergingForAStoreChoosesTheVersion() throws {
    let first = try read("<entity name=\"A\"/>")
    let second = try read("<entity name=\"A\" isAbstract=\"YES\"/>")
    let other = try read("<entity name=\"B\"/>")
    let metadata = ["NSStoreModelVersionHashes": second.entityVersionHashesByName]
    let chosen = NSManagedObjectModel(byMerging: [first, second], forStoreMetadata: metadata)
    XCTAssertEqual(chosen?.entitiesByName["A"]?.isAbstract, true)
    let both = second.entityVersionHashesByName.merging(other.entityVersionHashesByName) { a, _ in a
    }
    let merged = NSManagedObjectModel(
      byMerging: [first, second, other],
      forStoreMetadata: ["NSStoreModelVersionHashes": both])
    XCTAssertEqual(merged?.entities.count, 2)
    XCTAssertNil(
      NSManagedObjectModel(byMerging: [first, other], forStoreMetadata: metadata))
  }

  private func read(_ entities: String) throws -> NSManagedObjectModel {
    try ModelSourceReader.read(Data("<model>\(entities)</model>".utf8), path: "test")
  }
}
