extension UndoManager {
  /// Undoes the last group, closing it first if it is the only one open.
  ///
  /// Posts `NSUndoManagerCheckpoint`, so that a context registers what is pending, and then does
  /// what `undoNestedGroup()` does. It is a misuse while nested groups are open.
  public func undo() {
    post(.NSUndoManagerCheckpoint)
    if depth == 1, state == .recording { close(dropsEmptyGroup: opensForEvent) }
    guard depth == 0 else {
      misuse(
        "undo() was called with \(depth) undo groups open. Call endUndoGrouping() for the "
          + "nested ones first, or undoNestedGroup().")
    }
    undoNestedGroup()
  }

  /// Undoes the group closed last, be it nested in an open one or not, recording its reversal as
  /// one group for redo. Does nothing when there is none; during undo or redo it is a misuse.
  public func undoNestedGroup() {
    guard state == .recording else {
      misuse("undo was called while an undo or redo is running. Let it end first.")
    }
    post(.NSUndoManagerCheckpoint)
    let group: UndoGroup
    if let openGroup {
      guard let nested = openGroup.popNestedGroup() else {
        guard openGroup.isEmpty else {
          misuse(
            "undoNestedGroup() was called while the open group has actions after its last "
              + "nested group. Call endUndoGrouping() first.")
        }
        return
      }
      group = nested
    } else {
      guard let last = undoStack.popLast() else { return }
      group = last
    }
    perform(group, as: .undoing)
  }

  /// Redoes the group undone last, recording its reversal as one group for undo. Does nothing
  /// when there is none; during undo or redo it is a misuse.
  public func redo() {
    guard state == .recording else {
      misuse("redo() was called while an undo or redo is running. Let it end first.")
    }
    post(.NSUndoManagerCheckpoint)
    if depth == 1, opensForEvent { close(dropsEmptyGroup: true) }
    guard let group = redoStack.popLast() else { return }
    perform(group, as: .redoing)
  }

  /// Runs a group, collecting what it registers as a group for the other direction. A group that
  /// is open meanwhile (its nested group is being undone) is set aside.
  private func perform(_ group: UndoGroup, as newState: State) {
    let outer = (openGroup, depth, opensForEvent)
    post(newState == .undoing ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
    state = newState
    let opposite = openTopLevelGroup(forEvent: false)
    opposite.number = group.number
    opposite.actionName = group.actionName
    opposite.isDiscardable = group.isDiscardable
    opposite.userInfo = group.userInfo
    group.perform()
    while depth > 1 { close(dropsEmptyGroup: false) }
    if depth == 1 { close(dropsEmptyGroup: true) }
    state = .recording
    (openGroup, depth, opensForEvent) = outer
    post(newState == .undoing ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
  }
}
