import CoreData

/// What the delete rules will do, worked out without doing it.
struct DeletePlan {
  /// One line of the rehearsal: how deep, and what happens to whom.
  struct Step {
    let depth: Int
    let text: String
  }

  private(set) var steps: [Step] = []
  private(set) var cascaded: [NSManagedObject] = []
  private(set) var nullified: [NSManagedObject] = []
  /// The relationships that lose a partner, by key.
  private(set) var cleared: [(object: NSManagedObject, key: String)] = []
  private var deleted: Set<ObjectIdentifier> = []
  private var touched: Set<ObjectIdentifier> = []

  init(deleting objects: [NSManagedObject]) {
    for object in objects { deleted.insert(ObjectIdentifier(object)) }
    for object in objects {
      steps.append(Step(depth: 0, text: "delete \(ObjectLabel.withID(object))"))
      follow(object)
    }
    nullified.removeAll { deleted.contains(ObjectIdentifier($0)) }
  }

  /// A partner that a delete rule is yet to be applied to.
  private typealias Entry = (relationship: NSRelationshipDescription, partner: NSManagedObject)

  /// Follows the rules by a stack of its own: a cascade may be longer than the machine's.
  private mutating func follow(_ object: NSManagedObject) {
    var levels = [Self.entries(of: object)]
    while var level = levels.popLast() {
      guard let entry = level.popLast() else { continue }
      levels.append(level)
      if apply(entry.relationship, to: entry.partner, depth: levels.count) {
        levels.append(Self.entries(of: entry.partner))
      }
    }
  }

  /// The partners of an object, the first one last.
  private static func entries(of object: NSManagedObject) -> [Entry] {
    EntityProperties.of(object.entity).relationships.flatMap { relationship in
      partners(of: object, relationship).map { (relationship, $0) }
    }.reversed()
  }

  /// - Returns: whether the partner is deleted too, so that its own partners are next.
  private mutating func apply(
    _ relationship: NSRelationshipDescription, to partner: NSManagedObject, depth: Int
  ) -> Bool {
    let isGone = deleted.contains(ObjectIdentifier(partner))
    let label = ObjectLabel.withID(partner)
    switch relationship.deleteRule {
    case .cascadeDeleteRule:
      guard !isGone else { return false }
      deleted.insert(ObjectIdentifier(partner))
      cascaded.append(partner)
      steps.append(Step(depth: depth, text: "cascade \(relationship.name): delete \(label)"))
      return true
    case .nullifyDeleteRule:
      guard !isGone, let inverse = relationship.inverseRelationship else { return false }
      cleared.append((partner, inverse.name))
      if touched.insert(ObjectIdentifier(partner)).inserted { nullified.append(partner) }
      steps.append(
        Step(depth: depth, text: "nullify \(relationship.name): \(inverse.name) of \(label)"))
    case .denyDeleteRule:
      guard !isGone else { return false }
      steps.append(
        Step(
          depth: depth, text: "deny \(relationship.name): \(label) is there, so saving will fail"))
    default: break
    }
    return false
  }

  static func partners(
    of object: NSManagedObject, _ relationship: NSRelationshipDescription
  ) -> [NSManagedObject] {
    // What cannot be read is told by the context's handler, and has no partners here.
    switch try? object.get(relationship.name) {
    case let partner as NSManagedObject: [partner]
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: ObjectOrder.byID(set.allObjects.compactMap { $0 as? NSManagedObject })
    default: []
    }
  }

  /// ` (cascade: 2 Section; nullified: 1 Teacher)`, or nothing.
  var summary: String {
    var parts: [String] = []
    if !cascaded.isEmpty { parts.append("cascade: " + Self.tally(cascaded)) }
    if !nullified.isEmpty { parts.append("nullified: " + Self.tally(nullified)) }
    return parts.isEmpty ? "" : " (" + parts.joined(separator: "; ") + ")"
  }

  static func tally(_ objects: [NSManagedObject]) -> String {
    let counts = Dictionary(grouping: objects) { $0.entity.name ?? "" }.mapValues(\.count)
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}
