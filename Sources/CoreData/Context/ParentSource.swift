import Foundation

/// A parent context as the source of its child: it gives the objects as they are in the parent,
/// unsaved work included, as rows.
///
/// The rows are made for the child and are in no row cache. A row's to-one may name an object by its
/// temporary key, which is good in the whole tree of contexts.
final class ParentSource: GraphSource {
  private let parent: NSManagedObjectContext

  init(_ parent: NSManagedObjectContext) { self.parent = parent }

  func fetchRows(_ plan: FetchPlan) throws -> [StoreRows] {
    try parent.performAndWait {
      let objects = try parent.fetchObjects(plan.pieces, as: nil)
      var rows: [StoreRows] = []
      var start = 0
      while start < objects.count {
        let storeIndex = objects[start].storeIndex
        let end = objects[start...].firstIndex { $0.storeIndex != storeIndex } ?? objects.count
        rows.append(
          StoreRows(storeIndex: storeIndex, batch: try ParentRows.batch(objects[start..<end])))
        start = end
      }
      return rows
    }
  }

  func fetchKeys(_ plan: FetchPlan) throws -> [StoreKeys] {
    try fetchRows(plan).map { rows in
      StoreKeys(
        storeIndex: rows.storeIndex,
        keys: ContiguousArray(
          rows.batch.rows.map { ObjectKey(entity: $0.entityNumber, pk: $0.pk) }))
    }
  }

  func count(_ plan: FetchPlan) throws -> Int {
    try parent.performAndWait { try parent.count(plan.pieces) }
  }

  func fetchDictionaries(_ plan: FetchPlan) throws -> [ResultTable] {
    try parent.performAndWait { try parent.resultTables(plan.pieces) }
  }

  func row(_ layout: EntityLayout, pk: Int64, storeIndex: Int16) throws -> HeldRow? {
    try parent.performAndWait {
      let object = parent.object(layout, pk: pk, storeIndex: storeIndex)
      guard let object, !object.flags.contains(.deleted) else { return nil }
      guard try parent.fulfill(object) else { return nil }
      return try ParentRows.batch([object]).first
    }
  }

  func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64], storeIndex: Int16
  ) throws -> RelatedRows {
    try parent.performAndWait {
      var batch = RowBatch()
      var keys = OwnerRuns()
      for owner in owners {
        let object = parent.object(layout, pk: owner, storeIndex: storeIndex)
        guard let object else { continue }
        let members = object.toManyMembers(object.layout.properties[property.slot])
          .filter { !$0.flags.contains(.deleted) }
        try batch.append(ParentRows.batch(members[...]))
        for _ in members { keys.append(owner) }
      }
      return RelatedRows(batch: batch, owners: keys)
    }
  }
}

extension NSManagedObjectContext {
  /// The object of a key that a child asks for: the registered one, a fault for a row, or what a context
  /// above has unsaved.
  fileprivate final func object(
    _ layout: EntityLayout, pk: Int64, storeIndex: Int16
  ) -> NSManagedObject? {
    if let known = registry.object(root: layout.rootNumber, pk: pk, storeIndex: storeIndex) {
      return known
    }
    return pk > 0
      ? makeFault(layout, pk: pk, storeIndex: storeIndex) : parentsUnsaved(layout, pk)
  }
}

/// Objects written down as rows.
enum ParentRows {
  static func batch(_ objects: ArraySlice<NSManagedObject>) throws -> RowBatch {
    var batch = RowBatch()
    for object in objects {
      if object.overlay == nil, !object.flags.contains(.fault), let row = object.row {
        batch.add(cached: row)
        continue
      }
      let layout = object.layout
      let (row, chunk) = batch.add(layout, pk: object.pk, version: object.row?.version ?? 0)
      for property in layout.properties where property.word != 0 {
        var value = object.slotValue(property.slot)
        switch value {
        case .transformable(let box):
          value = .data(try TransformableCoding.encode(box.value, property))
        case .object(let key):
          value = .object(object.context?.currentKey(key) ?? key)
        default: break
        }
        chunk.set(value, property, in: row)
      }
    }
    return batch
  }
}
