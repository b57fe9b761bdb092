internal import PredicateCore

/// Fetching: a look at every row of the entity.
extension MemoryStore {
  func fetchRows(_ plan: FetchPlan) throws -> RowBatch {
    var batch = RowBatch()
    for row in try wantedRows(plan) { batch.add(cached: row) }
    return batch
  }

  func count(_ plan: FetchPlan) throws -> Int {
    var plan = plan
    plan.pieces.sortDescriptors = nil
    return try wantedRows(plan).count
  }

  /// The rows of a fetch in its order, cut to its limit and offset.
  func wantedRows(_ plan: FetchPlan) throws -> [RowPointer] {
    let pieces = plan.pieces
    var rows = try matchingRows(plan)
    if let descriptors = pieces.sortDescriptors, !descriptors.isEmpty {
      rows = try sorted(rows, descriptors)
    }
    if pieces.fetchOffset > 0 { rows.removeFirst(min(pieces.fetchOffset, rows.count)) }
    if pieces.fetchLimit > 0 && rows.count > pieces.fetchLimit {
      rows.removeLast(rows.count - pieces.fetchLimit)
    }
    return rows
  }

  private func matchingRows(_ plan: FetchPlan) throws -> [RowPointer] {
    let layout = plan.layout
    let last = plan.pieces.includesSubentities ? layout.lastNumber : layout.number
    let test = try test(plan.pieces.predicate)
    var rows: [RowPointer] = []
    try table(layout.rootNumber).forEach { row in
      guard row.entityNumber >= layout.number, row.entityNumber <= last, try test(row) else {
        return
      }
      rows.append(row)
    }
    return rows
  }

  /// A predicate as a test of rows. One that is code gets managed objects of a context of the
  /// store's own.
  private func test(_ predicate: NSPredicate?) throws -> (RowPointer) throws -> Bool {
    guard let predicate else { return { _ in true } }
    guard predicate.node.holdsBlock else {
      let compiled = predicate.compiled
      return { [self] row in try compiled.matches(MemoryRow(row, in: self).value) }
    }
    guard let owner, let coordinator = owner.persistentStoreCoordinator else {
      throw ContextError.unsupportedRequest("a fetch with a block predicate")
    }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return { [self] row in
      let id = NSManagedObjectID(
        layout: model.entity(number: row.entityNumber), pk: row.pk, store: owner.storeIdentity)
      return try predicate.matches(context.object(with: id))
    }
  }

  private func sorted(
    _ rows: [RowPointer], _ descriptors: [NSSortDescriptor]
  ) throws -> [RowPointer] {
    let sources = rows.enumerated().map { ($0.offset, $0.element, MemoryRow($0.element, in: self)) }
    return try sources.sorted { left, right in
      for descriptor in descriptors {
        switch try descriptor.order(of: left.2.value, right.2.value) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left.0 < right.0
    }.map(\.1)
  }
}

extension PredicateNode {
  /// Whether a part of the predicate is code, which wants real objects.
  fileprivate var holdsBlock: Bool {
    switch self {
    case .block: true
    case .and(let parts), .or(let parts): parts.contains(where: \.holdsBlock)
    case .not(let part): part.holdsBlock
    case .constant, .comparison: false
    }
  }
}
