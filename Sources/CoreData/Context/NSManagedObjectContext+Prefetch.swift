import Foundation

/// Bringing in relationships ahead of their use, one statement per relationship and store.
extension NSManagedObjectContext {
  /// Follows the request's prefetching key paths.
  final func prefetch(
    _ pieces: FetchPieces, _ layout: EntityLayout, _ objects: [NSManagedObject]
  ) throws {
    for path in pieces.relationshipKeyPathsForPrefetching ?? [] {
      var level = objects
      for name in path.split(separator: ".") where !level.isEmpty {
        level = try prefetch(relationship: String(name), of: level)
      }
    }
  }

  private final func prefetch(
    relationship name: String, of objects: [NSManagedObject]
  ) throws -> [NSManagedObject] {
    var members: [NSManagedObject] = []
    let groups = Dictionary(grouping: objects.filter { $0.pk > 0 }) {
      PrefetchGroup(layout: $0.layout.declaring(name), storeIndex: $0.storeIndex)
    }
    for (group, owners) in groups {
      guard let property = group.layout.property(named: name), property.kind.isRelationship else {
        throw ObjectError.undefinedKey(name, entity: group.layout.name)
      }
      if property.kind == .toOne {
        members += try prefetchToOne(property, owners)
      } else {
        let some = try prefetchToMany(property, owners, group)
        if members.isEmpty { members = some } else { members += some }
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

  private final func prefetchToMany(
    _ property: PropertyLayout, _ owners: [NSManagedObject], _ group: PrefetchGroup
  ) throws -> [NSManagedObject] {
    let wanting = owners.filter { !$0.relation(property).isLoaded }
    if wanting.isEmpty { return owners.flatMap { $0.toManyMembers(property) } }
    guard let source else { return [] }
    let related = try source.related(
      property, of: group.layout, owners: wanting.map(\.pk), storeIndex: group.storeIndex)
    let found = objects(for: related.batch, storeIndex: group.storeIndex)
    if related.owners.isEmpty, let only = wanting.first {
      only.relation(property).load(found)
      return found
    }
    var lists: [Int64: MemberList] = [:]
    lists.reserveCapacity(wanting.count)
    // Rows of one owner stand together, as a rule, wherever they come from.
    var start = 0
    while start < found.count {
      let owner = related.owners[start]
      var end = start + 1
      while end < found.count && related.owners[end] == owner { end += 1 }
      lists[owner, default: MemberList()].append(contentsOf: found[start..<end])
      start = end
    }
    for owner in wanting {
      owner.relation(property).load(lists.removeValue(forKey: owner.pk) ?? MemberList())
    }
    return found
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

  static func == (left: Self, right: Self) -> Bool {
    left.layout === right.layout && left.storeIndex == right.storeIndex
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(layout))
    hasher.combine(storeIndex)
  }
}
