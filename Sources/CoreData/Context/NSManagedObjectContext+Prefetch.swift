import Foundation

/// Bringing in relationships ahead of their use, one statement per relationship and store.
extension NSManagedObjectContext {
  /// Follows the request's prefetching key paths.
  final func prefetch(
    _ pieces: FetchPieces, _ layout: EntityLayout, _ objects: [NSManagedObject]
  ) throws {
    for path in pieces.relationshipKeyPathsForPrefetching ?? [] {
      var level = objects
      let names = path.split(separator: ".")
      for (index, name) in names.enumerated() where !level.isEmpty {
        level = try prefetch(
          relationship: String(name), of: level, isLast: index == names.count - 1)
      }
    }
  }

  /// Brings in one relationship; its members are given if it is not the last of its path.
  private final func prefetch(
    relationship name: String, of objects: [NSManagedObject], isLast: Bool
  ) throws -> [NSManagedObject] {
    var members: [NSManagedObject] = []
    for (group, owners) in PrefetchGroup.groups(objects, name) {
      guard let property = group.layout.property(named: name), property.kind.isRelationship else {
        throw ObjectError.undefinedKey(name, entity: group.layout.name)
      }
      if property.kind == .toOne {
        members += try prefetchToOne(property, owners)
      } else {
        try prefetchToMany(property, owners, group)
        if !isLast {
          for owner in owners { owner.relation(property).members.forEach { members.append($0) } }
        }
      }
    }
    return members
  }

  private final func prefetchToOne(
    _ property: PropertyLayout, _ owners: [NSManagedObject]
  ) throws -> [NSManagedObject] {
    var targets: [NSManagedObject] = []
    var seen: Set<ObjectIdentifier> = []
    for owner in owners {
      guard let target = owner.toOne(property), seen.insert(ObjectIdentifier(target)).inserted
      else { continue }
      targets.append(target)
    }
    let missing = targets.filter { $0.flags.contains(.fault) && $0.row == nil }
    guard !missing.isEmpty, let source, let destination = property.destination else {
      return targets
    }
    var pieces = FetchPieces()
    pieces.predicate = NSPredicate(format: "SELF IN %@", missing)
    for rows in try source.fetchRows(FetchPlan(layout: destination, pieces: pieces)) {
      _ = objects(for: rows.batch, storeIndex: rows.storeIndex)
    }
    return targets
  }

  /// Brings in the members of the owners that do not have them yet. They are written straight into
  /// the owners' lists.
  private final func prefetchToMany(
    _ property: PropertyLayout, _ owners: [NSManagedObject], _ group: PrefetchGroup
  ) throws {
    let wanting = owners.filter { !$0.relation(property).isLoaded }
    guard let first = wanting.first, let source, let modelLayout else { return }
    let related = try source.related(
      property, of: group.layout, owners: wanting.map(\.pk), storeIndex: group.storeIndex)
    defer { withExtendedLifetime(related) {} }
    var maker = ObjectMaker(self, modelLayout, group.storeIndex, FetchPieces())
    let rows = related.batch.rows
    if related.owners.isEmpty {
      first.relation(property).load(maker.members(of: rows[...]))
      return
    }
    var lists: [Int64: MemberList] = [:]
    lists.reserveCapacity(wanting.count)
    var start = 0
    for run in related.owners.runs {
      lists[run.owner, default: MemberList()].append(maker.members(of: rows[start..<run.end]))
      start = run.end
    }
    for owner in wanting {
      owner.relation(property).load(lists.removeValue(forKey: owner.pk) ?? MemberList())
    }
  }
}

extension EntityLayout {
  /// The highest ancestor that has a property too: objects of different sub-entities share it.
  fileprivate func declaring(_ name: String) -> EntityLayout {
    guard let slot = slot(named: name) else { return self }
    var layout = self
    while let parent = layout.superlayout, slot < parent.slotCount { layout = parent }
    return layout
  }
}

/// Objects whose relationship one statement can bring in.
private struct PrefetchGroup: Hashable {
  let layout: EntityLayout
  let storeIndex: Int16

  /// The saved ones of some objects, by what one statement can bring in.
  static func groups(
    _ objects: [NSManagedObject], _ name: String
  ) -> [(PrefetchGroup, [NSManagedObject])] {
    guard let first = objects.first else { return [] }
    if objects.allUncounted({
      $0.pk > 0 && $0.storeIndex == first.storeIndex
        && $0.layoutReference.toOpaque() == first.layoutReference.toOpaque()
    }) {
      let group = PrefetchGroup(
        layout: first.layout.declaring(name), storeIndex: first.storeIndex)
      return [(group, objects)]
    }
    let groups = Dictionary(grouping: objects.filter { $0.pk > 0 }) {
      PrefetchGroup(layout: $0.layout.declaring(name), storeIndex: $0.storeIndex)
    }
    return groups.map { ($0.key, $0.value) }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.layout === right.layout && left.storeIndex == right.storeIndex
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(layout))
    hasher.combine(storeIndex)
  }
}
