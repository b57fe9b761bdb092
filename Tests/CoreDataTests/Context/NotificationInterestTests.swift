import Foundation
import XCTest

@testable import CoreData

/// Objects are announced to whoever listens, and the names under which one listens say so (B074).
final class NotificationInterestTests: XCTestCase {
  override func tearDown() { NotificationInterest.objects.value = true }

  private func announced(_ work: (Stack) throws -> Void) throws -> [Notification] {
    let stack = try Stack(TestModel.league())
    let found = Collected()
    let observer = NotificationCenter.default.addObserver(
      forName: nil, object: stack.context, queue: nil
    ) { found.list.append($0) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try work(stack)
    return found.list
  }

  private final class Collected: @unchecked Sendable {
    // @unchecked Sendable: notifications of a context come on its queue, here the test's.
    var list: [Notification] = []
  }

  func testUsingANameIsListening() {
    for use in [
      { NSNotification.Name.NSManagedObjectContextDidSave },
      { NSNotification.Name.NSManagedObjectContextObjectsDidChange },
      { NSManagedObjectContext.didSaveObjectsNotification },
    ] {
      XCTAssertFalse(use().rawValue.isEmpty)
      XCTAssertTrue(NotificationInterest.objects.value)
    }
  }

  func testTheSameIsPostedWithAndWithoutItsObjects() throws {
    func work(_ stack: Stack) throws {
      let team = stack.insert("Team", ["name": "A"])
      stack.context.processPendingChanges()
      stack.context.processPendingChanges()
      try stack.context.save()
      let gone = stack.insert("Team", ["name": "B"])
      stack.context.delete(gone)
      stack.context.processPendingChanges()
      team.setValue("C", forKey: "name")
      try stack.context.save()
      stack.context.refresh(team, mergeChanges: false)
      stack.context.processPendingChanges()
      stack.context.delete(team)
      try stack.context.save()
    }
    NotificationInterest.objects.value = true
    let full = try announced(work)
    NotificationInterest.objects.value = false
    let bare = try announced(work)
    XCTAssertEqual(full.map(\.name), bare.map(\.name))
    XCTAssertTrue(full.contains { $0.userInfo?[NSInsertedObjectsKey] is Set<NSManagedObject> })
    XCTAssertFalse(bare.contains { $0.userInfo?[NSInsertedObjectsKey] != nil })
  }
}
