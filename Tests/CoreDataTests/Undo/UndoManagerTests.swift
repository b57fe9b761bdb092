import CoreData
import XCTest

/// Truth: documentation of `UndoManager` and “Introduction to Undo Architecture”.
final class UndoManagerTests: XCTestCase {
  /// A number whose changes can be undone.
  private final class Counter {
    let manager: CoreData.UndoManager
    private(set) var value = 0
    private(set) var history: [Int] = []

    init(_ manager: CoreData.UndoManager) { self.manager = manager }

    func set(_ new: Int) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old) }
      value = new
      history.append(new)
    }
  }

  private func makeManager(groupsByEvent: Bool = true) -> CoreData.UndoManager {
    let manager = CoreData.UndoManager()
    manager.groupsByEvent = groupsByEvent
    return manager
  }

  func testAnEventIsOneStepThereAndBack() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    counter.set(2)
    counter.set(3)
    XCTAssertEqual(manager.groupingLevel, 1)
    manager.undo()
    XCTAssertEqual(counter.value, 0)
    XCTAssertEqual(counter.history, [1, 2, 3, 2, 1, 0], "the last change is undone first")
    manager.redo()
    XCTAssertEqual(counter.value, 3)
    manager.undo()
    XCTAssertEqual(counter.value, 0)
    XCTAssertFalse(manager.canUndo)
    XCTAssertTrue(manager.canRedo)
  }

  func testClosingAnEventStartsANewStep() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.closeEventGroup()
    manager.closeEventGroup()
    counter.set(2)
    manager.closeEventGroup()
    XCTAssertEqual(manager.undoCount, 2)
    manager.undo()
    XCTAssertEqual(counter.value, 1)
    XCTAssertEqual(manager.redoCount, 1)
    manager.undo()
    XCTAssertEqual(counter.value, 0)
    manager.undo()
    XCTAssertEqual(counter.value, 0, "undo without anything to undo does nothing")
  }

  func testGroupsOfOneEventAreUndoneTogether() {
    let manager = makeManager()
    let counter = Counter(manager)
    for number in 1...2 {
      manager.beginUndoGrouping()
      XCTAssertEqual(manager.groupingLevel, 2)
      counter.set(number)
      manager.endUndoGrouping()
    }
    manager.undo()
    XCTAssertEqual(counter.value, 0)
  }

  /// B068 rests on this.
  func testGroupsWithoutEventsAreUndoneOneByOne() {
    let manager = makeManager(groupsByEvent: false)
    let counter = Counter(manager)
    for number in 1...2 {
      manager.beginUndoGrouping()
      XCTAssertEqual(manager.groupingLevel, 1)
      counter.set(number)
      manager.endUndoGrouping()
    }
    manager.undo()
    XCTAssertEqual(counter.value, 1)
  }

  func testNestedGroupsAreUndoneWithTheirParentOrAlone() {
    let manager = makeManager(groupsByEvent: false)
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    counter.set(1)
    manager.beginUndoGrouping()
    counter.set(2)
    counter.set(3)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    XCTAssertEqual(counter.value, 1)
    XCTAssertEqual(manager.groupingLevel, 1)
    manager.endUndoGrouping()
    manager.undo()
    XCTAssertEqual(counter.value, 0)
    manager.redo()
    XCTAssertEqual(counter.value, 1)
    manager.redo()
    XCTAssertEqual(counter.value, 3)
  }

  func testARegistrationClearsWhatCouldBeRedone() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.undo()
    XCTAssertTrue(manager.canRedo)
    counter.set(5)
    XCTAssertFalse(manager.canRedo)
  }

  func testDisabledRegistrationNests() {
    let manager = makeManager()
    let counter = Counter(manager)
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    counter.set(1)
    manager.enableUndoRegistration()
    XCTAssertFalse(manager.isUndoRegistrationEnabled)
    counter.set(2)
    manager.enableUndoRegistration()
    XCTAssertFalse(manager.canUndo)
    XCTAssertEqual(manager.groupingLevel, 0)
    counter.set(3)
    manager.undo()
    XCTAssertEqual(counter.value, 2)
  }

  func testLevelsDropTheOldestGroups() {
    let manager = makeManager()
    let counter = Counter(manager)
    manager.levelsOfUndo = 2
    for number in 1...4 {
      counter.set(number)
      manager.closeEventGroup()
    }
    for _ in 0..<5 { manager.undo() }
    XCTAssertEqual(counter.value, 2)
    XCTAssertEqual(manager.redoCount, 2)
    manager.levelsOfUndo = 1
    XCTAssertEqual(manager.redoCount, 1)
  }

  func testRemovingATargetRemovesItsActionsAndEmptyGroups() {
    let manager = makeManager()
    let (one, two) = (Counter(manager), Counter(manager))
    one.set(1)
    two.set(1)
    manager.closeEventGroup()
    one.set(2)
    manager.closeEventGroup()
    manager.removeAllActions(withTarget: one)
    XCTAssertEqual(manager.undoCount, 1)
    manager.undo()
    XCTAssertEqual(one.value, 2)
    XCTAssertEqual(two.value, 0)
  }

  func testRemoveAllActionsForgetsEverything() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.undo()
    counter.set(2)
    manager.disableUndoRegistration()
    manager.removeAllActions()
    XCTAssertEqual(manager.groupingLevel, 0)
    XCTAssertTrue(manager.isUndoRegistrationEnabled)
    XCTAssertFalse(manager.canUndo)
    XCTAssertFalse(manager.canRedo)
    manager.undo()
    XCTAssertEqual(counter.value, 2)
  }

  func testTheTargetIsNotKeptAlive() {
    let manager = makeManager()
    weak var target: Counter?
    do {
      let counter = Counter(manager)
      target = counter
      counter.set(1)
    }
    XCTAssertNil(target)
    manager.undo()
  }

  func testNamesFollowTheirAction() {
    let manager = makeManager()
    let counter = Counter(manager)
    XCTAssertEqual(manager.undoMenuItemTitle, "Undo")
    counter.set(1)
    manager.setActionName("Count")
    XCTAssertEqual(manager.undoMenuItemTitle, "Undo Count")
    manager.undo()
    XCTAssertEqual(manager.undoActionName, "")
    XCTAssertEqual(manager.redoMenuItemTitle, "Redo Count")
    manager.redo()
    XCTAssertEqual(manager.undoActionName, "Count")
    manager.closeEventGroup()
    counter.set(2)
    XCTAssertEqual(manager.undoActionName, "")
    manager.undo()
    XCTAssertEqual(manager.undoActionName, "Count")
  }

  func testMarksFollowTheirAction() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.setActionIsDiscardable(true)
    manager.setActionUserInfoValue("icon", forKey: "image")
    XCTAssertTrue(manager.undoActionIsDiscardable)
    XCTAssertEqual(manager.undoActionUserInfoValue(forKey: "image") as? String, "icon")
    manager.undo()
    XCTAssertFalse(manager.undoActionIsDiscardable)
    XCTAssertTrue(manager.redoActionIsDiscardable)
    XCTAssertEqual(manager.redoActionUserInfoValue(forKey: "image") as? String, "icon")
  }

  func testStatesAreSeenFromInside() {
    let manager = makeManager()
    var states: [String] = []
    func register() {
      manager.registerUndo(withTarget: self) { _ in
        states.append("\(manager.isUndoing) \(manager.isRedoing)")
        register()
      }
    }
    register()
    manager.undo()
    manager.redo()
    XCTAssertEqual(states, ["true false", "false true"])
    XCTAssertFalse(manager.isUndoing || manager.isRedoing)
  }
}
