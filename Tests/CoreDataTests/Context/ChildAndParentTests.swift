import Inspector
import XCTest

@testable import CoreData

/// A child and its parent change the same objects before the child saves: what the child changed wins,
/// the rest stays, and relationships have both their sides. Inferred: undocumented by Apple.
final class ChildAndParentTests: XCTestCase {
  private func model() -> NSManagedObjectModel {
    let husband = TestModel.entity("Left", [TestModel.attribute("name", .stringAttributeType)])
    let wife = TestModel.entity("Right", [TestModel.attribute("name", .stringAttributeType)])
    let right = TestModel.relationship("right", wife, toMany: false)
    let left = TestModel.relationship("left", husband, toMany: false)
    TestModel.join(right, left)
    husband.properties += [right]
    wife.properties += [left]
    return TestModel.model([husband, wife])
  }

  private struct Pairs {
    let stack: Stack
    let child: NSManagedObjectContext
    var left: [NSManagedObject] = []
    var right: [NSManagedObject] = []
    let childLeft: [NSManagedObject]
    let childRight: [NSManagedObject]
  }

  /// Three of each; the first two are joined. Both contexts have read them all.
  private func pairs() throws -> Pairs {
    let stack = try Stack(model())
    let left = (0..<3).map { stack.insert("Left", ["name": "l\($0)"]) }
    let right = (0..<3).map { stack.insert("Right", ["name": "r\($0)"]) }
    for index in 0..<2 { left[index].setValue(right[index], forKey: "right") }
    try stack.context.save()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = stack.context
    let childLeft = left.map { child.object(with: $0.objectID) }
    let childRight = right.map { child.object(with: $0.objectID) }
    for object in childLeft + childRight { _ = object.value(forKey: "name") }
    return Pairs(
      stack: stack, child: child, left: left, right: right, childLeft: childLeft,
      childRight: childRight)
  }

  /// Which left one each right one has, and the other way round, in memory and in the file.
  private func assertJoined(_ pairs: Pairs, _ expected: [Int?], line: UInt = #line) throws {
    for (index, partner) in expected.enumerated() {
      let found = pairs.left[index].value(forKey: "right") as? NSManagedObject
      XCTAssertTrue(found === partner.map { pairs.right[$0] }, "left \(index)", line: line)
    }
    for (index, object) in pairs.right.enumerated() {
      let found = object.value(forKey: "left") as? NSManagedObject
      XCTAssertTrue(
        found === expected.firstIndex(of: index).map { pairs.left[$0] }, "right \(index)",
        line: line)
    }
    try pairs.stack.context.save()
    let report = try StoreDoctor.examine(pairs.stack.url, name: "store")
    XCTAssertEqual(report.findings.map(\.meaning), [], line: line)
  }

  func testBothGiveAPartner() throws {
    let pairs = try pairs()
    pairs.left[0].setValue(pairs.right[2], forKey: "right")
    pairs.childLeft[0].setValue(pairs.childRight[1], forKey: "right")
    try pairs.child.save()
    try assertJoined(pairs, [1, nil, nil])
  }

  func testTheParentGaveAwayWhatTheChildTakes() throws {
    let pairs = try pairs()
    pairs.left[2].setValue(pairs.right[1], forKey: "right")
    pairs.childLeft[0].setValue(pairs.childRight[1], forKey: "right")
    try pairs.child.save()
    try assertJoined(pairs, [1, nil, nil])
  }

  func testTheChildPartsWhatTheParentJoined() throws {
    let pairs = try pairs()
    pairs.left[0].setValue(pairs.right[2], forKey: "right")
    pairs.left[2].setValue(pairs.right[0], forKey: "right")
    pairs.childLeft[0].setValue(nil, forKey: "right")
    try pairs.child.save()
    try assertJoined(pairs, [nil, 1, nil])
  }

  /// That the child's right 0 lost its partner is a change of the child's, too.
  func testFromTheOtherSide() throws {
    let pairs = try pairs()
    pairs.right[0].setValue(pairs.left[1], forKey: "left")
    pairs.childRight[2].setValue(pairs.childLeft[0], forKey: "left")
    try pairs.child.save()
    try assertJoined(pairs, [2, nil, nil])
  }

  /// What a child changed and changed back is not changed.
  func testWhatTheChildLeftAsItWasStaysTheParents() throws {
    let pairs = try pairs()
    pairs.childLeft[0].setValue(pairs.childRight[2], forKey: "right")
    pairs.childLeft[0].setValue(pairs.childRight[0], forKey: "right")
    pairs.childLeft[0].setValue("child", forKey: "name")
    pairs.childLeft[1].setValue("for a moment", forKey: "name")
    pairs.childLeft[1].setValue("l1", forKey: "name")
    pairs.left[0].setValue(pairs.right[2], forKey: "right")
    pairs.left[1].setValue("parent", forKey: "name")
    try pairs.child.save()
    XCTAssertEqual(pairs.left[0].value(forKey: "name") as? String, "child")
    XCTAssertEqual(pairs.left[1].value(forKey: "name") as? String, "parent")
    try assertJoined(pairs, [2, 1, nil])
  }

  /// A to-one of a to-many: the members in memory are those of the file.
  func testOneToMany() throws {
    let stack = try Stack(TestModel.employees())
    let departments = (0..<3).map { stack.insert("Department", ["name": "d\($0)"]) }
    let ann = stack.insert("Employee", ["name": "Ann"])
    ann.setValue(departments[0], forKey: "department")
    try stack.context.save()
    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    child.parent = stack.context
    let childAnn = child.object(with: ann.objectID)
    _ = childAnn.value(forKey: "department")
    ann.setValue(departments[1], forKey: "department")
    childAnn.setValue(child.object(with: departments[2].objectID), forKey: "department")
    try child.save()
    XCTAssertEqual(
      departments.map { ($0.value(forKey: "employees") as? NSSet)?.count }, [0, 0, 1])
    try stack.context.save()
    XCTAssertEqual(
      departments.map { ($0.value(forKey: "employees") as? NSSet)?.count }, [0, 0, 1])
    XCTAssertTrue(ann.value(forKey: "department") as? NSManagedObject === departments[2])
  }

  /// Setting what is there leaves nothing to undo; something else in the same event does.
  func testUndoingWhatDidNothing() throws {
    let stack = try Stack(TestModel.employees(), undo: true)
    let ann = stack.insert("Employee", ["nickname": NSNull()])
    try stack.context.save()
    stack.context.undoManager?.removeAllActions()
    for (key, value) in [("nickname", nil), ("name", nil), ("department", nil)] as [(String, Any?)]
    {
      ann.setValue(value, forKey: key)
      stack.context.processPendingChanges()
      XCTAssertEqual(stack.context.undoManager?.canUndo, false, key)
    }
    ann.setValue(nil, forKey: "name")
    ann.setValue("A", forKey: "nickname")
    stack.context.processPendingChanges()
    stack.context.undo()
    XCTAssertNil(ann.value(forKey: "nickname"))
    XCTAssertEqual(stack.context.undoManager?.canUndo, false)
    stack.context.redo()
    XCTAssertEqual(ann.value(forKey: "nickname") as? String, "A")
  }
}
