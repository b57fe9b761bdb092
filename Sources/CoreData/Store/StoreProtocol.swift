import Foundation

/// What a fetch asks of a store.
package struct FetchPlan {
  /// The entity fetched.
  package var layout: EntityLayout
  /// Predicate, order, limits and the rest, as the request says.
  package var pieces: FetchPieces

  package init(layout: EntityLayout, pieces: FetchPieces) {
    self.layout = layout
    self.pieces = pieces
  }
}

/// The rows of a relationship, for one owner or several.
package struct RelatedRows {
  /// The rows at the other end, ordered within each owner where the relationship is ordered.
  package var batch: RowBatch
  /// Whose they are. Empty when one owner was asked for.
  package var owners: OwnerRuns
}

/// What a kind of store can do: rows out, save plans in. It knows nothing of contexts and objects.
///
/// Every call is made under the coordinator's lock.
package protocol StoreEngine: AnyObject {
  /// Rows of a fetch, in its order; its limit and offset applied.
  func fetchRows(_ plan: FetchPlan) throws -> RowBatch
  /// The keys of a fetch's rows, in its order.
  func fetchKeys(_ plan: FetchPlan) throws -> ContiguousArray<ObjectKey>
  /// How many rows a fetch would give.
  func count(_ plan: FetchPlan) throws -> Int
  /// Dictionary results. To-one columns are object keys.
  func fetchDictionaries(_ plan: FetchPlan) throws -> ResultTable
  /// The row of a key, nil if there is none. The entity is the key's or an ancestor of it.
  func row(_ layout: EntityLayout, pk: Int64) throws -> RowPointer?
  /// The rows at the other end of a to-many, for owners of one entity.
  func related(_ property: PropertyLayout, of layout: EntityLayout, owners: [Int64]) throws
    -> RelatedRows
  /// Reserves primary keys of a root entity and returns the first.
  func reserveKeys(_ root: EntityLayout, count: Int) throws -> Int64
  /// Begins a unit of work.
  func begin() throws
  /// Writes a plan.
  func execute(_ plan: SavePlan) throws -> SaveOutcome
  /// Makes written rows known to the row cache, after the commit.
  func adopt(_ batch: RowBatch, _ plan: SavePlan)
  /// Ends the unit of work.
  func commit() throws
  /// Takes the unit of work back.
  func rollback()
  /// Drops a row from the row cache.
  func forgetRow(_ layout: EntityLayout, pk: Int64)
  /// Drops a row from the row cache if it was read longer ago than some seconds.
  func forgetStaleRow(_ layout: EntityLayout, pk: Int64, olderThan seconds: Double)
  /// Whether the store is asked even if nothing is to be saved.
  var hearsOfEmptySaves: Bool { get }
  /// Writes the metadata.
  func writeMetadata(_ metadata: [String: Any]) throws
  /// Whether the store itself keeps derived values that depend on other objects.
  var keepsDerivedValues: Bool { get }
  /// Whether executing a plan may run code of the program, which may change objects.
  var callsOut: Bool { get }
  /// The objects whose derived values the last unit of work changed without writing the objects
  /// themselves. Asked once, after the commit.
  func takeAffected() -> [ObjectKey]
  /// A reader of the state that the store has now.
  func readerOfPresentState() throws -> (any StoreEngine)?
  /// Refuses where such readers cannot be had.
  func checkGenerations() throws
  /// Closes files.
  func close()
}

extension StoreEngine {
  /// Only stores of a program's own are.
  package var hearsOfEmptySaves: Bool { false }

  /// Where reading keys alone saves nothing: the rows' keys.
  package func fetchKeys(_ plan: FetchPlan) throws -> ContiguousArray<ObjectKey> {
    let batch = try fetchRows(plan)
    defer { withExtendedLifetime(batch) {} }
    return ContiguousArray(batch.rows.map { ObjectKey(entity: $0.entityNumber, pk: $0.pk) })
  }

  package var keepsDerivedValues: Bool { false }

  package var callsOut: Bool { false }

  package func takeAffected() -> [ObjectKey] { [] }
}

extension StoreEngine {
  /// A reader of the state that the store has now, whoever saves meanwhile; nil for stores that
  /// have only one state.
  package func readerOfPresentState() throws -> (any StoreEngine)? { nil }

  /// Refuses where the store cannot be read while others write.
  package func checkGenerations() throws {}
}

/// What a save asks of one store.
package struct SavePlan {
  /// An object to be given a row.
  ///
  /// It counts no references: a layout lives for ever, and the values are held by the plan or by the
  /// object they are the changes of.
  package struct Insert {
    let layoutReference: Unmanaged<EntityLayout>
    /// Negative for a key to be handed out; positive for one already reserved.
    package let pk: Int64
    /// By slot.
    package let values: UnsafePointer<SlotValue>

    package var layout: EntityLayout { layoutReference.takeUnretainedValue() }
    /// The number of the root entity, which hands out the key.
    package var root: Int32 { layoutReference._withUnsafeGuaranteedRef { $0.rootNumber } }
  }

  /// A row to be changed.
  package struct Update {
    package let layout: EntityLayout
    package let pk: Int64
    /// The row as the object knew it.
    package let row: RowPointer
    /// The slots to be written.
    package let slots: [Int]
    /// By slot; only those of `slots` matter.
    package let values: ContiguousArray<SlotValue>
  }

  /// A row to be deleted.
  package struct Delete {
    package let layout: EntityLayout
    package let pk: Int64
    /// The version the object knew.
    package let version: Int32
  }

  /// Members of a relationship that is not kept in the owner's or member's own slots: a
  /// many-to-many, a to-many without inverse, or the order of an ordered to-many.
  package struct Link {
    package let layout: EntityLayout
    package let property: PropertyLayout
    package let owner: ObjectKey
    package var added: [ObjectKey]
    package var removed: [ObjectKey]
    /// All members in order, for an ordered relationship.
    package var order: [ObjectKey]?
    /// Whether the order must be written anew rather than continued.
    package var isReordered: Bool
  }

  /// An object whose to-many relationships changed, for the history.
  package struct Touch {
    package let layout: EntityLayout
    package let pk: Int64
    package let slots: [Int]
  }

  package var inserts: ContiguousArray<Insert> = []
  /// Values of inserts that no object has.
  private var kept: ContiguousArray<ContiguousArray<SlotValue>> = []
  package var updates: ContiguousArray<Update> = []
  package var deletes: ContiguousArray<Delete> = []
  package var links: [Link] = []
  package var touched: [Touch] = []
  /// Who saves, for the history.
  package var origin = ChangeOrigin()

  /// Adds a row, whose values the plan keeps.
  package mutating func insert(
    _ layout: EntityLayout, pk: Int64, values: ContiguousArray<SlotValue>
  ) {
    kept.append(values)
    let first = values.withUnsafeBufferPointer { $0.baseAddress }
    insert(layout, pk: pk, borrowing: first ?? Self.noValues)
  }

  /// What stands for the values of an entity without properties.
  nonisolated(unsafe) private static let noValues: UnsafePointer<SlotValue> = {
    let place = UnsafeMutablePointer<SlotValue>.allocate(capacity: 1)
    place.initialize(to: .null)
    return UnsafePointer(place)
  }()

  /// Adds a row, whose values stay where they are until the plan has been executed.
  @inline(__always)
  package mutating func insert(
    _ layout: EntityLayout, pk: Int64, borrowing values: UnsafePointer<SlotValue>
  ) {
    inserts.append(
      Insert(layoutReference: .passUnretained(layout), pk: pk, values: values))
  }

  package var isEmpty: Bool {
    inserts.isEmpty && updates.isEmpty && deletes.isEmpty && links.isEmpty
  }
}

/// What came of a save plan.
package enum SaveOutcome {
  /// Everything was written. The rows stand parallel to the plan's inserts, then its updates.
  case written(RowBatch)
  /// Rows were not as the objects knew them; nothing of the unit of work may be kept.
  case conflicts([RowConflict])
}

/// A row that another save changed or deleted meanwhile.
package struct RowConflict {
  package let layout: EntityLayout
  package let pk: Int64
  /// The row as it is now, nil if it was deleted.
  package let current: RowPointer?
  /// Whether the newer row was known in the row cache, before asking the store.
  package let isCached: Bool
}

extension StoreEngine {
  /// For stores that do not know when a row was read: it is as old as can be.
  package func forgetStaleRow(_ layout: EntityLayout, pk: Int64, olderThan seconds: Double) {
    forgetRow(layout, pk: pk)
  }
}
