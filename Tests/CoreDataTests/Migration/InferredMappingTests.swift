import XCTest

@testable import CoreData

/// Mapping models inferred from two models (Apple's documentation of `inferredMappingModel`).
final class InferredMappingTests: XCTestCase {
  private func text(_ name: String) -> NSAttributeDescription {
    TestModel.attribute(name, .stringAttributeType)
  }

  func testMappingsOfEachKind() throws {
    let old = TestModel.league()
    old.entities += [TestModel.entity("Gone", [text("x")])]
    let new = TestModel.league()
    new.entities += [TestModel.entity("Fresh", [text("x")])]
    let renamed = text("colour")
    renamed.renamingIdentifier = "uniformColor"
    let team = try XCTUnwrap(new.entitiesByName["Team"])
    team.properties = team.properties.map { $0.name == "uniformColor" ? renamed : $0 }
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: old, destinationModel: new)
    XCTAssertTrue(mapping.isInferred)
    XCTAssertEqual(
      mapping.entityMappings.map(\.mappingType),
      [
        .transformEntityMappingType, .copyEntityMappingType, .addEntityMappingType,
        .removeEntityMappingType,
      ])
    let teams = try XCTUnwrap(mapping.entityMappingsByName["IEM_Transform_Team"])
    XCTAssertEqual(teams.sourceEntityVersionHash, old.entitiesByName["Team"]?.versionHash)
    XCTAssertEqual(teams.destinationEntityVersionHash, team.versionHash)
    let colour = try XCTUnwrap(teams.attributeMappings?.first { $0.name == "colour" })
    XCTAssertEqual(
      colour.valueExpression.map { "\($0)" }, "\(NSExpression(format: "$source.uniformColor"))")
    XCTAssertEqual(teams.relationshipMappings?.map(\.name), ["players"])
  }

  func testWhatCannotBeInferred() {
    let old = TestModel.model([TestModel.entity("Feed", [text("title")])])
    let new = TestModel.model([
      TestModel.entity("Feed", [TestModel.attribute("title", .dateAttributeType)])
    ])
    XCTAssertThrowsError(
      try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
    ) { error in
      let error = error as NSError
      XCTAssertEqual(error.domain, NSCocoaErrorDomain)
      XCTAssertEqual(error.code, NSInferredMappingModelError)
      XCTAssertEqual(error.userInfo["entity"] as? String, "Feed")
      XCTAssertEqual(error.userInfo["property"] as? String, "title")
      XCTAssertEqual(
        error.userInfo["reason"] as? String,
        "Source and destination attribute types are incompatible")
    }
  }
}
