extension UndoManager {
  /// A name for values kept with an action.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text of the key.
    public let rawValue: String

    /// Creates a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a key from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a key from its text.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// The group that names and marks apply to: the open one, or the one closed last.
  private var currentGroup: UndoGroup? {
    openGroup ?? (state == .undoing ? redoStack.last : undoStack.last)
  }

  private var undoableGroup: UndoGroup? {
    if state != .undoing, let openGroup { return openGroup }
    return undoStack.last
  }

  // MARK: Names

  /// Names the action, for a menu: “Insert Book”. During an undo it names the redo.
  public func setActionName(_ actionName: String) {
    currentGroup?.actionName = actionName
  }

  /// The name of the action that `undo()` would undo; empty without one.
  public var undoActionName: String { undoableGroup?.actionName ?? "" }

  /// The name of the action that `redo()` would redo; empty without one.
  public var redoActionName: String { redoStack.last?.actionName ?? "" }

  /// “Undo”, with the action's name behind it if it has one.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// “Redo”, with the action's name behind it if it has one.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu item for undoing an action of a given name.
  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title of a menu item for redoing an action of a given name.
  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  // MARK: Marks

  /// Says whether the action is one that can be lost, such as a change of the view: a document
  /// need not be saved for it. Observers learn it from the notifications that close the group.
  public func setActionIsDiscardable(_ discardable: Bool) {
    currentGroup?.isDiscardable = discardable
  }

  /// Whether the action that `undo()` would undo can be lost.
  public var undoActionIsDiscardable: Bool { undoableGroup?.isDiscardable ?? false }

  /// Whether the action that `redo()` would redo can be lost.
  public var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// Keeps a value with the action, or removes it when nil.
  public func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    currentGroup?.userInfo[key] = info
  }

  /// The value kept with the action that `undo()` would undo.
  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    undoableGroup?.userInfo[key]
  }

  /// The value kept with the action that `redo()` would redo.
  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoStack.last?.userInfo[key]
  }
}
