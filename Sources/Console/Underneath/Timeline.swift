import CoreData

/// The undo groups and saves of a context as points.
///
/// The line has the groups' names alone; what they changed is told from the undo manager's own
/// records when somebody asks. So a step costs the groups that it adds or takes away, however long
/// the line is and however many objects there are.
package final class Timeline {
  /// One point of the line.
  package struct Point {
    let name: String
    let isSave: Bool
    /// How many groups are done there.
    let depth: Int
  }

  /// Groups that were undone, and left behind when something else was done.
  package struct Branch {
    /// Its place among all branches.
    let number: Int
    /// The group they followed, by its depth and name; depth nil where that was left behind as well.
    var depth: Int?
    let base: String
    let names: [String]
  }

  let context: NSManagedObjectContext
  package private(set) var branches: [Branch] = []
  /// The branches that have a depth, by rising depth.
  private var livingBranches: [Int] = []
  private(set) var groups: [UndoManager.Listed] = []
  /// How many saves there were at each depth.
  private var saves = [0]
  private(set) var depth = 0
  /// The depth of the last save; nil where what it saved has been left behind.
  private(set) var lastSave: Int?
  /// How many groups were looked at, added and taken away, which is what following costs.
  package private(set) var groupsFollowed = 0

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  // MARK: - Following

  /// Brings the line up to date at the end of a command.
  func follow() {
    guard let manager = context.undoManager else { return }
    let done = manager.undoDepth
    var common = min(done, groups.count)
    while common > 0, manager.group(leadingTo: common) != groups[common - 1] {
      common -= 1
      groupsFollowed += 1
    }
    groupsFollowed += 1
    if common < done {
      leaveBehind(after: common)
      add(common..<done, manager)
    }
    let all = done + manager.redoDepth
    if all != groups.count {
      // The stack was emptied, by a rollback say: what is on it now is all there is.
      (groups, saves, branches, livingBranches) = ([], [0], [], [])
      lastSave = nil
      add(0..<all, manager)
    }
    depth = done
  }

  private func add(_ depths: Range<Int>, _ manager: UndoManager) {
    for depth in depths {
      groups.append(manager.group(leadingTo: depth + 1))
      saves.append(0)
      groupsFollowed += 1
    }
  }

  /// What is undone can no longer be redone: it becomes a branch.
  private func leaveBehind(after depth: Int) {
    guard depth < groups.count else { return }
    while let last = livingBranches.last, let place = branches[last].depth, place > depth {
      branches[last].depth = nil
      livingBranches.removeLast()
    }
    let base = depth == 0 ? "the beginning" : groups[depth - 1].name
    livingBranches.append(branches.count)
    branches.append(
      Branch(
        number: branches.count, depth: depth, base: base, names: groups[depth...].map(\.name)))
    groupsFollowed += groups.count - depth
    if let last = lastSave, last > depth { lastSave = nil }
    groups.removeSubrange(depth...)
    saves.removeSubrange((depth + 1)...)
  }

  func noteSave() {
    saves[depth] += 1
    lastSave = depth
  }

  // MARK: - Asking

  /// The points, the first where the store was opened.
  var points: [Point] {
    var points = [Point(name: "the beginning", isSave: false, depth: 0)]
    for depth in 0...groups.count {
      if depth > 0 {
        points.append(Point(name: groups[depth - 1].name, isSave: false, depth: depth))
      }
      for _ in 0..<saves[depth] {
        points.append(Point(name: "save", isSave: true, depth: depth))
      }
    }
    return points
  }

  /// The point where the context is now: the last one of its depth.
  var position: Int { saves[0...depth].reduce(depth, +) }

  /// The branches that left from points which are still there, by the numbers of these.
  func branchesByPoint() -> [Int: [Branch]] {
    guard !livingBranches.isEmpty else { return [:] }
    var found: [Int: [Branch]] = [:]
    var point = 0
    var depth = 0
    for index in livingBranches {
      guard let place = branches[index].depth else { continue }
      while depth < place {
        point += saves[depth] + 1
        depth += 1
      }
      found[point, default: []].append(branches[index])
    }
    return found
  }

  /// The objects that differ between two points, by entity and number.
  func differences(from first: Int, to second: Int) -> [GraphDifference] {
    context.differences(from: first, to: second).found
      .sorted { ObjectOrder.key($0.object) < ObjectOrder.key($1.object) }
  }
}
