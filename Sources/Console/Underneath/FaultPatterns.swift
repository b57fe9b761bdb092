import CoreData

/// Recognises many faults of one kind where one prefetch would have done.
struct FaultPatterns {
  /// What fires again and again.
  struct Kind: Hashable {
    let entity: String
    /// nil for the objects' own rows.
    let relationship: String?
  }

  /// From how many SELECTs on it is a pattern.
  static let threshold = 3

  /// The entity of the last fetch.
  private(set) var fetched: NSEntityDescription?
  private var counts: [Kind: Int] = [:]
  private var announced: [Kind: Int] = [:]

  /// A fetch begins: what fires from now on is its doing.
  mutating func beginFetch(of entity: NSEntityDescription) {
    self = FaultPatterns()
    fetched = entity
  }

  mutating func note(_ fault: FiredFault) {
    guard fault.sql != nil else { return }
    let kind = Kind(entity: fault.object.entity.name ?? "", relationship: fault.relationship)
    counts[kind, default: 0] += 1
  }

  /// The warnings that are due at the end of a command.
  mutating func takeWarnings() -> [String] {
    let due = counts.filter { $0.value >= Self.threshold && announced[$0.key] == nil }
    for (kind, count) in due { announced[kind] = count }
    return due.sorted {
      ($0.key.entity, $0.key.relationship ?? "") < ($1.key.entity, $1.key.relationship ?? "")
    }
    .map { warning($0.key, $0.value) }
  }

  private func warning(_ kind: Kind, _ count: Int) -> String {
    let what =
      kind.relationship.map { "\(kind.entity).\($0)" } ?? "the rows of \(kind.entity)"
    let head = "warning: N+1: \(count) SELECTs for \(what), one for each object"
    guard let path = cure(kind), let entity = fetched?.name else { return head }
    return head + "; 'fetch \(entity) … prefetch \(path)' makes them one"
  }

  /// The key path to prefetch, from the fetched entity to what fires.
  private func cure(_ kind: Kind) -> String? {
    guard let fetched else { return nil }
    if let relationship = kind.relationship {
      guard let path = path(from: fetched, to: kind.entity) else { return nil }
      return (path + [relationship]).joined(separator: ".")
    }
    let found = path(from: fetched, to: kind.entity) ?? []
    return found.isEmpty ? nil : found.joined(separator: ".")
  }

  /// The shortest way over relationships to an entity; empty where it is there already.
  private func path(from start: NSEntityDescription, to name: String) -> [String]? {
    var waiting: [(NSEntityDescription, [String])] = [(start, [])]
    var seen: Set<String> = []
    while !waiting.isEmpty {
      let (entity, path) = waiting.removeFirst()
      if Self.family(entity).contains(name) { return path }
      guard path.count < 3, seen.insert(entity.name ?? "").inserted else { continue }
      for relationship in EntityProperties.of(entity).relationships {
        guard let destination = relationship.destinationEntity else { continue }
        waiting.append((destination, path + [relationship.name]))
      }
    }
    return nil
  }

  /// The names of an entity and of all below it.
  private static func family(_ entity: NSEntityDescription) -> Set<String> {
    var names: Set<String> = []
    var waiting = [entity]
    while let next = waiting.popLast() {
      names.insert(next.name ?? "")
      waiting += next.subentities
    }
    return names
  }
}
