/// Carrying out save plans.
extension MemoryStore {
  func execute(_ plan: SavePlan) throws -> SaveOutcome {
    let conflicts = conflicts(of: plan)
    guard conflicts.isEmpty else { return .conflicts(conflicts) }
    let keys = permanentKeys(for: plan)
    var batch = RowBatch()
    // Rows of objects that the plan knows as ones of an ancestor of their entity.
    var others = RowBatch()
    var stored: [(row: RowPointer, layout: EntityLayout)] = []
    for insert in plan.inserts {
      let pk = keys[insert.pk] ?? insert.pk
      let (row, chunk) = batch.add(insert.layout, pk: pk, version: 1)
      for property in insert.layout.properties where property.word != 0 {
        chunk.set(permanent(insert.values[property.slot], keys), property, in: row)
      }
      stored.append((row, insert.layout))
    }
    for update in plan.updates {
      let old = table(update.layout.rootNumber).row(update.pk) ?? update.row
      let own = model.entity(number: old.entityNumber)
      if own === update.layout {
        stored.append((changed(old, own, update, keys, &batch), own))
      } else {
        _ = changed(update.row, update.layout, update, keys, &batch)
        stored.append((changed(old, own, update, keys, &others), own))
      }
    }
    for (row, layout) in stored {
      moveInverses(from: table(layout.rootNumber).row(row.pk), to: row, layout)
      put(row, layout)
    }
    withExtendedLifetime(others) {}
    for delete in plan.deletes { carryOut(delete) }
    if !plan.deletes.isEmpty && hasInverselessLists { dropFromInverselessLists(plan.deletes) }
    for link in plan.links { carryOut(link, keys) }
    return .written(batch)
  }

  /// A row with the changes of an update.
  private func changed(
    _ old: RowPointer, _ layout: EntityLayout, _ update: SavePlan.Update, _ keys: [Int64: Int64],
    _ batch: inout RowBatch
  ) -> RowPointer {
    let (row, chunk) = batch.add(layout, pk: update.pk, version: update.row.version &+ 1)
    chunk.copyValues(of: old, to: row, layout)
    for slot in update.slots {
      chunk.set(permanent(update.values[slot], keys), layout.properties[slot], in: row)
    }
    return row
  }

  /// The rows that are not as the plan's objects knew them. One to be deleted that is gone already
  /// is none.
  private func conflicts(of plan: SavePlan) -> [RowConflict] {
    var found: [RowConflict] = []
    func report(_ layout: EntityLayout, _ pk: Int64, _ current: RowPointer?) {
      found.append(RowConflict(layout: layout, pk: pk, current: current, isCached: true))
    }
    for update in plan.updates {
      let current = table(update.layout.rootNumber).row(update.pk)
      if current?.version != update.row.version { report(update.layout, update.pk, current) }
    }
    for delete in plan.deletes where delete.version > 0 {
      guard let current = table(delete.layout.rootNumber).row(delete.pk) else { continue }
      if current.version != delete.version { report(delete.layout, delete.pk, current) }
    }
    return found
  }

  /// Keys for the plan's new objects, by their temporary keys.
  private func permanentKeys(for plan: SavePlan) -> [Int64: Int64] {
    var keys: [Int64: Int64] = [:]
    for insert in plan.inserts where insert.pk < 0 {
      keys[insert.pk] =
        keyMaker?(insert) ?? takeKeys(of: insert.layout.rootNumber, count: 1)
    }
    return keys
  }

  /// A value whose reference, if it is one, names a permanent key; one to an object without a row
  /// is none.
  private func permanent(_ value: SlotValue, _ keys: [Int64: Int64]) -> SlotValue {
    guard case .object(let key) = value, key.pk < 0 else { return value }
    guard let pk = keys[key.pk] else { return .null }
    return .object(ObjectKey(entity: key.entity, pk: pk))
  }

  /// Keeps the members of to-manies in step with the to-ones that are their inverses.
  private func moveInverses(from old: RowPointer?, to new: RowPointer?, _ layout: EntityLayout) {
    guard let pk = new?.pk ?? old?.pk else { return }
    let own = ObjectKey(entity: layout.number, pk: pk)
    for property in layout.toOnes where property.word != 0 {
      guard let destination = property.destination, property.inverseSlot >= 0,
        destination.properties[property.inverseSlot].kind.isToMany
      else { continue }
      let before = old.flatMap { target(property, of: $0) }
      let after = new.flatMap { target(property, of: $0) }
      guard before != after else { continue }
      if let before { drop(own, from: inverse(property, destination, before)) }
      if let after { add(own, to: inverse(property, destination, after)) }
    }
  }

  /// Enters a loaded row in the to-manies that its to-ones are the inverses of.
  func joinInverses(of row: RowPointer, _ layout: EntityLayout) {
    moveInverses(from: nil, to: row, layout)
  }

  private func target(_ property: PropertyLayout, of row: RowPointer) -> Int64? {
    row.isNull(slot: property.slot) ? nil : row.objectKey(property).pk
  }

  private func inverse(
    _ property: PropertyLayout, _ destination: EntityLayout, _ pk: Int64
  ) -> MemberKey {
    MemberKey(root: destination.rootNumber, pk: pk, slot: property.inverseSlot)
  }

  private func add(_ member: ObjectKey, to key: MemberKey) {
    changeMembers(key) { $0.append(member) }
  }

  private func drop(_ member: ObjectKey, from key: MemberKey) {
    guard members[key]?.contains(member) == true else { return }
    changeMembers(key) { $0.remove(member) }
  }

  /// Removes a row, and it from every list of members that is the inverse of one of its relationships.
  private func carryOut(_ delete: SavePlan.Delete) {
    let layout = delete.layout
    guard let row = table(layout.rootNumber).row(delete.pk) else { return }
    let own = ObjectKey(entity: row.entityNumber, pk: delete.pk)
    moveInverses(from: row, to: nil, layout)
    for property in layout.toManies {
      let key = MemberKey(root: layout.rootNumber, pk: delete.pk, slot: property.slot)
      if let destination = property.destination, property.inverseSlot >= 0 {
        for member in members[key]?.keys ?? [] {
          drop(own, from: inverse(property, destination, member.pk))
        }
      }
      if members[key] != nil { setMembers(StoredMembers(), key) }
    }
    remove(delete.pk, layout)
  }

  /// Relationships without an inverse may hold deleted objects too.
  private func dropFromInverselessLists(_ deletes: ContiguousArray<SavePlan.Delete>) {
    var gone: [Int32: Set<Int64>] = [:]
    for delete in deletes { gone[delete.layout.rootNumber, default: []].insert(delete.pk) }
    for key in Array(members.keys) {
      guard let owner = table(key.root).row(key.pk) else { continue }
      // Entities of one root have other properties in the same slot.
      let property = model.entity(number: owner.entityNumber).properties[key.slot]
      guard property.inverseSlot < 0, let root = property.destination?.rootNumber,
        let pks = gone[root]
      else { continue }
      for member in members[key]?.keys ?? [] where pks.contains(member.pk) {
        drop(member, from: key)
      }
    }
  }

  private func carryOut(_ link: SavePlan.Link, _ keys: [Int64: Int64]) {
    let property = link.property
    let root = link.layout.rootNumber
    let owner = ObjectKey(entity: link.owner.entity, pk: keys[link.owner.pk] ?? link.owner.pk)
    let own = MemberKey(root: root, pk: owner.pk, slot: property.slot)
    let added = rows(of: link.added, keys)
    let removed = rows(of: link.removed, keys)
    for member in removed { drop(member, from: own) }
    for member in added { add(member, to: own) }
    if let destination = property.destination, property.inverseSlot >= 0,
      destination.properties[property.inverseSlot].kind.isToMany
    {
      for member in removed { drop(owner, from: inverse(property, destination, member.pk)) }
      for member in added { add(owner, to: inverse(property, destination, member.pk)) }
    }
    guard let order = link.order else { return }
    var wanted = StoredMembers(rows(of: order, keys))
    for member in members[own]?.keys ?? [] { wanted.append(member) }
    setMembers(wanted, own)
  }

  /// The keys of members that have rows.
  private func rows(of members: [ObjectKey], _ keys: [Int64: Int64]) -> [ObjectKey] {
    members.compactMap { member in
      let pk = keys[member.pk] ?? member.pk
      guard let row = table(model.entity(number: member.entity).rootNumber).row(pk) else {
        return nil
      }
      return ObjectKey(entity: row.entityNumber, pk: pk)
    }
  }
}
