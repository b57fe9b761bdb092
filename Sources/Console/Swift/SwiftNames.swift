/// What the names of a session are called in Swift, and what each is there.
struct SwiftNames {
  enum Kind {
    /// `NSManagedObject`
    case object
    /// `[NSManagedObject]`
    case objects
    /// `Any?`
    case value
    /// `NSFetchedResultsController<NSManagedObject>`
    case controller
  }

  struct Entry {
    let variable: String
    let kind: Kind
  }

  private var entries: [String: Entry] = [:]
  /// Contexts have names of their own beside those of objects; the first is `main`.
  private var contexts = ["main": "main"]
  private var used: Set<String> = ["main"]
  /// Whether names are declared as they come, so that a value's variable is optional.
  private(set) var isProgram = false

  /// The names as they are now, each by itself.
  init(_ kinds: [String: Kind]) {
    entries = kinds.reduce(into: [:]) {
      $0[$1.key] = Entry(variable: SwiftName.of($1.key), kind: $1.value)
    }
  }

  /// The names of a program, none of them declared.
  init() { isProgram = true }

  func entry(_ name: String) -> Entry {
    entries[name] ?? Entry(variable: SwiftName.of(name), kind: .object)
  }

  func context(_ name: String) -> String { contexts[name] ?? SwiftName.of(name) }

  /// Gives a name to something. A variable cannot change what it is: one that is used again for
  /// something else goes on under another name.
  ///
  /// - Returns: the variable, and whether it must be declared.
  mutating func declare(_ name: String, as kind: Kind) -> (variable: String, isNew: Bool) {
    if let entry = entries[name], entry.kind == kind { return (entry.variable, false) }
    let variable = unused(name)
    entries[name] = Entry(variable: variable, kind: kind)
    return (variable, true)
  }

  mutating func declareContext(_ name: String) -> String {
    let variable = unused(name)
    contexts[name] = variable
    return variable
  }

  private mutating func unused(_ name: String) -> String {
    let plain = SwiftName.of(name)
    let stem = plain.filter { $0 != "`" }
    var number = 2
    var variable = plain
    while !used.insert(variable).inserted {
      variable = "\(stem)\(number)"
      number += 1
    }
    return variable
  }
}

/// What the Swift of a command depends on that its words do not say.
struct SwiftFacts: Sendable {
  /// What the name is that the command gives, if any.
  var kind: SwiftNames.Kind?
  /// Whether what it names is ordered.
  var isOrdered = false
  /// The to-many relationships of the entity that the command sets properties of.
  var toMany: Set<String> = []
  /// Those of them that are ordered.
  var ordered: Set<String> = []
}
