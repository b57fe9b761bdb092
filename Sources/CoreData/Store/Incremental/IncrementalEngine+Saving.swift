/// Saving through a program's own incremental store: the plan's objects are made again in a context
/// of the store's own, which hands them to the store.
extension IncrementalEngine {
  func execute(_ plan: SavePlan) throws -> SaveOutcome {
    let context = makeContext()
    var inserted: [NSManagedObject] = []
    var byKey: [Int64: NSManagedObject] = [:]
    for insert in plan.inserts {
      let object = NSEntityDescription.insertNewObject(
        forEntityName: insert.layout.name, into: context)
      inserted.append(object)
      byKey[insert.pk] = object
    }
    for (insert, object) in zip(plan.inserts, inserted) {
      for property in insert.layout.properties where property.word != 0 {
        set(insert.values[property.slot], property, of: object, byKey, context)
      }
    }
    let ids = inserted.isEmpty ? [] : try store.obtainPermanentIDs(for: inserted)
    guard ids.count == inserted.count else {
      throw ContextError.unsupportedRequest(
        "permanent identifiers, of which the store gave \(ids.count) for \(inserted.count) objects")
    }
    for (object, id) in zip(inserted, ids) { context.rekey(object, to: id) }
    let updated = plan.updates.map { update in
      let object = context.object(with: id(update.layout, update.pk))
      for slot in update.slots {
        set(update.values[slot], update.layout.properties[slot], of: object, byKey, context)
      }
      return object
    }
    let deleted = plan.deletes.map { context.object(with: id($0.layout, $0.pk)) }
    for link in plan.links { set(link, byKey, context) }
    let request = NSSaveChangesRequest(
      inserted: Set(inserted), updated: Set(updated), deleted: Set(deleted), locked: nil)
    request.affectedStores = [store]
    _ = try store.execute(request, with: context)
    return .written(try writtenRows(ids, plan, context))
  }

  private func object(
    _ key: ObjectKey, _ byKey: [Int64: NSManagedObject], _ context: NSManagedObjectContext
  ) -> NSManagedObject? {
    if let new = byKey[key.pk] { return new }
    return key.pk > 0 ? context.object(with: id(model.entity(number: key.entity), key.pk)) : nil
  }

  private func set(
    _ value: SlotValue, _ property: PropertyLayout, of object: NSManagedObject,
    _ byKey: [Int64: NSManagedObject], _ context: NSManagedObjectContext
  ) {
    if case .object(let key) = value {
      object.setOwnValue(self.object(key, byKey, context), forKey: property.name)
    } else {
      object.setOwnValue(ScratchObjects.boxed(value, property), forKey: property.name)
    }
  }

  private func set(
    _ link: SavePlan.Link, _ byKey: [Int64: NSManagedObject], _ context: NSManagedObjectContext
  ) {
    guard let owner = object(link.owner, byKey, context) else { return }
    let name = link.property.name
    let members = (order: link.order ?? [], added: link.added, removed: link.removed)
    if link.order != nil {
      let objects = members.order.compactMap { object($0, byKey, context) }
      owner.setOwnValue(NSOrderedSet(array: objects), forKey: name)
      return
    }
    var current = (owner.ownValue(forKey: name) as? Set<NSManagedObject>) ?? []
    for key in members.removed { object(key, byKey, context).map { _ = current.remove($0) } }
    for key in members.added { object(key, byKey, context).map { _ = current.insert($0) } }
    owner.setOwnValue(NSSet(set: current), forKey: name)
  }

  /// The rows as the store has them now.
  private func writtenRows(
    _ ids: [NSManagedObjectID], _ plan: SavePlan, _ context: NSManagedObjectContext
  ) throws -> RowBatch {
    var batch = RowBatch()
    for id in ids { try addRow(id, to: &batch, context) }
    for update in plan.updates {
      cache.remove(root: update.layout.rootNumber, pk: update.pk)
      try addRow(id(update.layout, update.pk), to: &batch, context)
    }
    return batch
  }
}

extension NSManagedObjectContext {
  /// Gives a new object the identifier that a store has chosen.
  fileprivate func rekey(_ object: NSManagedObject, to id: NSManagedObjectID) {
    if let identity = id.storeIdentity, let index = storeCoordinator?.index(of: identity) {
      object.storeIndex = index
    }
    rekey(object, id.key.pk)
  }
}
