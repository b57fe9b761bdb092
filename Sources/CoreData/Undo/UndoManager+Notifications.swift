/// In `userInfo` of the notifications that close a group: true when the group's action can be
/// lost (`setActionIsDiscardable(_:)`); absent otherwise.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

/// Where Apple's run loop closes groups among its observers; kept, without effect here.
public let NSUndoCloseGroupingRunLoopOrdering = 350_000

/// Posted by undo managers; the object is the manager.
extension NSNotification.Name {
  /// Before a nested group is opened or any group is closed, before undo and redo, and when
  /// `canRedo` is asked: observers register what is pending.
  public static let NSUndoManagerCheckpoint = NSNotification.Name(
    "NSUndoManagerCheckpointNotification")

  /// Before an undo.
  public static let NSUndoManagerWillUndoChange = NSNotification.Name(
    "NSUndoManagerWillUndoChangeNotification")

  /// After an undo.
  public static let NSUndoManagerDidUndoChange = NSNotification.Name(
    "NSUndoManagerDidUndoChangeNotification")

  /// Before a redo.
  public static let NSUndoManagerWillRedoChange = NSNotification.Name(
    "NSUndoManagerWillRedoChangeNotification")

  /// After a redo.
  public static let NSUndoManagerDidRedoChange = NSNotification.Name(
    "NSUndoManagerDidRedoChangeNotification")

  /// After a group was opened.
  public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name(
    "NSUndoManagerDidOpenUndoGroupNotification")

  /// Before a group is closed.
  public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerWillCloseUndoGroupNotification")

  /// After a group was closed.
  public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerDidCloseUndoGroupNotification")
}
