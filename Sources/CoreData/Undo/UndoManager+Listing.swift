extension UndoManager {
  /// The names of the groups that can be undone, the oldest first.
  package var undoActionNames: [String] { undoStack.map(\.actionName) }

  /// The names of the groups that can be redone, the one undone last at the end.
  package var redoActionNames: [String] { redoStack.map(\.actionName) }
}
