/// A store whose rows live in memory: the in-memory store, and the common core of the stores that
/// are read and written as a whole file (binary, XML).
///
/// Rows are the snapshots that objects share; a fetch hands them out without copying. The members
/// of every to-many relationship are kept as lists of keys, whatever its inverse is.
final class MemoryStore {
  let model: ModelLayout
  /// Where the rows go when a save is committed; nil for a store in memory only.
  let file: (any AtomicFile)?
  /// Whether the model has to-many relationships without an inverse.
  let hasInverselessLists: Bool
  private var tables: ContiguousArray<MemoryTable?>
  var members: [MemberKey: StoredMembers] = [:]
  var metadata: [String: Any]
  /// What to undo to get back to where the unit of work began; nil outside of one.
  var journal: MemoryJournal?
  /// Whether keys are unique in the whole store, as in XML files, where they are the objects'
  /// names.
  var sharesKeys = false
  /// The greatest key of all root entities.
  var lastSharedKey: Int64 = 0
  /// Gives new objects their keys, in place of counting.
  var keyMaker: ((SavePlan.Insert) -> Int64)?
  /// The store that the engine works for, for predicates that are code and want objects.
  weak var owner: NSPersistentStore?

  init(model: ModelLayout, metadata: [String: Any], file: (any AtomicFile)? = nil) {
    self.model = model
    self.metadata = metadata
    self.file = file
    hasInverselessLists = model.entities.contains { layout in
      layout.toManies.contains { $0.inverseSlot < 0 }
    }
    tables = ContiguousArray(repeating: nil, count: model.entities.count + 1)
  }

  /// The table of a root entity.
  func table(_ root: Int32) -> MemoryTable {
    if let table = tables[Int(root)] { return table }
    let table = MemoryTable()
    tables[Int(root)] = table
    return table
  }

  /// Takes keys that no object has had, and returns the first.
  func takeKeys(of root: Int32, count: Int) -> Int64 {
    let first = (sharesKeys ? lastSharedKey : table(root).lastKey) + 1
    let last = first + Int64(count) - 1
    lastSharedKey = max(lastSharedKey, last)
    table(root).lastKey = max(table(root).lastKey, last)
    return first
  }

  func row(_ key: ObjectKey) -> RowPointer? {
    table(model.entity(number: key.entity).rootNumber).row(key.pk)
  }

  /// Calls a closure for each row of the store, root by root and by ascending key.
  func forEachRow(_ body: (RowPointer, EntityLayout) throws -> Void) rethrows {
    for table in tables {
      try table?.forEach { row in try body(row, model.entity(number: row.entityNumber)) }
    }
  }

  /// The members of a to-many, in its order.
  func members(
    of property: PropertyLayout, root: Int32, pk: Int64
  ) -> ContiguousArray<ObjectKey> {
    members[MemberKey(root: root, pk: pk, slot: property.slot)]?.keys ?? []
  }

  /// Tests call this after changes.
  func checkInvariants() -> Bool {
    tables.allSatisfy { $0?.checkInvariants() ?? true }
      && members.values.allSatisfy { list in
        list.checkInvariants() && list.keys.allSatisfy { row($0) != nil }
      }
  }
}

extension MemoryStore: StoreEngine {
  /// A program's own atomic store hands out keys and nodes.
  package var callsOut: Bool { true }

  func row(_ layout: EntityLayout, pk: Int64) throws -> RowPointer? {
    guard let row = table(layout.rootNumber).row(pk) else { return nil }
    return model.entity(number: row.entityNumber).isKind(of: layout) ? row : nil
  }

  func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64]
  ) throws -> RelatedRows {
    var found = RelatedRows(batch: RowBatch(), owners: [])
    for owner in owners {
      for member in members(of: property, root: layout.rootNumber, pk: owner) {
        guard let row = row(member) else { continue }
        found.batch.add(cached: row)
        if owners.count > 1 { found.owners.append(owner) }
      }
    }
    return found
  }

  func reserveKeys(_ root: EntityLayout, count: Int) throws -> Int64 {
    takeKeys(of: root.rootNumber, count: count)
  }

  /// Nothing is kept beside the rows themselves.
  func adopt(_ batch: RowBatch, _ plan: SavePlan) {}

  /// There is no cache to drop a row from: the rows are the store.
  func forgetRow(_ layout: EntityLayout, pk: Int64) {}

  func close() {}
}
