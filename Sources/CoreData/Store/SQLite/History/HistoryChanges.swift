import Foundation
import PredicateCore
import SQLiteDriver

/// The changes of one unit of work, to be written into the history.
struct HistoryChanges {
  /// One change.
  struct Change {
    let kind: HistoryChangeRow.Kind
    let layout: EntityLayout
    let pk: Int64
    /// Of an update: the changed slots.
    var slots: Set<Int> = []
    /// Of a deletion: the values that outlive the row, in the order of the tombstone columns.
    var tombstone: [SQLiteValue] = []
  }

  private(set) var all: ContiguousArray<Change> = []
  private var updates: [ObjectKey: Int] = [:]

  mutating func addInsert(_ layout: EntityLayout, pk: Int64) {
    all.append(Change(kind: .insert, layout: layout, pk: pk))
  }

  /// Adds changed slots; those of one row become one change.
  mutating func addUpdate(_ layout: EntityLayout, pk: Int64, slots: some Sequence<Int>) {
    let key = ObjectKey(entity: layout.number, pk: pk)
    if let index = updates[key] {
      all[index].slots.formUnion(slots)
      return
    }
    updates[key] = all.count
    all.append(Change(kind: .update, layout: layout, pk: pk, slots: Set(slots)))
  }

  mutating func addDelete(_ layout: EntityLayout, pk: Int64, tombstone: [SQLiteValue]) {
    all.append(Change(kind: .delete, layout: layout, pk: pk, tombstone: tombstone))
  }
}

extension SQLiteHistory {
  /// The attributes whose values outlive a row, in the order of the tombstone columns: those of the
  /// root entity first, then level by level down to the row's own (corpus 024: `uuid` of Object
  /// before `shouldSync` of Event); within a level by code point of their names (inferred).
  static func preserved(_ layout: EntityLayout) -> [PropertyLayout] {
    layout.attributes
      .filter { $0.word != 0 && $0.attribute?.preservesValueInHistoryOnDeletion == true }
      .map { (level: level(of: $0, in: layout), property: $0) }
      .sorted { left, right in
        left.level == right.level
          ? left.property.name.utf8.lexicographicallyPrecedes(right.property.name.utf8)
          : left.level < right.level
      }
      .map(\.property)
  }

  /// How many ancestors the entity has that declares an attribute.
  private static func level(of property: PropertyLayout, in layout: EntityLayout) -> Int {
    var level = 0
    var ancestor = layout.superlayout
    while let current = ancestor {
      if property.slot < current.slotCount { level -= 1 }
      ancestor = current.superlayout
    }
    return level
  }

  /// Notes a row that is about to be deleted.
  func note(deletionOf layout: EntityLayout, pk: Int64, in changes: inout HistoryChanges) throws {
    let preserved = Self.preserved(layout)
    var tombstone: [SQLiteValue] = []
    if !preserved.isEmpty, let row = try store.row(layout, pk: pk) {
      let own = store.model.entity(number: row.entityNumber)
      tombstone = preserved.map { row.value(own.properties[$0.slot]).plainColumnValue }
    }
    changes.addDelete(layout, pk: pk, tombstone: tombstone)
  }

  /// Notes the deletions of a plan, before they are done.
  func note(deletesOf plan: SavePlan, in changes: inout HistoryChanges) throws {
    for delete in plan.deletes {
      try note(deletionOf: delete.layout, pk: delete.pk, in: &changes)
    }
  }

  /// Notes what a plan has inserted and updated; the rows stand in its order.
  func note(_ plan: SavePlan, _ batch: RowBatch, in changes: inout HistoryChanges) throws {
    for (index, insert) in plan.inserts.enumerated() {
      changes.addInsert(insert.layout, pk: batch.rows[index].pk)
    }
    for update in plan.updates {
      changes.addUpdate(update.layout, pk: update.pk, slots: update.slots)
    }
    for touch in plan.touched where touch.pk > 0 {
      changes.addUpdate(touch.layout, pk: touch.pk, slots: touch.slots)
    }
  }
}

extension SlotValue {
  /// The value as a column has it (format facts 63 to 70), external storage aside.
  var plainColumnValue: SQLiteValue {
    switch self {
    case .unset, .null, .transformable: .null
    case .int(let value): .integer(value)
    case .bool(let value): .integer(value ? 1 : 0)
    case .double(let value): .real(value)
    case .float(let value): .real(Double(value))
    case .date(let value): .real(value)
    case .decimal(let box): .real(box.value.nearestDouble)
    case .string(let value): .text(value)
    case .data(let value): .blob(value)
    case .uuid(let box): .blob(withUnsafeBytes(of: box.value.uuid) { Data($0) })
    case .uri(let value): .text(value.absoluteString)
    case .object(let key): .integer(key.pk)
    }
  }
}
