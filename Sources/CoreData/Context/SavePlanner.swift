import Foundation

/// The save plan of one store, with the objects parallel to it.
struct StorePlan {
  var plan = SavePlan()
  var insertedObjects: [NSManagedObject] = []
  var updatedObjects: [NSManagedObject] = []
}

/// The save plans of all stores concerned.
struct StorePlans {
  var byStore: [Int16: StorePlan] = [:]

  /// Changes the plan of one store, which is made if need be.
  mutating func change(_ index: Int16, _ body: (inout StorePlan) throws -> Void) rethrows {
    var plan = byStore.removeValue(forKey: index) ?? StorePlan()
    try body(&plan)
    byStore[index] = plan
  }
}

/// Turns unsaved work into plans of values and keys, which the stores execute without seeing an
/// object.
struct SavePlanner {
  private let context: NSManagedObjectContext
  private let work: UnsavedWork

  init(_ context: NSManagedObjectContext, _ work: UnsavedWork) {
    self.context = context
    self.work = work
  }

  func plans() throws -> StorePlans {
    var plans = StorePlans()
    for (index, objects) in grouped(work.inserted) {
      // Where code of the program may run before all is written, objects may change meanwhile.
      let mayBorrow =
        context.modelLayout?.hasTransformables == false
        && context.storeCoordinator?.store(at: index)?.engine?.callsOut == false
      try plans.change(index) { plan in
        plan.plan.inserts.reserveCapacity(objects.count)
        plan.insertedObjects = objects
        try objects.forEachUncounted { try plan.addInsert($0, self, mayBorrow: mayBorrow) }
      }
    }
    for (index, objects) in grouped(work.updated) {
      try plans.change(index) { plan in
        plan.plan.updates.reserveCapacity(objects.count)
        plan.updatedObjects.reserveCapacity(objects.count)
        for object in objects { try plan.addUpdate(object, self) }
      }
    }
    for (index, objects) in grouped(work.deleted) {
      plans.change(index) { plan in
        plan.plan.deletes.reserveCapacity(objects.count)
        for object in objects {
          plan.plan.deletes.append(
            SavePlan.Delete(
              layout: object.layout, pk: object.pk,
              version: object.flags.contains(.rowIsGone) ? 0 : object.row?.version ?? 0))
        }
      }
    }
    let origin = ChangeOrigin(author: context.transactionAuthor, contextName: context.name)
    for index in plans.byStore.keys { plans.byStore[index]?.plan.origin = origin }
    return plans
  }

  private func grouped(_ objects: [NSManagedObject]) -> [(Int16, [NSManagedObject])] {
    guard let first = objects.first?.storeIndex else { return [] }
    if objects.allUncounted({ $0.storeIndex == first }) { return [(first, objects)] }
    return Dictionary(grouping: objects, by: \.storeIndex).sorted { $0.key < $1.key }
  }

  /// An object's own changes, where they are the row that is to be stored.
  @inline(__always)
  func ownValues(
    of object: NSManagedObject, _ layout: EntityLayout
  ) -> UnsafePointer<SlotValue>? {
    guard object.row == nil, !layout.hasTransformables,
      let values = object.overlay?.withUnsafeBufferPointer({ $0.baseAddress })
    else { return nil }
    for slot in layout.toOneSlots {
      if case .object(let key) = values[slot], !context.isCurrent(key) { return nil }
    }
    return values
  }

  /// All values of an object by slot, transformables as the bytes to be stored.
  func allValues(of object: NSManagedObject) throws -> ContiguousArray<SlotValue> {
    var values = ContiguousArray(repeating: SlotValue.null, count: object.layout.slotCount)
    for property in object.layout.properties where property.word != 0 {
      values[property.slot] = try stored(object.slotValue(property.slot), property)
    }
    return values
  }

  /// A value as it goes to the store: a transformable as bytes, a reference by the key that its
  /// object has by now.
  func stored(_ value: SlotValue, _ property: PropertyLayout) throws -> SlotValue {
    switch value {
    case .transformable(let box): .data(try TransformableCoding.encode(box.value, property))
    case .object(let key): .object(context.currentKey(key))
    default: value
    }
  }

  /// The links of an object's to-manies that no column of a slot keeps.
  func links(of object: NSManagedObject) -> [SavePlan.Link] {
    var links: [SavePlan.Link] = []
    for property in object.layout.toManies {
      guard !property.isTransient, let state = object.relationIfTouched(property), state.hasChanges
      else { continue }
      let inverseIsToOne =
        property.inverseSlot >= 0
        && property.destination?.properties[property.inverseSlot].kind == .toOne
      if inverseIsToOne && property.kind != .orderedToMany { continue }
      links.append(
        SavePlan.Link(
          layout: object.layout, property: property, owner: key(of: object),
          added: state.newMembers.filter(hasRow).map(key),
          removed: state.removed.all.filter { !$0.isDeleted && !$0.flags.contains(.gone) }.map(key),
          order: property.kind == .orderedToMany
            ? object.toManyMembers(property).filter(hasRow).map(key) : nil,
          isReordered: state.isReordered))
    }
    return links
  }

  private func hasRow(_ object: NSManagedObject) -> Bool {
    !object.isDeleted && !object.flags.contains(.gone)
  }

  private func key(of object: NSManagedObject) -> ObjectKey {
    ObjectKey(entity: object.layout.number, pk: object.pk)
  }
}

extension StorePlan {
  @inline(__always)
  fileprivate mutating func addInsert(
    _ object: NSManagedObject, _ planner: SavePlanner, mayBorrow: Bool
  ) throws {
    try object.layoutReference._withUnsafeGuaranteedRef { layout in
      if mayBorrow, let values = planner.ownValues(of: object, layout) {
        plan.insert(layout, pk: object.pk, borrowing: values)
      } else {
        plan.insert(layout, pk: object.pk, values: try planner.allValues(of: object))
      }
      if object.extra != nil, !layout.toManies.isEmpty { plan.links += planner.links(of: object) }
    }
  }

  private mutating func noteTouched(_ object: NSManagedObject) {
    let slots = object.layout.toManies.filter {
      !$0.isTransient && object.relationIfTouched($0)?.hasChanges == true
    }.map(\.slot)
    guard !slots.isEmpty else { return }
    plan.touched.append(SavePlan.Touch(layout: object.layout, pk: object.pk, slots: slots))
  }

  fileprivate mutating func addUpdate(_ object: NSManagedObject, _ planner: SavePlanner) throws {
    let slots = object.changedSlots()
    let links = object.layout.toManies.isEmpty ? [] : planner.links(of: object)
    noteTouched(object)
    if slots.isEmpty && links.isEmpty { return }
    // Members may come and go while the owner is a fault that has not met its row yet.
    if object.row == nil { object.willAccessValue(forKey: nil) }
    guard let row = object.row else { return }
    var values = object.overlay ?? []
    for slot in slots where object.layout.hasTransformables {
      values[slot] = try planner.stored(values[slot], object.layout.properties[slot])
    }
    plan.updates.append(
      SavePlan.Update(
        layout: object.layout, pk: object.pk, row: row, slots: slots, values: values))
    updatedObjects.append(object)
    plan.links += links
  }
}
