import XCTest

@testable import CoreData

/// A member that leaves an ordered relationship and comes back before the save stands at the end, in
/// memory and after the save. Documented (`NSMutableOrderedSet.add`): an object is added at the end.
final class OrderedMovesTests: XCTestCase {
  private static let types = [
    NSInMemoryStoreType, NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType,
  ]

  private func model(many: Bool) -> NSManagedObjectModel {
    let tag = TestModel.entity("Tag", [TestModel.attribute("name", .stringAttributeType)])
    let leaf = TestModel.entity("Leaf", [TestModel.attribute("name", .stringAttributeType)])
    let leaves = TestModel.relationship("leaves", leaf, toMany: true)
    leaves.isOrdered = true
    let its = TestModel.relationship(many ? "tags" : "tag", tag, toMany: many)
    its.isOrdered = many
    TestModel.join(leaves, its)
    tag.properties += [leaves]
    leaf.properties += [its]
    return TestModel.model([tag, leaf])
  }

  private struct Tree {
    let tag: NSManagedObject
    let other: NSManagedObject
    let leaf: NSManagedObject

    var leaves: NSMutableOrderedSet { tag.mutableOrderedSetValue(forKey: "leaves") }
  }

  /// The objects as a context has them; `isKnown` reads the relationship beforehand.
  private func tree(_ context: NSManagedObjectContext, isKnown: Bool) throws -> Tree {
    func object(_ entity: String, _ name: String) throws -> NSManagedObject {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = NSPredicate(format: "name == %@", name)
      return try XCTUnwrap(try context.fetch(request).first)
    }
    let tree = Tree(
      tag: try object("Tag", "T"), other: try object("Tag", "U"), leaf: try object("Leaf", "a"))
    if isKnown { _ = tree.leaves.count }
    return tree
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    try tree(context, isKnown: true).leaves.compactMap {
      ($0 as? NSManagedObject)?.value(forKey: "name") as? String
    }
  }

  private func forEachStack(many: Bool, _ body: (AnyStack, Bool) throws -> Void) throws {
    for type in Self.types {
      for isKnown in [false, true] {
        let stack = try AnyStack(type, model(many: many))
        let tag = stack.insert("Tag", ["name": "T"])
        stack.insert("Tag", ["name": "U"])
        let leaves = ["a", "b", "c"].map { stack.insert("Leaf", ["name": $0]) }
        tag.setValue(NSOrderedSet(array: leaves), forKey: "leaves")
        try stack.context.save()
        try stack.reopen()
        try body(stack, isKnown)
      }
    }
  }

  private func assertMoves(
    many: Bool, _ move: (Tree) -> Void, line: UInt = #line
  ) throws {
    try forEachStack(many: many) { stack, isKnown in
      move(try tree(stack.context, isKnown: isKnown))
      let message = "\(stack.type), read before: \(isKnown)"
      XCTAssertEqual(try names(stack.context), ["b", "c", "a"], message, line: line)
      XCTAssertTrue(stack.context.hasChanges)
      try stack.context.save()
      try stack.reopen()
      XCTAssertEqual(try names(stack.context), ["b", "c", "a"], message, line: line)
    }
  }

  func testThroughTheOrderedSide() throws {
    for many in [false, true] {
      try assertMoves(many: many) {
        $0.leaves.remove($0.leaf)
        $0.leaves.add($0.leaf)
      }
    }
  }

  func testThroughTheToOne() throws {
    try assertMoves(many: false) {
      $0.leaf.setValue(nil, forKey: "tag")
      $0.leaf.setValue($0.tag, forKey: "tag")
    }
    try assertMoves(many: false) {
      $0.leaf.setValue($0.other, forKey: "tag")
      $0.leaf.setValue($0.tag, forKey: "tag")
    }
  }

  func testThroughTheInverseToMany() throws {
    try assertMoves(many: true) {
      let tags = $0.leaf.mutableOrderedSetValue(forKey: "tags")
      tags.remove($0.tag)
      tags.add($0.tag)
    }
  }

  func testAChildContextHandsTheMoveOn() throws {
    try forEachStack(many: false) { stack, isKnown in
      let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      child.parent = stack.context
      let tree = try tree(child, isKnown: isKnown)
      tree.leaves.remove(tree.leaf)
      tree.leaves.add(tree.leaf)
      try child.save()
      try stack.context.save()
      try stack.reopen()
      XCTAssertEqual(try names(stack.context), ["b", "c", "a"], stack.type)
    }
  }

  func testUndoPutsItBackInItsPlace() throws {
    for many in [false, true] {
      try forEachStack(many: many) { stack, isKnown in
        stack.context.undoManager = UndoManager()
        let tree = try tree(stack.context, isKnown: isKnown)
        tree.leaves.remove(tree.leaf)
        tree.leaves.add(tree.leaf)
        stack.context.processPendingChanges()
        stack.context.undo()
        XCTAssertEqual(try names(stack.context), ["a", "b", "c"], stack.type)
        try stack.context.save()
        try stack.reopen()
        XCTAssertEqual(try names(stack.context), ["a", "b", "c"], stack.type)
      }
    }
  }
}
