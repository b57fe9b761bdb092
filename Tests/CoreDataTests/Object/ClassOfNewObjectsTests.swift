import XCTest

@testable import CoreData

/// `NSManagedObject(entity:insertInto:)` makes an object of the entity's class (documented: “returns an
/// instance of the appropriate class for entity”).
final class ClassOfNewObjectsTests: XCTestCase {
  final class Errand: NSManagedObject {
    var wasAwoken = false
    override func awakeFromInsert() {
      super.awakeFromInsert()
      wasAwoken = true
      setPrimitiveValue("made", forKey: "title")
    }
  }

  final class Counted: NSManagedObject {
    var asked: [String] = []
    override func setNilValueForKey(_ key: String) {
      asked.append(key)
      if key == "count" { setValue(0, forKey: key) } else { super.setNilValueForKey(key) }
    }
  }

  private func stack() throws -> Stack {
    let errand = TestModel.entity("Errand", [TestModel.attribute("title", .stringAttributeType)])
    errand.managedObjectClassName = "Errand"
    let counted = TestModel.entity(
      "Counted",
      [
        TestModel.attribute("count", .integer32AttributeType),
        TestModel.attribute("other", .booleanAttributeType),
        TestModel.attribute("text", .stringAttributeType),
      ])
    counted.managedObjectClassName = "Counted"
    _ = Errand.entity()
    _ = Errand.fetchRequest()
    _ = Counted.fetchRequest()
    let plain = TestModel.entity("Plain", [TestModel.attribute("title", .stringAttributeType)])
    return try Stack(TestModel.model([errand, counted, plain]))
  }

  private func entity(_ name: String, _ stack: Stack) throws -> NSEntityDescription {
    try XCTUnwrap(NSEntityDescription.entity(forEntityName: name, in: stack.context))
  }

  func testTheObjectIsOfTheEntitysClass() throws {
    let stack = try stack()
    let object = NSManagedObject(entity: try entity("Errand", stack), insertInto: stack.context)
    let errand = try XCTUnwrap(object as? Errand)
    XCTAssertTrue(errand.wasAwoken)
    XCTAssertEqual(object.value(forKey: "title") as? String, "made")
    XCTAssertTrue(object.isInserted)
    XCTAssertTrue(object.managedObjectContext === stack.context)
    try stack.context.save()
    XCTAssertTrue(try stack.fetch("Errand").first === object)
  }

  func testAnEntityWithoutClassAndASubclassOfItsOwn() throws {
    let stack = try stack()
    let plain = NSManagedObject(entity: try entity("Plain", stack), insertInto: stack.context)
    XCTAssertTrue(type(of: plain) == NSManagedObject.self)
    let own = Errand(entity: try entity("Errand", stack), insertInto: stack.context)
    XCTAssertTrue(own.wasAwoken)
    let someClass: NSManagedObject.Type = Errand.self
    let made = someClass.init(entity: try entity("Errand", stack), insertInto: stack.context)
    XCTAssertTrue(made is Errand)
    XCTAssertTrue(Errand(context: stack.context).wasAwoken)
  }

  /// Documented: “Subclasses can override this method to handle the request in some other way, such as by
  /// substituting 0”.
  func testNilForANumberAsksTheClass() throws {
    let stack = try stack()
    let object = Counted(context: stack.context)
    object.setValue(3, forKey: "count")
    object.setValue(nil, forKey: "count")
    XCTAssertEqual(object.value(forKey: "count") as? Int, 0)
    object.setValue(true, forKey: "other")
    object.setValue(NSNull(), forKey: "other")
    XCTAssertNil(object.value(forKey: "other"))
    object.setValue(nil, forKey: "text")
    XCTAssertEqual(object.asked, ["count", "other"])
  }
}
