import CoreData

/// `.swift`, and what the Swift of a command must know of the objects it is about.
extension Session {
  /// Prints a command that was carried out as Swift.
  func writeSwift(of command: Command) {
    var kinds: [String: SwiftNames.Kind] = [:]
    for name in controllers.watchers.map(\.name) { kinds[name] = .controller }
    for name in names.all { kinds[name] = names[name].map(Self.kind) }
    let text = SwiftText(names: SwiftNames(kinds), facts: swiftFacts(of: command))
    for line in text.lines(for: command) { write("swift: " + line) }
  }

  /// What is known of a command that has just been carried out.
  func swiftFacts(of command: Command) -> SwiftFacts {
    var facts = SwiftFacts()
    switch command {
    case .insert(let entity, _, _):
      facts.kind = .object
      learn(stack?.model.entitiesByName[entity.text], &facts)
    case .assign(let path, _), .relate(let path, _), .unrelate(let path, _):
      // What no longer leads to an object has nothing to tell.
      learn((try? target(of: path))?.0.entity, &facts)
    case .define(let name, let value):
      facts.kind = names[name.text].map(Self.kind)
      if case .path(let path) = value.kind, case .objects(_, true)? = try? evaluate(path) {
        facts.isOrdered = true
      }
    case .fetch(let fetch): facts.kind = fetch.name.flatMap { names[$0.text] }.map(Self.kind)
    case .controller: facts.kind = .controller
    default: break
    }
    return facts
  }

  private func learn(_ entity: NSEntityDescription?, _ facts: inout SwiftFacts) {
    for (name, relationship) in entity?.relationshipsByName ?? [:] where relationship.isToMany {
      facts.toMany.insert(name)
      if relationship.isOrdered { facts.ordered.insert(name) }
    }
  }

  private static func kind(_ value: NamedValue) -> SwiftNames.Kind {
    switch value {
    case .object: .object
    case .objects: .objects
    case .value: .value
    }
  }
}
