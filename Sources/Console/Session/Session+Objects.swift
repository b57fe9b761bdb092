import CoreData

/// The commands of the object language, one method each in `Commands/`.
extension Session {
  func performOnObjects(_ command: Command) throws {
    switch command {
    case .insert(let entity, let values, let name):
      try insert(entity, values, as: name)
    case .assign(let path, let value): try assign(path, value)
    case .relate(let path, let values): try relate(path, adding: values)
    case .unrelate(let path, let values): try unrelate(path, removing: values)
    case .print(let path): try printPath(path)
    case .printValue(let value): try printValue(value)
    case .fetch(let fetch): try runFetch(fetch)
    case .fetchTemplate(let name, let variables): try runTemplate(name, variables)
    case .count(let entity, let predicate): try count(entity, predicate)
    case .delete(let delete): try runDelete(delete)
    case .undo(let count): try undo(count)
    case .redo(let count): try redo(count)
    case .save: try save()
    case .rollback: try rollback()
    case .reset: try reset()
    case .refresh(let object, let keep): try refresh(object, keepingChanges: keep)
    case .refreshAll: try refreshAll()
    default: try performWiderCommand(command)
    }
  }

  private func performWiderCommand(_ command: Command) throws {
    switch command {
    case .show(let object): try show(object)
    case .tree(let object, let relationship, let depth):
      try printTree(object, relationship, depth)
    case .changes: try printChanges()
    case .validate(let object): try validate(object)
    case .observe(let path): try observe(path)
    case .context(let command): try runContextCommand(command)
    case .define(let name, let value): try define(name, value)
    case .batch(let command): try runBatch(command)
    case .fetched(let path): try printFetched(path)
    case .controller(let controller): try watch(controller)
    default: throw Problem("this command is not about objects")
    }
  }

  /// Makes one undo group of what a command has changed, named for it. A command that changed
  /// nothing leaves none.
  func closeUndoGroups(named name: String?) {
    for entry in stack?.contexts ?? [] {
      entry.context.processPendingChanges()
      guard let manager = entry.context.undoManager else { continue }
      if let name, manager.groupingLevel > 0 { manager.setActionName(name) }
      manager.closeEventGroup()
    }
  }
}
