import XCTest

@testable import CoreData

/// References between descriptions keep nothing alive and end with what they lead to.
final class EntityReferenceTests: XCTestCase {
  func testNothingLeadsToAnEntityThatIsGone() {
    let relationship = NSRelationshipDescription()
    let child = NSEntityDescription()
    let attribute = NSAttributeDescription()
    let index = NSFetchIndexDescription(name: "by", elements: nil)
    do {
      let parent = NSEntityDescription()
      parent.subentities = [child]
      parent.properties = [attribute]
      parent.indexes = [index]
      relationship.destinationEntity = parent
      XCTAssertTrue(relationship.destinationEntity === parent)
      XCTAssertTrue(child.superentity === parent)
      XCTAssertTrue(attribute.entity === parent)
      XCTAssertTrue(index.entity === parent)
    }
    XCTAssertNil(relationship.destinationEntity)
    XCTAssertNil(child.superentity)
    XCTAssertNil(attribute.declaringEntity)
    XCTAssertNil(index.entity)
  }

  func testADestinationCanBeTakenAway() {
    let relationship = NSRelationshipDescription()
    let entity = NSEntityDescription()
    relationship.destinationEntity = entity
    relationship.destinationEntity = nil
    XCTAssertNil(relationship.destinationEntity)
  }
}
