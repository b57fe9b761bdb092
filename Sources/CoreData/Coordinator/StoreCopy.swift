import Foundation

/// Copies all rows of one store into an empty one, of whatever types the two are.
///
/// Keys stay, but where two entities use the same ones and the target names its objects by key alone,
/// as an XML file does: then all objects are numbered anew.
struct StoreCopy {
  let model: ModelLayout
  let source: any StoreEngine
  let target: any StoreEngine
  /// The entities that the stores take, by number.
  let entities: Set<Int32>

  func run() throws {
    var plan = SavePlan()
    for layout in model.entities where entities.contains(layout.number) {
      if let above = layout.superlayout, entities.contains(above.number) { continue }
      try copy(layout, into: &plan)
    }
    if (target as? MemoryStore)?.sharesKeys ?? false { renumber(&plan) }
    try target.begin()
    do {
      try raiseCounters(plan)
      guard case .written(let batch) = try target.execute(plan) else {
        throw CoordinatorError.targetNotEmpty
      }
      try target.commit()
      target.adopt(batch, plan)
    } catch {
      target.rollback()
      throw error
    }
  }

  private func copy(_ root: EntityLayout, into plan: inout SavePlan) throws {
    let batch = try source.fetchRows(FetchPlan(layout: root, pieces: FetchPieces()))
    for row in batch.rows {
      let layout = model.entity(number: row.entityNumber)
      plan.insert(layout, pk: row.pk, values: values(of: row, layout))
      plan.links += try links(of: row, layout)
    }
    withExtendedLifetime(batch) {}
  }

  private func values(of row: RowPointer, _ layout: EntityLayout) -> ContiguousArray<SlotValue> {
    var values = ContiguousArray(repeating: SlotValue.null, count: layout.slotCount)
    for property in layout.properties where property.word != 0 {
      if row.isNull(slot: property.slot) { continue }
      values[property.slot] =
        property.kind == .transformable
        ? .data(Data(row.bytes(word: property.word))) : row.value(property)
    }
    return values
  }

  private func links(of row: RowPointer, _ layout: EntityLayout) throws -> [SavePlan.Link] {
    var links: [SavePlan.Link] = []
    for property in layout.toManies where !property.isTransient {
      let inverse =
        property.inverseSlot < 0 ? nil : property.destination?.properties[property.inverseSlot]
      if inverse?.kind == .toOne && property.kind == .toMany { continue }
      let members = try source.related(property, of: layout, owners: [row.pk]).batch.rows.map {
        ObjectKey(entity: $0.entityNumber, pk: $0.pk)
      }
      if members.isEmpty { continue }
      links.append(
        SavePlan.Link(
          layout: layout, property: property,
          owner: ObjectKey(entity: layout.number, pk: row.pk), added: members, removed: [],
          order: property.kind == .orderedToMany ? members : nil, isReordered: true))
    }
    return links
  }

  /// Numbers the objects of a plan anew if two of them have the same number.
  private func renumber(_ plan: inout SavePlan) {
    guard Set(plan.inserts.map(\.pk)).count < plan.inserts.count else { return }
    var numbers: [ObjectKey: Int64] = [:]
    for insert in plan.inserts {
      numbers[ObjectKey(entity: insert.root, pk: insert.pk)] = Int64(numbers.count + 1)
    }
    func new(_ key: ObjectKey) -> ObjectKey {
      let root = model.entity(number: key.entity).rootNumber
      return ObjectKey(
        entity: key.entity, pk: numbers[ObjectKey(entity: root, pk: key.pk)] ?? key.pk)
    }
    let inserts = plan.inserts
    plan.inserts = []
    for insert in inserts {
      let layout = insert.layout
      var values = ContiguousArray(
        UnsafeBufferPointer(start: insert.values, count: layout.slotCount))
      for slot in values.indices {
        if case .object(let key) = values[slot] { values[slot] = .object(new(key)) }
      }
      let key = new(ObjectKey(entity: layout.number, pk: insert.pk))
      plan.insert(layout, pk: key.pk, values: values)
    }
    plan.links = plan.links.map { link in
      SavePlan.Link(
        layout: link.layout, property: link.property, owner: new(link.owner),
        added: link.added.map(new), removed: [], order: link.order?.map(new), isReordered: true)
    }
  }

  /// Keys that are in use must never be handed out again.
  private func raiseCounters(_ plan: SavePlan) throws {
    var highest: [Int32: Int64] = [:]
    if let memory = target as? MemoryStore, memory.sharesKeys {
      memory.lastSharedKey = plan.inserts.map(\.pk).max() ?? 0
      return
    }
    for insert in plan.inserts {
      let root = insert.layout.rootNumber
      highest[root] = max(highest[root] ?? 0, insert.pk)
    }
    for (root, last) in highest {
      _ = try target.reserveKeys(model.entity(number: root), count: Int(last))
    }
  }
}
