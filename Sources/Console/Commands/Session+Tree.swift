import CoreData

extension Session {
  /// `tree NAME [REL] [depth N]`
  func printTree(_ name: ObjectName, _ relationship: Spelled?, _ depth: Int) throws {
    let root = try object(name)
    if let relationship {
      guard root.entity.relationshipsByName[relationship.text] != nil else {
        throw Problem.unknown(
          "\(root.entity.name ?? "") has no relationship '\(relationship.text)'", relationship,
          among: root.entity.relationshipsByName.keys.sorted())
      }
    }
    var printer = TreePrinter(relationship: relationship?.text, limit: depth)
    try printer.print(root) { line in
      try checkInterrupt()
      write(line)
    }
  }
}

/// Prints an object and what hangs from it.
private struct TreePrinter {
  let relationship: String?
  let limit: Int
  private var seen: Set<ObjectIdentifier> = []

  init(relationship: String?, limit: Int) {
    self.relationship = relationship
    self.limit = limit
  }

  /// A destination that is yet to be printed.
  private typealias Entry = (relationship: String, partner: NSManagedObject)

  /// Goes down by a stack of its own: a chain of objects may be longer than the machine's.
  mutating func print(_ root: NSManagedObject, _ write: (String) throws -> Void) throws {
    try write(ObjectLabel.withID(root))
    seen.insert(ObjectIdentifier(root))
    guard limit > 0 else { return }
    var levels = [entries(of: root)]
    while var level = levels.popLast() {
      guard let entry = level.popLast() else { continue }
      levels.append(level)
      let isNew = seen.insert(ObjectIdentifier(entry.partner)).inserted
      let line =
        String(repeating: "  ", count: levels.count) + "\(entry.relationship): "
        + ObjectLabel.withID(entry.partner)
      try write(isNew ? line : line + " (above)")
      if isNew, levels.count < limit { levels.append(entries(of: entry.partner)) }
    }
  }

  /// The destinations of an object, the first one last.
  private func entries(of object: NSManagedObject) -> [Entry] {
    EntityProperties.of(object.entity).relationships
      .filter { relationship == nil || relationship == $0.name }
      .flatMap { relationship in
        Self.partners(of: object, relationship).map { (relationship.name, $0) }
      }.reversed()
  }

  private static func partners(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) -> [NSManagedObject] {
    // What cannot be read is told by the context's handler, and has no partners here.
    switch try? object.get(relationship.name) {
    case let partner as NSManagedObject: [partner]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet:
      ObjectOrder.byLabel(set.allObjects.compactMap { $0 as? NSManagedObject })
    default: []
    }
  }
}
