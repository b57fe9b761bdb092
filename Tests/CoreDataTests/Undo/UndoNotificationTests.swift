import CoreData
import XCTest

/// Truth: documentation of the notifications of `UndoManager`.
final class UndoNotificationTests: XCTestCase {
  private final class Recorder: @unchecked Sendable {  // Notifications are posted synchronously.
    var names: [String] = []
    var discardable: [Bool] = []
  }

  private func record(_ manager: CoreData.UndoManager) -> Recorder {
    let recorder = Recorder()
    let short: [(Notification.Name, String)] = [
      (.NSUndoManagerCheckpoint, "checkpoint"), (.NSUndoManagerDidOpenUndoGroup, "opened"),
      (.NSUndoManagerWillCloseUndoGroup, "closing"), (.NSUndoManagerDidCloseUndoGroup, "closed"),
      (.NSUndoManagerWillUndoChange, "undoing"), (.NSUndoManagerDidUndoChange, "undone"),
      (.NSUndoManagerWillRedoChange, "redoing"), (.NSUndoManagerDidRedoChange, "redone"),
    ]
    for (name, text) in short {
      let token = NotificationCenter.default.addObserver(
        forName: name, object: manager, queue: nil
      ) { notification in
        recorder.names.append(text)
        if text == "closed" {
          let mark = notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool
          recorder.discardable.append(mark ?? false)
        }
      }
      addTeardownBlock { NotificationCenter.default.removeObserver(token) }
    }
    return recorder
  }

  func testOpeningATopLevelGroupPostsNoCheckpoint() {
    let manager = CoreData.UndoManager()
    manager.groupsByEvent = false
    let recorder = record(manager)
    manager.beginUndoGrouping()
    XCTAssertEqual(recorder.names, ["opened"])
    manager.beginUndoGrouping()
    XCTAssertEqual(recorder.names, ["opened", "checkpoint", "opened"])
    recorder.names = []
    manager.endUndoGrouping()
    XCTAssertEqual(recorder.names, ["checkpoint", "closing", "closed"])
  }

  func testUndoAndRedoAnnounceThemselves() {
    let manager = CoreData.UndoManager()
    func register() { manager.registerUndo(withTarget: self) { _ in register() } }
    register()
    manager.setActionIsDiscardable(true)
    let recorder = record(manager)
    manager.undo()
    XCTAssertEqual(recorder.names.first, "checkpoint")
    XCTAssertEqual(recorder.names.filter { $0.hasPrefix("undo") }, ["undoing", "undone"])
    XCTAssertEqual(recorder.discardable, [true, true])
    recorder.names = []
    manager.redo()
    XCTAssertEqual(recorder.names.filter { $0.hasPrefix("redo") }, ["redoing", "redone"])
    recorder.names = []
    _ = manager.canRedo
    XCTAssertEqual(recorder.names, ["checkpoint"])
  }

  /// What a context does: it registers pending changes when a checkpoint is posted, and they
  /// belong to the group being closed.
  func testWhatIsRegisteredAtACheckpointIsPartOfTheStep() {
    let manager = CoreData.UndoManager()
    final class Pending: @unchecked Sendable {  // Notifications are posted synchronously.
      var isPending = true
      var undone = false
      weak var manager: CoreData.UndoManager?
    }
    let pending = Pending()
    pending.manager = manager
    let token = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { _ in
      guard pending.isPending else { return }
      pending.isPending = false
      pending.manager?.registerUndo(withTarget: pending) { $0.undone = true }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    manager.undo()
    XCTAssertTrue(pending.undone)
  }
}
