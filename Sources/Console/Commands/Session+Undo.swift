import CoreData

extension Session {
  /// `undo [N]`
  func undo(_ count: Int) throws {
    let context = try context()
    for _ in 0..<count {
      guard let manager = context.undoManager, manager.canUndo else {
        acknowledge("nothing to undo")
        return
      }
      let name = manager.undoActionName
      context.undo()
      causes.noteUndo(context)
      context.processPendingChanges()
      acknowledge("undid: \(name)")
    }
  }

  /// `redo [N]`
  func redo(_ count: Int) throws {
    let context = try context()
    for _ in 0..<count {
      guard let manager = context.undoManager, manager.canRedo else {
        acknowledge("nothing to redo")
        return
      }
      let name = manager.redoActionName
      context.redo()
      causes.noteUndo(context)
      context.processPendingChanges()
      acknowledge("redid: \(name)")
    }
  }

  /// `rollback`
  func rollback() throws {
    try context().rollback()
    acknowledge("rolled back")
  }

  /// `reset`: the context forgets its objects.
  func reset() throws {
    try context().reset()
    forget()
    acknowledge("reset")
  }

  /// `refresh NAME [keep]`
  func refresh(_ name: ObjectName, keepingChanges: Bool) throws {
    let object = try object(name)
    guard let context = object.managedObjectContext else {
      throw Problem("\(object.shortName) no longer belongs to a context", at: name.span)
    }
    context.refresh(object, mergeChanges: keepingChanges)
    acknowledge("refreshed \(object.shortName)")
  }

  /// `refresh all`
  func refreshAll() throws {
    try context().refreshAllObjects()
    acknowledge("refreshed all")
  }
}
