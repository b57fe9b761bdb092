import XCTest

@testable import CoreData

/// Composite attributes: key-value coding by whole and by element, storage by element (Apple's
/// documentation of NSCompositeAttributeDescription; columns by analogy, z-format section 12).
final class CompositeTests: XCTestCase {
  private func model() -> NSManagedObjectModel {
    let inner = NSCompositeAttributeDescription()
    inner.name = "size"
    inner.elements = [TestModel.attribute("width", .doubleAttributeType)]
    let location = NSCompositeAttributeDescription()
    location.name = "location"
    location.elements = [
      TestModel.attribute("x", .doubleAttributeType),
      TestModel.attribute("label", .stringAttributeType), inner,
    ]
    return TestModel.model([
      TestModel.entity("Place", [TestModel.attribute("name", .stringAttributeType), location])
    ])
  }

  func testWholeAndElements() throws {
    for type in EveryType.types {
      let stack = try AnyStack(type, model())
      let place = stack.insert("Place", ["name": "A"])
      XCTAssertNil(place.value(forKey: "location"))
      place.setValue(["x": 1.5, "size": ["width": 2.0]] as [String: Any], forKey: "location")
      place.setValue("here", forKeyPath: "location.label")
      stack.insert("Place", ["name": "B"])
      try stack.context.save()
      try stack.reopen()
      let found = try XCTUnwrap(stack.fetch("Place", "location.x > 1").first, type)
      XCTAssertEqual(found.value(forKeyPath: "location.x") as? Double, 1.5, type)
      XCTAssertEqual(found.value(forKeyPath: "location.size.width") as? Double, 2, type)
      let whole = try XCTUnwrap(found.value(forKey: "location") as? [String: Any], type)
      XCTAssertEqual(Set(whole.keys), ["x", "label", "size"], type)
      XCTAssertEqual(whole["label"] as? String, "here", type)
      let sorted = try stack.fetch("Place", sort: ["location.x"])
      XCTAssertEqual(names(sorted), ["B", "A"], type)
    }
  }

  func testChangesAreNotedUnderTheWhole() throws {
    let stack = try AnyStack(NSSQLiteStoreType, model())
    let place = stack.insert("Place", ["location": ["x": 1.0, "label": "a"]])
    try stack.context.save()
    place.setValue(2.0, forKeyPath: "location.x")
    XCTAssertEqual(Array(place.changedValues().keys), ["location"])
    let old = place.committedValues(forKeys: ["location"])["location"] as? [String: Any]
    XCTAssertEqual(old?["x"] as? Double, 1)
    try stack.context.save()
    place.setValue(nil, forKey: "location")
    try stack.context.save()
    XCTAssertNil(place.value(forKey: "location"))
  }

  func testColumns() throws {
    let stack = try Stack(model())
    _ = stack.insert("Place", ["location": ["x": 1.5]])
    try stack.context.save()
    XCTAssertEqual(
      try stack.sql("SELECT ZLOCATION_X, ZLOCATION_LABEL, ZLOCATION_SIZE_WIDTH FROM ZPLACE"),
      [["1.5", "", ""]])
  }

  func testAnElementThatIsNotThereIsNamed() throws {
    let stack = try AnyStack(NSSQLiteStoreType, model())
    let place = stack.insert("Place")
    XCTAssertThrowsError(try place.set(["z": 1], "location")) { error in
      XCTAssertTrue("\((error as? ObjectError)?.explanation ?? "")".contains("location.z"))
    }
    XCTAssertThrowsError(try place.get(path: "location.z"))
  }

  func testUndoAndChildContexts() throws {
    let stack = try AnyStack(NSSQLiteStoreType, model())
    let place = stack.insert("Place", ["location": ["x": 1.0]])
    try stack.context.save()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = stack.context
    let twin = try XCTUnwrap(child.existingObject(with: place.objectID))
    XCTAssertEqual(twin.value(forKeyPath: "location.x") as? Double, 1)
    twin.setValue(3.0, forKeyPath: "location.x")
    let fresh = NSEntityDescription.insertNewObject(forEntityName: "Place", into: child)
    fresh.setValue(["label": "new"], forKey: "location")
    try child.save()
    XCTAssertEqual(place.value(forKeyPath: "location.x") as? Double, 3)
    let labels = try stack.fetch("Place").compactMap { $0.value(forKeyPath: "location.label") }
    XCTAssertEqual(labels as? [String], ["new"])
    try stack.context.save()
  }
}
