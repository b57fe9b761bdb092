import XCTest

@testable import CoreData

/// The classes that describe a mapping model (documented: Apple's reference pages).
final class MappingClassesTests: XCTestCase {
  func testNameOfAnEntityMappingUnlessSet() {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = "Car"
    mapping.destinationEntityName = "Vehicle"
    XCTAssertEqual(mapping.name, "Car->Vehicle")
    mapping.name = "CarToVehicle"
    XCTAssertEqual(mapping.name, "CarToVehicle")
    mapping.name = nil
    XCTAssertEqual(mapping.name, "Car->Vehicle")
  }

  func testRawValuesOfTypes() {
    let types: [NSEntityMappingType] = [
      .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType,
      .removeEntityMappingType, .copyEntityMappingType, .transformEntityMappingType,
    ]
    XCTAssertEqual(types.map(\.rawValue), [0, 1, 2, 3, 4, 5])
  }

  func testCopiesAreDeep() throws {
    let property = NSPropertyMapping()
    property.name = "title"
    property.valueExpression = NSExpression(format: "$source.name")
    property.userInfo = ["a": 1]
    let mapping = NSEntityMapping()
    mapping.name = "Feed"
    mapping.mappingType = .copyEntityMappingType
    mapping.sourceEntityName = "A"
    mapping.destinationEntityName = "B"
    mapping.sourceEntityVersionHash = Data([1])
    mapping.destinationEntityVersionHash = Data([2])
    mapping.entityMigrationPolicyClassName = "P"
    mapping.sourceExpression = NSExpression(forConstantValue: nil)
    mapping.userInfo = ["b": 2]
    mapping.attributeMappings = [property]
    mapping.relationshipMappings = []
    let model = NSMappingModel()
    model.entityMappings = [mapping]
    let copy = try XCTUnwrap(model.copy() as? NSMappingModel)
    let other = try XCTUnwrap(copy.entityMappings.first)
    XCTAssertFalse(other === mapping)
    XCTAssertEqual(other.description, mapping.description)
    XCTAssertEqual(other.mappingType, .copyEntityMappingType)
    XCTAssertEqual(other.sourceEntityVersionHash, Data([1]))
    XCTAssertEqual(other.destinationEntityVersionHash, Data([2]))
    XCTAssertEqual(other.entityMigrationPolicyClassName, "P")
    XCTAssertEqual(other.userInfo?["b"] as? Int, 2)
    XCTAssertEqual(other.sourceExpression, mapping.sourceExpression)
    let copied = try XCTUnwrap(other.attributeMappings?.first)
    XCTAssertFalse(copied === property)
    XCTAssertEqual(copied.valueExpression, property.valueExpression)
    XCTAssertEqual(copied.userInfo?["a"] as? Int, 1)
    copied.name = "other"
    XCTAssertEqual(property.name, "title")
    XCTAssertNotNil(copy.entityMappingsByName["Feed"])
    model.entityMappings = nil
    XCTAssertEqual(model.entityMappings, [])
  }
}
