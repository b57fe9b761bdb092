import CoreData

/// A session as a Swift program that compiles against the library.
struct SwiftProgram {
  private let sessionNames: Names
  private let model: String
  /// The store that the session began with; nil where it began with an empty one.
  private let store: String?
  private let type: ToolCommand.StoreType
  private var declared: Set<String> = []
  private var lines: [String] = []

  init(names: Names, model: String, store: String?, type: ToolCommand.StoreType) {
    sessionNames = names
    self.model = model
    self.store = store
    self.type = type
  }

  /// The program for the commands of a session.
  func text(_ history: [String]) -> String {
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

  private mutating func add(_ source: String) {
    // What was no command did nothing.
    guard let command = try? Parser.parse(source) else { return }
    var swift = SwiftText.lines(for: command)
    if command == .tool(.restart) { swift = ["context.reset()"] }
    guard !swift.isEmpty else { return }
    lines.append("")
    lines += source.split(separator: "\n").map { "// \($0)" }
    switch command {
    case .insert(_, _, let name): addInsertion(swift, name)
    case .fetch(let fetch) where !fetch.asksForValues: addFetch(swift, fetch)
    case .define(let name, _): declare(SwiftName.of(name.text), swift, type: "Any?")
    case .context(.new(let name, _)): declare(SwiftName.ofContext(name.text), swift)
    case .fetchTemplate:
      addBlock(swift.dropLast() + [Self.assigned(swift[swift.count - 1], to: "results")])
    case .controller(let controller): addController(swift, controller.name)
    case .observe: addObservation(swift)
    default: addBlock(swift)
    }
    lines.append("endCommand()")
  }

  private static func assigned(_ line: String, to name: String) -> String {
    line.hasPrefix("let \(name) = ") ? String(line.dropFirst(4)) : line
  }

  /// A controller lives on, so that its name can be asked for.
  private mutating func addController(_ swift: [String], _ name: Spelled?) {
    guard let name else { return addBlock(swift) }
    let variable = SwiftName.of(name.text)
    if declared.insert(variable).inserted {
      lines.append("var \(variable): NSFetchedResultsController<NSManagedObject>")
    }
    addBlock(swift.map { Self.assigned($0, to: variable) })
  }

  /// An observation ends with its token: it is kept.
  private mutating func addObservation(_ swift: [String]) {
    addBlock(swift + ["observations.append(observation)"])
  }

  private mutating func addBlock(_ swift: [String]) {
    lines += ["do {"] + swift.map { "  " + $0 } + ["}"]
  }

  private mutating func addInsertion(_ swift: [String], _ name: Spelled?) {
    guard let name else { return addBlock(swift + ["it = object"]) }
    declare(SwiftName.of(name.text), swift)
    lines.append("it = \(SwiftName.of(name.text))")
  }

  private mutating func addFetch(_ swift: [String], _ fetch: FetchCommand) {
    addBlock(
      swift.dropLast() + [
        "results = try context.fetch(request)", "if results.count == 1 { it = results[0] }",
      ])
    guard let given = fetch.name?.text else { return }
    let isSingle = if case .objects? = sessionNames[given] { false } else { true }
    let name = SwiftName.of(given)
    declare(name, ["let \(name) = results\(isSingle ? "[0]" : "")"])
  }

  /// Declares a name the first time, and assigns to it later.
  private mutating func declare(_ name: String, _ swift: [String], type: String? = nil) {
    let isNew = declared.insert(name).inserted
    let head = "let \(name) = "
    let declaration = isNew ? "var \(name)\(type.map { ": " + $0 } ?? "") = " : "\(name) = "
    lines += swift.map { $0.hasPrefix(head) ? declaration + $0.dropFirst(head.count) : $0 }
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
