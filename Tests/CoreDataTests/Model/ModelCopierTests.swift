import CoreData
import XCTest

/// Copies and equality of descriptions.
final class ModelCopierTests: XCTestCase {
  /// A copy of every model of the corpus is equal, consistent, and of its own objects.
  func testCopiesOfEveryModelAreEqualAndApart() throws {
    for url in try Shared.models() {
      let model = try ModelFile.read(url)
      let copy = try XCTUnwrap(model.copy() as? NSManagedObjectModel)
      XCTAssertEqual(copy, model, url.path)
      XCTAssertEqual(ModelConsistency(copy).faults, [], url.path)
      XCTAssertEqual(copy.entityVersionHashesByName, model.entityVersionHashesByName, url.path)
      for (entity, twin) in zip(copy.entities, model.entities) {
        XCTAssertFalse(entity === twin)
        XCTAssertTrue(entity.model === copy)
        for relationship in entity.relationships {
          XCTAssertTrue(relationship.destinationEntity?.model === copy, url.path)
        }
      }
    }
  }

  func testACopyOfAFrozenModelMayBeChanged() throws {
    let model = try read("<entity name=\"A\"/>")
    model.freeze()
    let copy = try XCTUnwrap(model.copy() as? NSManagedObjectModel)
    XCTAssertFalse(copy.isFrozen)
    copy.entities[0].name = "B"
    XCTAssertNotEqual(copy, model)
    XCTAssertEqual(model.entities[0].name, "A")
  }

  func testACopyOfAnAttributeBelongsToNoEntity() throws {
    let model = try read(
      "<entity name=\"A\"><attribute name=\"x\" attributeType=\"Date\"/></entity>")
    let attribute = try XCTUnwrap(model.entities[0].attributesByName["x"])
    let copy = try XCTUnwrap(attribute.copy() as? NSAttributeDescription)
    XCTAssertEqual(copy, attribute)
    XCTAssertNil(copy.declaringEntity)
    copy.isOptional.toggle()
    XCTAssertNotEqual(copy, attribute)
  }

  /// Each thing that a property says counts.
  func testDifferencesAreSeen() throws {
    let base = "<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"1\"/>"
    for other in [
      "<attribute name=\"x\" attributeType=\"Integer 32\" defaultValueString=\"1\"/>",
      "<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"2\"/>",
      "<attribute name=\"x\" attributeType=\"Integer 16\"/>",
      "<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"1\" minValueString=\"0\"/>",
      "<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"1\" elementID=\"y\"/>",
      "<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"1\" optional=\"YES\"/>",
    ] {
      XCTAssertNotEqual(
        try read("<entity name=\"A\">\(base)</entity>"),
        try read("<entity name=\"A\">\(other)</entity>"), other)
    }
  }

  private func read(_ entities: String) throws -> NSManagedObjectModel {
    try ModelSourceReader.read(Data("<model>\(entities)</model>".utf8), path: "test")
  }
}
