import CoreData

/// A session as a Swift program that compiles against the library.
struct SwiftProgram {
  private let model: String
  /// The store that the session began with; nil where it began with an empty one.
  private let store: String?
  private let type: ToolCommand.StoreType
  private var names = SwiftNames()
  private var lines: [String] = []

  init(model: String, store: String?, type: ToolCommand.StoreType) {
    self.model = model
    self.store = store
    self.type = type
  }

  /// The program for the commands of a session.
  func text(_ history: [Remembered]) -> String {
    var program = self
    program.lines = program.head
    for source in history { program.add(source) }
    program.lines += ["", "try coordinator.remove(store)"]
    if type != .memory {
      program.lines.append(
        "try coordinator.destroyPersistentStore(at: place, ofType: \(constant), options: nil)")
    }
    return program.lines.map { $0 + "\n" }.joined()
  }

  private mutating func add(_ remembered: Remembered) {
    // What was no command did nothing.
    guard let command = try? Parser.parse(remembered.text) else { return }
    let text = SwiftText(names: names, facts: remembered.facts)
    let isRestart = command == .tool(.restart)
    guard isRestart || !text.lines(for: command).isEmpty else { return }
    lines.append("")
    lines += remembered.text.split(separator: "\n").map { "// \($0)" }
    switch command {
    case .insert(_, let values, let name): addInsertion(text, command, values, name)
    case .fetch(let fetch): addFetch(text, command, fetch)
    case .define(let name, let value):
      let (variable, head) = declare(name, as: remembered.facts.kind ?? .value)
      lines.append("\(head)\(variable) = \(text.definition(value))")
    case .context(.new(let name, _)):
      _ = names.declareContext(name.text)
      lines += SwiftText(names: names).lines(for: command)
    case .fetchTemplate:
      let swift = text.lines(for: command)
      addBlock(swift.dropLast() + [Self.assigned(swift.last ?? "", to: "results")])
    case .controller(let controller): addController(text, command, controller.name)
    // An observation ends with its token: it is kept.
    case .observe: addBlock(text.lines(for: command) + ["observations.append(observation)"])
    default: addBlock(isRestart ? ["context.reset()"] : text.lines(for: command))
    }
    lines.append("endCommand()")
  }

  private mutating func addBlock(_ swift: [String]) {
    lines += ["do {"] + swift.map { "  " + $0 } + ["}"]
  }

  /// A line that assigns to a variable where it declared one.
  private static func assigned(_ line: String, to name: String) -> String {
    line.hasPrefix("let \(name) = ") ? String(line.dropFirst(4)) : line
  }

  /// The variable of a name for something new, and what its first use begins with.
  private mutating func declare(
    _ name: Spelled, as kind: SwiftNames.Kind
  ) -> (variable: String, head: String) {
    let (variable, isNew) = names.declare(name.text, as: kind)
    guard isNew else { return (variable, "") }
    // The type stands there, since an expression does not say whether it is there always.
    switch kind {
    case .object: return ("\(variable): NSManagedObject", "var ")
    case .objects: return ("\(variable): [NSManagedObject]", "var ")
    case .value: return ("\(variable): Any?", "var ")
    case .controller: return ("\(variable): NSFetchedResultsController<NSManagedObject>", "var ")
    }
  }

  private mutating func addInsertion(
    _ text: SwiftText, _ command: Command, _ values: [Assignment], _ name: Spelled?
  ) {
    var text = text
    guard let name else { return addBlock(text.lines(for: command) + ["it = object"]) }
    guard !values.contains(where: { $0.value.mentions(name.text) }) else {
      // The values are of what had the name before.
      text.newVariable = "object"
      addBlock(text.lines(for: command) + ["it = object"])
      let (variable, head) = declare(name, as: .object)
      lines.append("\(head)\(variable) = it")
      return
    }
    let (variable, isNew) = names.declare(name.text, as: .object)
    text.newVariable = variable
    lines += text.lines(for: command).map { line in
      let assignment = Self.assigned(line, to: variable)
      return isNew && assignment != line ? "var " + assignment : assignment
    }
    lines.append("it = \(variable)")
  }

  private mutating func addFetch(_ text: SwiftText, _ command: Command, _ fetch: FetchCommand) {
    var text = text
    guard !fetch.asksForValues else { return addValues(text, command, fetch) }
    text.newVariable = "results"
    addBlock(
      text.lines(for: command).map { Self.assigned($0, to: "results") }
        + ["if results.count == 1 { it = results[0] }"])
    guard let name = fetch.name else { return }
    let kind = text.facts.kind ?? .objects
    let (variable, head) = declare(name, as: kind)
    lines.append("\(head)\(variable) = results\(kind == .object ? "[0]" : "")")
  }

  /// A fetch of values; one column is a list of them.
  private mutating func addValues(_ text: SwiftText, _ command: Command, _ fetch: FetchCommand) {
    guard let name = fetch.name else { return addBlock(text.lines(for: command)) }
    var text = text
    text.newVariable = "rows"
    let (variable, isNew) = names.declare(name.text, as: .value)
    if isNew { lines.append("var \(variable): Any?") }
    let headings = fetch.items.isEmpty ? fetch.grouping.map(\.text) : fetch.items.map(\.heading)
    let values =
      headings.count == 1
      ? "rows.map { $0.object(forKey: \(SwiftText.quoted(headings[0]))) ?? NSNull() }" : "rows"
    addBlock(text.lines(for: command) + ["\(variable) = \(values)"])
  }

  /// A controller lives on, so that its name can be asked for.
  private mutating func addController(_ text: SwiftText, _ command: Command, _ name: Spelled?) {
    guard let name else { return addBlock(text.lines(for: command)) }
    var text = text
    let (variable, isNew) = names.declare(name.text, as: .controller)
    text.newVariable = variable
    if isNew { lines.append("var \(variable): NSFetchedResultsController<NSManagedObject>") }
    addBlock(text.lines(for: command).map { Self.assigned($0, to: variable) })
  }

  private var head: [String] {
    ["import CoreData", ""] + opening + [
      "let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)",
      "main.persistentStoreCoordinator = coordinator", "main.undoManager = UndoManager()",
      "var context = main", "var results: [NSManagedObject] = []",
      "var it: NSManagedObject! = nil", "var observations: [Any] = []", "",
      "/// The object of an id such as Person/p1.",
      "func object(_ name: String) -> NSManagedObject {",
      "  let url = URL(string: \"x-coredata://\\(store.identifier!)/\\(name)\")!",
      "  return context.object(with: coordinator.managedObjectID(forURIRepresentation: url)!)", "}",
      "", "/// Each command of the session was an undo group of its own.", "func endCommand() {",
      "  context.processPendingChanges()",
      "  guard let manager = context.undoManager, manager.groupingLevel > 0 else { return }",
      "  manager.endUndoGrouping()", "}",
    ]
  }

  /// The model, and the store: a new one, or a copy of the session's.
  private var opening: [String] {
    let model = SwiftText.quoted(model)
    var lines = [
      "let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: \(model)))!",
      "let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)",
      "let place = FileManager.default.temporaryDirectory.appendingPathComponent(",
      "  UUID().uuidString + \".store\")",
    ]
    if let store {
      lines += [
        "// The session began with this store; the program works on a copy of it as it is now.",
        "let source = \(SwiftText.quoted(store))",
        "for end in [\"\", \"-wal\"] where FileManager.default.fileExists(atPath: source + end) {",
        "  try FileManager.default.copyItem(atPath: source + end, toPath: place.path + end)", "}",
      ]
    }
    return lines + [
      "let store = try coordinator.addPersistentStore(",
      "  ofType: \(constant), configurationName: nil, at: \(type == .memory ? "nil" : "place"), "
        + "options: nil)",
    ]
  }

  private var constant: String {
    switch type {
    case .sqlite: "NSSQLiteStoreType"
    case .binary: "NSBinaryStoreType"
    case .xml: "NSXMLStoreType"
    case .memory: "NSInMemoryStoreType"
    }
  }
}
