import CoreData
import XCTest

/// Contradictions in models (issue 5, item 1; seeds 003-5: a missing inverse is a warning, a minimum
/// above the maximum is accepted).
final class ModelConsistencyTests: XCTestCase {
  /// No model of Apple's tools has a fault. Truth: corpus.
  func testModelsOfApplesToolsHaveNoFaults() throws {
    for url in try Shared.models() {
      XCTAssertEqual(ModelConsistency(try ModelFile.read(url)).faults, [], url.path)
    }
  }

  func testAMissingInverseIsAWarning() throws {
    let model = try read(
      """
      <entity name="A"><relationship name="b" maxCount="1" destinationEntity="B"/></entity>
      <entity name="B"/>
      """)
    XCTAssertEqual(ModelConsistency(model).faults, [])
    XCTAssertEqual(
      ModelConsistency(model).warnings, ["the relationship “A.b” has no inverse"])
  }

  func testAMinimumAboveTheMaximumIsAccepted() throws {
    let model = try read(
      """
      <entity name="A"><relationship name="b" toMany="YES" minCount="5" maxCount="2"
        destinationEntity="A"/></entity>
      """)
    XCTAssertEqual(ModelConsistency(model).faults, [])
    XCTAssertEqual(model.entitiesByName["A"]?.relationshipsByName["b"]?.minCount, 5)
  }

  func testAnInverseThatIsNotMutual() throws {
    let model = try read(
      """
      <entity name="A"><relationship name="b" maxCount="1" destinationEntity="B"
        inverseName="a"/></entity>
      <entity name="B"><relationship name="a" maxCount="1" destinationEntity="A"/></entity>
      """)
    XCTAssertEqual(
      ModelConsistency(model).faults,
      ["“A.b” names “B.a” as its inverse, but not the other way round"])
  }

  func testAnUnknownDestination() throws {
    let model = try read(
      "<entity name=\"A\"><relationship name=\"b\" maxCount=\"1\" destinationEntity=\"B\"/></entity>"
    )
    XCTAssertEqual(
      ModelConsistency(model).faults,
      ["the relationship “A.b” leads to “B”, which the model does not have"])
    XCTAssertThrowsError(try SQLSchema(model: model))
  }

  func testAnUnknownInverse() throws {
    let model = try read(
      """
      <entity name="A"><relationship name="a" maxCount="1" destinationEntity="A"
        inverseName="x"/></entity>
      """)
    XCTAssertEqual(
      ModelConsistency(model).faults,
      ["the inverse “x” of “A.a” is not a relationship of the destination"])
  }

  func testNames() {
    let first = NSEntityDescription()
    first.name = "A"
    let attribute = NSAttributeDescription()
    attribute.name = "description"
    attribute.type = .string
    let twin = NSAttributeDescription()
    twin.name = "description"
    twin.type = .string
    first.properties = [attribute, twin]
    let second = NSEntityDescription()
    second.name = "A"
    let model = NSManagedObjectModel()
    model.entities = [first, second]
    let faults = ModelConsistency(model).faults
    XCTAssertTrue(faults.contains("there are two entities “A”"))
    XCTAssertTrue(faults.contains("the entity “A” has two properties “description”"))
    XCTAssertTrue(faults.contains { $0.contains("reserved name") })
    XCTAssertThrowsError(try ModelConsistency(model).throwFaults()) {
      XCTAssertEqual(($0 as? ModelError)?.cocoaCode, 134060)
    }
  }

  func testAnAttributeWithoutTypeMustBeTransient() throws {
    let model = try read("<entity name=\"A\"><attribute name=\"x\"/></entity>")
    XCTAssertEqual(ModelConsistency(model).faults.count, 1)
    let transient = try read(
      "<entity name=\"A\"><attribute name=\"x\" transient=\"YES\"/></entity>")
    XCTAssertEqual(ModelConsistency(transient).faults, [])
  }

  func testAConstraintOverAMissingAttribute() throws {
    let model = try read(
      """
      <entity name="A"><uniquenessConstraints><uniquenessConstraint><constraint value="x"/>
      </uniquenessConstraint></uniquenessConstraints></entity>
      """)
    XCTAssertEqual(ModelConsistency(model).faults.count, 1)
  }

  private func read(_ entities: String) throws -> NSManagedObjectModel {
    try ModelSourceReader.read(Data("<model>\(entities)</model>".utf8), path: "test")
  }
}
