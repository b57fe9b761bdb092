/// An entity with its number.
struct NumberedEntity {
  let entity: NSEntityDescription
  let name: String
  let number: Int
  let lastNumber: Int
  let superNumber: Int
  let root: NSEntityDescription

  var isRoot: Bool { entity === root }
  var hasSubentities: Bool { lastNumber > number }
}

/// Numbers entities: roots by name without regard to case, each followed by its descendants depth
/// first (z-format fact 5).
struct EntityNumbering {
  private(set) var numbered: [NumberedEntity] = []
  private let members: Set<ObjectIdentifier>
  private let found: [String: Int]?
  private var next = 1

  /// Numbers the given entities.
  ///
  /// - Parameters:
  ///   - entities: the entities of the store.
  ///   - found: the numbers of a store that exists, which win over computed ones.
  init(_ entities: [NSEntityDescription], found: [String: Int]?) {
    members = Set(entities.map(ObjectIdentifier.init))
    self.found = found
    let roots = entities.filter { entity in
      guard let parent = entity.superentity else { return true }
      return !members.contains(ObjectIdentifier(parent))
    }
    for root in Self.sorted(roots) { visit(root, root: root, superNumber: 0) }
  }

  static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    let keyed = entities.map { (key: ($0.name ?? "").lowercased(), entity: $0) }
    return keyed.sorted { first, second in
      first.key == second.key
        ? CodePointOrder.precedes(first.entity.name ?? "", second.entity.name ?? "")
        : CodePointOrder.precedes(first.key, second.key)
    }.map(\.entity)
  }

  private mutating func visit(
    _ entity: NSEntityDescription, root: NSEntityDescription, superNumber: Int
  ) {
    let name = entity.name ?? ""
    let number = found?[name] ?? next
    next += 1
    let place = numbered.count
    numbered.append(
      NumberedEntity(
        entity: entity, name: name, number: number, lastNumber: number, superNumber: superNumber,
        root: root))
    let children = entity.subentities.filter { members.contains(ObjectIdentifier($0)) }
    for child in Self.sorted(children) { visit(child, root: root, superNumber: number) }
    let last = numbered[place...].map(\.number).max() ?? number
    numbered[place] = NumberedEntity(
      entity: entity, name: name, number: number, lastNumber: last, superNumber: superNumber,
      root: root)
  }
}
