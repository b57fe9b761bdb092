import XCTest

@testable import CoreData

/// A class that writes the initialiser as the documentation says.
private final class Initialised: NSManagedObject {
  var wasInitialised = false

  required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    wasInitialised = true
  }
}

final class SubclassTests: XCTestCase {
  /// Every way an object is made goes through the subclass's initialiser, and none of them lets go
  /// of the entity or the context more often than it took hold of them.
  func testAnOverriddenInitialiserKeepsItsArguments() throws {
    let entity = TestModel.entity(
      "Initialised", [TestModel.attribute("name", .stringAttributeType)])
    entity.managedObjectClassName = "Initialised"
    let stack = try Stack(TestModel.model([entity]))
    NSManagedObject._registerManagedClasses([Initialised.self], models: [["Initialised"]])
    let before = (_getRetainCount(entity), _getRetainCount(stack.context))
    for _ in 0..<100 {
      let made = NSEntityDescription.insertNewObject(
        forEntityName: "Initialised", into: stack.context)
      XCTAssertTrue((made as? Initialised)?.wasInitialised == true)
      stack.context.delete(made)
      stack.context.delete(Initialised(context: stack.context))
      stack.context.delete(Initialised(entity: entity, insertInto: stack.context))
    }
    try stack.context.save()
    let after = (_getRetainCount(entity), _getRetainCount(stack.context))
    // A few are held for the end of the event; one too many a time would be hundreds.
    XCTAssertEqual(Double(before.0), Double(after.0), accuracy: 5)
    XCTAssertEqual(Double(before.1), Double(after.1), accuracy: 5)
  }
}
