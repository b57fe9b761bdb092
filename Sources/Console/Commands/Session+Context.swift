import CoreData

extension Session {
  /// `context …`
  func runContextCommand(_ command: ContextCommand) throws {
    let stack = try openStack()
    switch command {
    case .new(let name, let isChild): try newContext(name, isChild: isChild, stack)
    case .use(let name):
      guard stack.use(name.text) else {
        throw Problem.unknown(
          "there is no context '\(name.text)'", name, among: stack.contexts.map(\.name))
      }
      acknowledge("using \(name.text)")
    case .list: listContexts(stack)
    case .merge(let merging):
      stack.current.context.mergePolicy = merging.policy
      acknowledge("conflicts: \(merging.rawValue)")
    }
  }

  private func newContext(_ name: Spelled, isChild: Bool, _ stack: Stack) throws {
    guard stack.entry(named: name.text) == nil else {
      throw Problem("there is a context '\(name.text)' already", at: name.span)
    }
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    if isChild {
      context.parent = stack.current.context
    } else {
      context.persistentStoreCoordinator = stack.coordinator
    }
    stack.append(name.text, context, parent: isChild ? stack.current.name : nil)
    acknowledge("context \(name.text)")
  }

  private func listContexts(_ stack: Stack) {
    for entry in stack.contexts {
      var line = entry.name == stack.current.name ? "* \(entry.name)" : "  \(entry.name)"
      if let parent = entry.parent { line += " (child of \(parent))" }
      if entry.context.hasChanges { line += ", unsaved changes" }
      write(line)
    }
  }
}

extension ContextCommand.Merging {
  var policy: NSMergePolicy {
    switch self {
    case .error: .error
    case .store: .mergeByPropertyStoreTrump
    case .object: .mergeByPropertyObjectTrump
    case .overwrite: .overwrite
    case .rollback: .rollback
    }
  }
}
