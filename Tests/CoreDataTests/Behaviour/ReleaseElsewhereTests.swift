import XCTest

@testable import CoreData

/// Objects whose last reference goes on another thread than their context's: Swift code does that
/// all the time. Nothing may be lost or mistaken for something else (inferred: Apple's objects can
/// be released anywhere). A million releases in a soak run; under the thread sanitizer, a race is an
/// error.
final class ReleaseElsewhereTests: XCTestCase {
  private let rounds = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] == nil ? 60 : 2000

  /// One thread fetches and walks, three others let go of what they are handed.
  func testObjectsReleasedOnOtherThreads() throws {
    let stack = try filled(500)
    let context = stack.another()
    let bins = (0..<3).map { _ in Bin() }
    defer { bins.forEach { $0.close() } }
    for round in 0..<rounds {
      let objects = try stack.fetch("Employee", in: context)
      XCTAssertEqual(objects.count, 500)
      for object in objects {
        XCTAssertTrue(context.registeredObject(for: object.objectID) === object)
        let name = object.value(forKey: "name") as? String
        XCTAssertEqual(name, "e\(object.value(forKey: "salary") as? Int ?? -1)")
        if let boss = object.value(forKey: "department") as? NSManagedObject {
          XCTAssertTrue(context.registeredObject(for: boss.objectID) === boss)
        }
      }
      for (index, bin) in bins.enumerated() {
        bin.throwAway(objects.enumerated().filter { $0.offset % 3 == index }.map(\.element))
      }
      // While they die, look for them: each is found alive, or made anew, never half dead.
      for pk in 1...200 where (pk + round) % 2 == 0 {
        let again = context.object(with: objects[pk].objectID)
        XCTAssertEqual(again.pk, objects[pk].pk)
      }
    }
  }

  /// The same while nothing but the other threads holds them: every look-up races with a death.
  func testLookingUpWhatIsDying() throws {
    let stack = try filled(64)
    let context = stack.another()
    let ids = try stack.fetch("Employee", in: context).map(\.objectID)
    let bin = Bin()
    defer { bin.close() }
    for round in 0..<(rounds * 100) {
      let id = ids[round % 8]
      let object = context.object(with: id)
      XCTAssertEqual(object.objectID, id)
      XCTAssertTrue(context.registeredObject(for: id) === object)
      bin.throwAway([object])
    }
    XCTAssertLessThanOrEqual(context.registeredObjects.count, 64)
  }

  /// Contexts that die while their objects die elsewhere.
  func testContextsThatDieMeanwhile() throws {
    let stack = try filled(50)
    let bins = (0..<3).map { _ in Bin() }
    defer { bins.forEach { $0.close() } }
    for _ in 0..<(rounds * 3) {
      let context = stack.another()
      let objects = try stack.fetch("Employee", in: context)
      for (index, object) in objects.enumerated() { bins[index % 3].throwAway([object]) }
    }
  }

  /// Relationships hold their members: those die where their owner does.
  func testMembersReleasedWithTheirOwner() throws {
    let stack = try filled(300)
    let context = stack.another()
    let bin = Bin()
    defer { bin.close() }
    for _ in 0..<rounds {
      let owners = try stack.fetch("Department", in: context)
      let count = owners.reduce(0) { $0 + (($1.value(forKey: "employees") as? NSSet)?.count ?? 0) }
      XCTAssertEqual(count, 300)
      bin.throwAway(owners)
      XCTAssertEqual(try stack.fetch("Employee", in: context).count, 300)
    }
  }

  /// Two objects are never handed out for one row as long as the first lives (case B042).
  func testOneObjectForARow() throws {
    let stack = try filled(100)
    let context = stack.another()
    let bin = Bin()
    defer { bin.close() }
    let kept = try stack.fetch("Employee", in: context).filter { $0.pk % 2 == 0 }
    for _ in 0..<rounds {
      let all = try stack.fetch("Employee", in: context)
      for object in kept { XCTAssertTrue(context.object(with: object.objectID) === object) }
      XCTAssertEqual(Set(all.map(\.objectID)).count, 100)
      bin.throwAway(all)
    }
  }

  private func filled(_ count: Int) throws -> Stack {
    let stack = try Stack(TestModel.employees())
    let departments = (0..<5).map { stack.insert("Department", ["name": "d\($0)"]) }
    for index in 0..<count {
      let object = stack.insert("Employee", ["name": "e\(index)", "salary": index])
      object.setValue(departments[index % 5], forKey: "department")
    }
    try stack.context.save()
    stack.context.reset()
    return stack
  }
}

/// A thread that lets go of what it is given.
private final class Bin: @unchecked Sendable {
  // @unchecked Sendable: guarded by the condition.
  private let condition = NSCondition()
  private var waste: [NSManagedObject] = []
  private var isClosed = false

  init() {
    Thread.detachNewThread { self.empty() }
  }

  func throwAway(_ objects: [NSManagedObject]) {
    condition.lock()
    waste += objects
    condition.signal()
    condition.unlock()
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.signal()
    condition.unlock()
  }

  private func empty() {
    while true {
      condition.lock()
      while waste.isEmpty && !isClosed { condition.wait() }
      var taken: [NSManagedObject] = []
      swap(&taken, &waste)
      let isOver = isClosed && taken.isEmpty
      condition.unlock()
      if isOver { return }
      taken.removeAll()
    }
  }
}
