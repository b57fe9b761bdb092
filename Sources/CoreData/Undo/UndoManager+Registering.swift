extension UndoManager {
  /// Records how to reverse a change that is being made.
  ///
  /// - Parameters:
  ///   - target: the object to act on. The manager does not keep it alive; an action whose
  ///     target is gone does nothing (Apple's manager would crash).
  ///   - handler: what to do, given the target. It should register the reverse in turn, as it
  ///     does when it calls the method that registered it.
  ///
  /// Outside any group it opens one when `groupsByEvent` is true; otherwise it is a misuse. A
  /// registration outside undo and redo clears the redo stack.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    registerUndo(of: ObjectIdentifier(target), record: nil) { [weak target] in
      if let target { handler(target) }
    }
  }

  /// ``registerUndo(withTarget:handler:)`` for who knows whether the target is still there, with what
  /// the action is made from: ``records(ofGroupLeadingTo:target:)`` gives it back.
  final func registerUndo(
    of target: ObjectIdentifier, record: AnyObject?, perform: @escaping () -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    groupForRegistration().records.append(
      .action(target: target, record: record, perform: perform))
  }

  /// Forgets every action on an object: call it before the object goes.
  ///
  /// Groups that become empty go too.
  public func removeAllActions(withTarget target: Any) {
    let target = ObjectIdentifier(target as AnyObject)
    for group in undoStack + redoStack { group.removeActions(of: target) }
    openGroup?.removeActions(of: target)
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  private func groupForRegistration() -> UndoGroup {
    if state == .recording, !redoStack.isEmpty { redoStack = [] }
    if let openGroup { return openGroup }
    guard groupsByEvent else {
      misuse(
        "An undo action was registered outside any group while groupsByEvent is false. "
          + "Call beginUndoGrouping() before the change and endUndoGrouping() after it.")
    }
    return openTopLevelGroup(forEvent: true)
  }
}
