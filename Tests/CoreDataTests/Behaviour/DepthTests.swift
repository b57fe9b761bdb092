import XCTest

@testable import CoreData

/// Long cascades and long chains: nothing may depend on the depth of the stack.
final class DepthTests: XCTestCase {
  private let count =
    ProcessInfo.processInfo.environment["COREBOOK_SOAK"] == nil ? 20_000 : 100_000

  private func chain(_ stack: Stack) -> NSManagedObject {
    let first = stack.insert("Node", ["name": "0"])
    var last = first
    for index in 1..<count {
      let next = stack.insert("Node", ["name": "\(index)"])
      next.setValue(last, forKey: "parent")
      last = next
    }
    return first
  }

  func testACascadeAlongAChain() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let first = chain(stack)
    try stack.context.save()
    stack.context.delete(first)
    try stack.context.save()
    XCTAssertEqual(try stack.sql("SELECT count(*) FROM ZNODE"), [["0"]])
  }

  func testACascadeFromOneToMany() throws {
    let stack = try Stack(BehaviourModel.ordered())
    let first = stack.insert("Node")
    for _ in 0..<count { stack.insert("Node").setValue(first, forKey: "parent") }
    try stack.context.save()
    let context = stack.another()
    context.delete(context.object(with: first.objectID))
    try context.save()
    XCTAssertEqual(try stack.sql("SELECT count(*) FROM ZNODE"), [["0"]])
  }

  func testAChainIsReleasedOnAShortStack() throws {
    let stack = try Stack(BehaviourModel.ordered())
    weak var last: NSManagedObject?
    do {
      let first = chain(stack)
      try stack.context.save()
      var node: NSManagedObject? = first
      while let next = node?.value(forKey: "children") as? NSSet, let child = next.anyObject() {
        node = child as? NSManagedObject
      }
      last = node
      XCTAssertNotNil(last)
    }
    stack.context.reset()
    XCTAssertNil(last)
  }

  func testAChainThatNobodyHoldsDiesWithItsHead() throws {
    let stack = try Stack(BehaviourModel.ordered())
    weak var last: NSManagedObject?
    try {
      var head: NSManagedObject? = chain(stack)
      try stack.context.save()
      let context = stack.another()
      head = context.object(with: try XCTUnwrap(head).objectID)
      var node = head
      while let next = node?.value(forKey: "children") as? NSSet, let child = next.anyObject() {
        node = child as? NSManagedObject
      }
      last = node
      XCTAssertNotNil(last)
      node = nil
      head = nil
    }()
    XCTAssertNil(last)
  }
}
