import CoreData
internal import Foundation

extension Session {
  /// `save`: the current context alone.
  func save() throws {
    let context = try context()
    context.processPendingChanges()
    let counts = (
      context.insertedObjects.count, context.updatedObjects.count, context.deletedObjects.count
    )
    do {
      try showingRows(context) { try context.save() }
    } catch {
      let problem = ErrorText.problem(error)
      throw Problem("cannot save: \(problem.message)")
    }
    // A child's save is one step to be undone in its parent.
    if context.parent != nil, let name = stack?.current.name {
      closeUndoGroups(named: "save \(name)")
    }
    stack?.meter.counts.saves += 1
    followTimelines()
    try timeline().noteSave()
    acknowledge("saved: \(counts.0) inserted, \(counts.1) updated, \(counts.2) deleted")
    warnOfWhatGoes(counts != (0, 0, 0) && context.parent == nil)
  }

  /// Says, once for a stack, when what was saved will not be found where one would look for it.
  private func warnOfWhatGoes(_ hasSaved: Bool) {
    guard hasSaved, let stack, !stack.hasWarned, stack.isReadOnly, let kept = stack.plan.store
    else { return }
    notice(
      "note: saved in a private copy, which goes when this ends; \(kept.lastPathComponent) is "
        + "as it was. --write opens the store itself, .save-as FILE keeps a copy")
    stack.hasWarned = true
  }

  /// `validate [NAME]`: what `save` would refuse.
  func validate(_ name: ObjectName?) throws {
    let context = try context()
    context.processPendingChanges()
    var objects: [NSManagedObject]
    if let name {
      objects = [try object(name)]
    } else {
      let changed = context.insertedObjects.union(context.updatedObjects)
      objects = ObjectOrder.byID(Array(changed.union(context.deletedObjects)))
    }
    var found = 0
    for object in objects {
      do {
        if object.isDeleted {
          try object.validateForDelete()
        } else if object.isInserted {
          try object.validateForInsert()
        } else {
          try object.validateForUpdate()
        }
      } catch {
        found += 1
        tell(ErrorText.problem(error).message)
      }
    }
    if found == 0 { write("valid: \(objects.count) object\(objects.count == 1 ? "" : "s")") }
  }
}
