import CoreData

/// The dot commands.
extension Session {
  func perform(_ command: ToolCommand) throws {
    switch command {
    case .help(let topic): try printHelp(topic)
    case .quit: sink(.quit)
    case .read(let file): try readScript(file)
    case .restart: try restart()
    case .schema(let name): try printSchema(name)
    case .tables(let name): try printTables(name)
    case .indexes(let name): try printIndexes(name)
    case .metadata: try printMetadata()
    case .dump(let name): try dump(name)
    case .undoList(let level): try undoList(level)
    case .rows(let isOn): try setRows(isOn)
    case .sqlDebug(let level?): setSQLDebug(level)
    case .output(let path): try redirect(to: path)
    case .explain(let fetch): try explain(fetch)
    case .transcript(let path, let form): try writeTranscript(path, form)
    case .swift(let isOn): setSwift(isOn)
    case .view(let view?): try setView(view)
    case .goto(let number): try go(to: number)
    case .diff(let first, let second): try printDifferences(first, second)
    case .why(let name): try why(name)
    case .faults(let isOn): try faults(isOn)
    case .strict(let isOn?): setStrict(isOn)
    case .saveAs(let path, let type): try saveAs(path, type)
    case .words(.timeline, _): try printTimeline()
    case .words(.cost, _): try printCost()
    case .words(.cache, _): try printCache()
    case .words(.export, let words): try exportStore(words)
    case .words(.import, let words): try importObjects(words)
    case .words(.migrate, let words): try migrate(words)
    case .words(let name, let words) where [.model, .graph, .stack].contains(name):
      try draw(name, words)
    case .stores: try printStores()
    case .store(let type?): try openNewStore(type)
    case .open(let path): try openStore(path)
    case .words(let name, let words) where Self.chapterCommands.contains(name):
      try performChapterCommand(name, words)
    default: if try !set(command) { try sayState(command) }
    }
  }

  /// `.stores`
  private func printStores() throws {
    let stack = try openStack()
    for store in stack.coordinator.persistentStores {
      let place = store.url?.path ?? "in memory"
      let note = stack.isReadOnly ? " (a private copy)" : ""
      write("\(store.type) \(store.identifier ?? "") \(place)\(note)")
    }
  }

  /// `.undo`: the undo stack, the next to be undone last; `.undo N` goes back to that point.
  private func undoList(_ level: Int?) throws {
    let manager = try context().undoManager
    let names = manager?.undoActionNames ?? []
    guard let level else {
      for (index, name) in names.enumerated() { write("\(index + 1) \(name)") }
      for name in (manager?.redoActionNames ?? []).reversed() { write("  (undone) \(name)") }
      return
    }
    guard level <= names.count else {
      throw Problem(
        "the undo stack has \(names.count) group\(names.count == 1 ? "" : "s"), and none "
          + "\(level); .undo lists them")
    }
    if names.count > level { try undo(names.count - level) }
  }
}

extension ToolCommand {
  /// The command's name, for saying that it takes other words.
  var name: ToolName {
    switch self {
    case .rows: .rows
    case .output: .output
    case .saveAs: .saveAs
    case .transcript: .transcript
    case .words(let name, _): name
    default: .help
    }
  }
}
