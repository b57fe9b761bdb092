extension UndoManager {
  /// The names of the groups that can be undone, the oldest first.
  package var undoActionNames: [String] { undoStack.map(\.actionName) }

  /// The names of the groups that can be redone, the one undone last at the end.
  package var redoActionNames: [String] { redoStack.map(\.actionName) }

  /// How many closed groups can be undone.
  package final var undoDepth: Int { undoStack.count }

  /// How many groups can be redone.
  package final var redoDepth: Int { redoStack.count }

  /// A group: its name, and the number that it keeps when it is undone and redone.
  package struct Listed: Equatable {
    package let number: Int
    package let name: String

    init(_ group: UndoGroup) {
      number = group.number
      name = group.actionName
    }
  }

  /// The group that leads to a depth: the first leads to 1; those that can be redone follow.
  package final func group(leadingTo depth: Int) -> Listed { Listed(stacked(depth)) }

  /// What the actions of a group are made from, in the order in which they were registered.
  final func records(ofGroupLeadingTo depth: Int, target: AnyObject) -> [AnyObject] {
    guard depth > 0, depth <= undoStack.count + redoStack.count else { return [] }
    let target = ObjectIdentifier(target)
    return stacked(depth).records.compactMap {
      guard case .action(target, let record, _) = $0 else { return nil }
      return record
    }
  }

  private final func stacked(_ depth: Int) -> UndoGroup {
    depth <= undoStack.count
      ? undoStack[depth - 1] : redoStack[redoStack.count - (depth - undoStack.count)]
  }
}
