import CodeGeneration
import CoreData
import Inspector
import XCTest

final class ModelShapeTests: XCTestCase {
  /// A loaded model gives the classes its source gives, but for what only the source says.
  func testALoadedModelHasTheShapeOfItsSource() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let path = package.path("Sources/ModelKit/Zoo.xcdatamodeld")
    let source = try ModelDocument.read(path)
    let model = try XCTUnwrap(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: path)))
    let loaded = ModelShape(model, name: "Zoo")
    XCTAssertEqual(Set(loaded.entities.map(\.name)), Set(source.entities.map(\.name)))
    for entity in source.entities {
      let found = try XCTUnwrap(loaded.entity(entity.name))
      XCTAssertEqual(found.className, entity.className)
      XCTAssertEqual(found.parent, entity.parent)
      XCTAssertEqual(
        Set(found.attributes.map { "\($0.name): \($0.type), \($0.isOptional)" }),
        Set(entity.attributes.map { "\($0.name): \($0.type), \($0.isOptional)" }))
      let names = entity.relationships.map(\.name)
      XCTAssertEqual(Set(found.relationships.map(\.name)), Set(names))
      for relationship in entity.relationships {
        XCTAssertTrue(found.relationships.contains(relationship), relationship.name)
      }
    }
  }
}
