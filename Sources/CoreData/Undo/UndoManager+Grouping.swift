extension UndoManager {
  /// Opens a group: what is registered until the matching `endUndoGrouping()` is undone
  /// together. Groups nest.
  ///
  /// With `groupsByEvent`, the first group of an event opens the event's own group around it;
  /// `undo()` then undoes all groups of the event. Set `groupsByEvent` to false to undo them
  /// one by one.
  public func beginUndoGrouping() {
    if openGroup == nil {
      _ = openTopLevelGroup(forEvent: groupsByEvent)
      guard opensForEvent else { return }
    }
    post(.NSUndoManagerCheckpoint)
    openGroup?.records.append(.beginNested)
    depth += 1
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Closes the group opened last. Without an open group it is a misuse.
  ///
  /// Posts `NSUndoManagerCheckpoint` first, on which a context registers its pending changes:
  /// they belong to the group.
  public func endUndoGrouping() {
    close(dropsEmptyGroup: false)
  }

  /// Closes the group that an event opened; called where Apple's run loop would, at the end of
  /// an event. Does nothing when no group is open, when groups of the program's own are, or
  /// without `groupsByEvent`.
  package func closeEventGroup() {
    guard opensForEvent, depth == 1, state == .recording else { return }
    close(dropsEmptyGroup: true)
  }

  func openTopLevelGroup(forEvent: Bool) -> UndoGroup {
    let group = UndoGroup()
    groupsMade += 1
    group.number = groupsMade
    openGroup = group
    depth = 1
    opensForEvent = forEvent
    post(.NSUndoManagerDidOpenUndoGroup)
    return group
  }

  func close(dropsEmptyGroup: Bool) {
    post(.NSUndoManagerCheckpoint)
    guard let group = openGroup, depth > 0 else {
      misuse(
        "endUndoGrouping() was called without a matching beginUndoGrouping(). Pair the calls.")
    }
    let info: [AnyHashable: Any]? =
      group.isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
    post(.NSUndoManagerWillCloseUndoGroup, userInfo: info)
    depth -= 1
    if depth == 0 {
      openGroup = nil
      opensForEvent = false
      if !(dropsEmptyGroup && group.isEmpty) { push(group) }
    } else {
      group.records.append(.endNested)
    }
    post(.NSUndoManagerDidCloseUndoGroup, userInfo: info)
  }

  private func push(_ group: UndoGroup) {
    if state == .undoing {
      redoStack.append(group)
      trim(&redoStack)
    } else {
      undoStack.append(group)
      trim(&undoStack)
    }
  }
}
