import CoreData

/// A session as a Swift program that compiles against the library.
struct SwiftProgram {
  private let sessionNames: Names
  private let model: String?
  private var declared: Set<String> = []
  private var lines: [String] = []

  init(names: Names, model: String?) {
    sessionNames = names
    self.model = model
  }

  /// The program for the commands of a session.
  func text(_ history: [String]) -> String {
    var program = self
    program.lines = program.head
    for source in history { program.add(source) }
    return program.lines.map { $0 + "\n" }.joined()
  }

  private mutating func add(_ source: String) {
    guard let command = try? Parser.parse(source) else { return }
    let swift = SwiftText.lines(for: command)
    guard !swift.isEmpty else { return }
    lines.append("")
    lines += source.split(separator: "\n").map { "// \($0)" }
    switch command {
    case .insert(_, _, let name): addInsertion(swift, name)
    case .fetch(let fetch) where !fetch.asksForValues: addFetch(swift, fetch)
    case .define(let name, _): declare(name.text, swift)
    case .context(.new(let name, _)): declare(name.text, swift)
    default: addBlock(swift)
    }
  }

  private mutating func addBlock(_ swift: [String]) {
    lines += ["do {"] + swift.map { "  " + $0 } + ["}"]
  }

  private mutating func addInsertion(_ swift: [String], _ name: Spelled?) {
    guard let name else { return addBlock(swift + ["it = object"]) }
    declare(name.text, swift)
    lines.append("it = \(name.text)")
  }

  private mutating func addFetch(_ swift: [String], _ fetch: FetchCommand) {
    addBlock(
      swift.dropLast() + [
        "results = try context.fetch(request)", "if results.count == 1 { it = results[0] }",
      ])
    guard let name = fetch.name?.text else { return }
    let isSingle = if case .objects? = sessionNames[name] { false } else { true }
    declare(name, ["let \(name) = results\(isSingle ? "[0]" : "")"])
  }

  /// Declares a name the first time, and assigns to it later.
  private mutating func declare(_ name: String, _ swift: [String]) {
    let isNew = declared.insert(name).inserted
    lines += swift.map { line in
      guard line.hasPrefix("let \(name) = ") else { return line }
      return (isNew ? "var " : "") + line.dropFirst(4)
    }
  }

  private var head: [String] {
    let path = SwiftText.quoted(model ?? "Model.xcdatamodeld")
    return [
      "import CoreData", "",
      "let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: \(path)))!",
      "let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)",
      "let place = FileManager.default.temporaryDirectory.appendingPathComponent(",
      "  UUID().uuidString + \".sqlite\")",
      "let store = try coordinator.addPersistentStore(",
      "  ofType: NSSQLiteStoreType, configurationName: nil, at: place, options: nil)",
      "var context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)",
      "context.persistentStoreCoordinator = coordinator", "context.undoManager = UndoManager()",
      "var results: [NSManagedObject] = []", "var it: NSManagedObject! = nil", "",
      "/// The object of an id such as Person/p1.",
      "func object(_ name: String) -> NSManagedObject {",
      "  let url = URL(string: \"x-coredata://\\(store.identifier!)/\\(name)\")!",
      "  return context.object(with: coordinator.managedObjectID(forURIRepresentation: url)!)", "}",
    ]
  }
}
