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
    printer.print(root) { write($0) }
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

  mutating func print(_ root: NSManagedObject, _ write: (String) -> Void) {
    write(ObjectLabel.withID(root))
    seen.insert(ObjectIdentifier(root))
    enter(root, level: 1, write)
  }

  private mutating func enter(
    _ object: NSManagedObject, level: Int, _ write: (String) -> Void
  ) {
    guard level <= limit else { return }
    for relationship in EntityProperties.of(object.entity).relationships {
      if let only = self.relationship, only != relationship.name { continue }
      for partner in Self.partners(of: object, relationship) {
        let isNew = seen.insert(ObjectIdentifier(partner)).inserted
        let line =
          String(repeating: "  ", count: level) + "\(relationship.name): "
          + ObjectLabel.withID(partner)
        write(isNew ? line : line + " (above)")
        if isNew { enter(partner, level: level + 1, write) }
      }
    }
  }

  private static func partners(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) -> [NSManagedObject] {
    switch try? object.get(relationship.name) {
    case let partner as NSManagedObject: [partner]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet:
      ObjectOrder.byLabel(set.allObjects.compactMap { $0 as? NSManagedObject })
    default: []
    }
  }
}
