/// One group of recorded actions, with the groups nested in it.
///
/// The records of nested groups stand in the same array between marks, so that registering an
/// action is one append at any depth.
final class UndoGroup {
  /// What undoing does, in the order of registration; it is performed backwards.
  enum Record {
    /// What to do, and what it is made from, for those who want to know without doing it.
    case action(target: ObjectIdentifier, record: AnyObject?, perform: () -> Void)
    case beginNested
    case endNested
  }

  /// Tells the group from others; it stays the same when the group is undone and redone.
  var number = 0
  var records: [Record] = []
  var actionName = ""
  var isDiscardable = false
  var userInfo: [UndoManager.UserInfoKey: Any] = [:]

  /// Whether nothing would happen: there are marks only, or not even those.
  var isEmpty: Bool {
    !records.contains {
      if case .action = $0 { true } else { false }
    }
  }

  /// Takes the last nested group out, if the last record ends one.
  func popNestedGroup() -> UndoGroup? {
    guard case .endNested? = records.last else { return nil }
    var depth = 0
    for index in records.indices.reversed() {
      switch records[index] {
      case .action: continue
      case .endNested: depth += 1
      case .beginNested: depth -= 1
      }
      guard depth == 0 else { continue }
      let nested = UndoGroup()
      nested.number = number
      nested.records = Array(records[index...])
      nested.actionName = actionName
      nested.isDiscardable = isDiscardable
      nested.userInfo = userInfo
      records.removeSubrange(index...)
      return nested
    }
    return nil
  }

  /// Performs everything, last first.
  func perform() {
    for record in records.reversed() {
      if case .action(_, _, let perform) = record { perform() }
    }
  }

  func removeActions(of target: ObjectIdentifier) {
    records.removeAll {
      if case .action(target, _, _) = $0 { true } else { false }
    }
  }
}
