/// A recorder of operations that undo and redo changes.
///
/// Each registered action says how to reverse one change. Actions registered between
/// `beginUndoGrouping()` and `endUndoGrouping()` are reversed together; those registered while an
/// undo runs are what redo will do.
///
/// ```swift
/// func setTitle(_ title: String) {
///   let old = self.title
///   undoManager.registerUndo(withTarget: self) { $0.setTitle(old) }
///   self.title = title
/// }
/// ```
///
/// A managed object context registers its own changes; all that a program does is to give it a
/// manager and to call `undo()` and `redo()`.
///
/// Differences from Apple's class (documentation of `UndoManager`):
/// - There is no run loop that ends an event. With `groupsByEvent`, the group that the first
///   registration opens is closed by `undo()`, and by the context or the console when a step
///   of theirs ends.
/// - `registerUndo(withTarget:selector:object:)` and `prepare(withInvocationTarget:)` need the
///   Objective-C runtime and do not exist; use `registerUndo(withTarget:handler:)`.
/// - The class is bound to no actor: use a manager on the queue of its context.
/// - Where Apple raises an exception, the program ends with a message (`misuse`).
open class UndoManager: NSObject {
  /// Closed groups, the newest last.
  var undoStack: [UndoGroup] = []
  var redoStack: [UndoGroup] = []

  /// The group being recorded, and how deep the nesting in it is; 0 when there is none.
  var openGroup: UndoGroup?
  var depth = 0

  /// How many top-level groups there have been.
  var groupsMade = 0

  /// Whether `openGroup` was opened by a registration and not by `beginUndoGrouping()`.
  var opensForEvent = false

  enum State {
    case recording
    case undoing
    case redoing
  }
  var state = State.recording

  private var disableCount = 0

  /// Whether registrations outside any group open one by themselves, that holds all changes of
  /// one event. True at first. When false, every registration needs a group.
  open var groupsByEvent = true

  /// The modes of a run loop in which events are closed; kept, without effect here.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// How many groups the undo and the redo stack keep; 0, as at first, for any number. The
  /// oldest groups go.
  open var levelsOfUndo = 0 {
    didSet {
      trim(&undoStack)
      trim(&redoStack)
    }
  }

  /// Creates a manager that groups by event and keeps any number of groups.
  public override init() {
    super.init()
  }

  /// How many groups are open, one within another.
  open var groupingLevel: Int { depth }

  /// Whether an undo is running.
  open var isUndoing: Bool { state == .undoing }

  /// Whether a redo is running.
  open var isRedoing: Bool { state == .redoing }

  /// How many groups can be undone.
  open var undoCount: Int { undoStack.count + (hasOpenActions && state != .undoing ? 1 : 0) }

  /// How many groups can be redone.
  open var redoCount: Int { redoStack.count }

  /// Whether there is something to undo. A group may have to be closed first.
  open var canUndo: Bool {
    !undoStack.isEmpty || (hasOpenActions && state != .undoing)
  }

  /// Whether there is something to redo. Posts `NSUndoManagerCheckpoint` first, so that
  /// pending changes, which would clear the stack, are registered.
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return !redoStack.isEmpty
  }

  private var hasOpenActions: Bool { openGroup.map { !$0.isEmpty } ?? false }

  // MARK: Registration

  /// Whether actions are recorded.
  open var isUndoRegistrationEnabled: Bool { disableCount == 0 }

  /// Stops recording. Calls nest: each needs an `enableUndoRegistration()`.
  open func disableUndoRegistration() {
    disableCount += 1
  }

  /// Takes back one `disableUndoRegistration()`. Without one it is a misuse.
  open func enableUndoRegistration() {
    guard disableCount > 0 else {
      misuse(
        "enableUndoRegistration() was called without a matching disableUndoRegistration(). "
          + "Pair the calls, with defer if need be.")
    }
    disableCount -= 1
  }

  /// Forgets every group, closes open ones and enables registration.
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    openGroup = nil
    depth = 0
    opensForEvent = false
    disableCount = 0
  }

  func trim(_ stack: inout [UndoGroup]) {
    guard levelsOfUndo > 0, stack.count > levelsOfUndo else { return }
    stack.removeFirst(stack.count - levelsOfUndo)
  }

  func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
