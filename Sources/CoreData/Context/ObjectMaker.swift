import CRuntime

/// Turns the rows of one store into a context's objects.
struct ObjectMaker {
  private let context: Unmanaged<NSManagedObjectContext>
  private let model: ModelLayout
  private let storeIndex: Int16
  private let asFaults: Bool
  private let refreshes: Bool
  private let retains: Bool
  private var layout: EntityLayout
  private var objectClass: NSManagedObject.Type
  private var table: KeyTable

  init(
    _ context: NSManagedObjectContext, _ model: ModelLayout, _ storeIndex: Int16,
    _ pieces: FetchPieces
  ) {
    self.context = .passUnretained(context)
    self.model = model
    retains = context.retainsRegisteredObjects
    self.storeIndex = storeIndex
    asFaults = pieces.returnsObjectsAsFaults
    refreshes = pieces.shouldRefreshRefetchedObjects
    layout = model.entities[0]
    objectClass = layout.objectClass
    table = Self.table(context, layout, storeIndex)
  }

  private static func table(
    _ context: NSManagedObjectContext, _ layout: EntityLayout, _ storeIndex: Int16
  ) -> KeyTable {
    // Rows of a parent's unsaved objects may be in no store yet.
    if storeIndex < 0 { return KeyTable(context.registry) }
    return context.registry.table(root: layout.rootNumber, storeIndex: storeIndex)
  }

  /// The objects of rows, as the members of a relationship.
  mutating func members(of rows: ContiguousArray<RowPointer>.SubSequence) -> MemberList {
    MemberList(count: rows.count) { make(rows, into: $0) }
  }

  /// Makes the objects of rows.
  mutating func make(
    _ rows: ContiguousArray<RowPointer>.SubSequence,
    into room: UnsafeMutablePointer<NSManagedObject>
  ) {
    rows.withUnsafeBufferPointer { rows in
      var count = 0
      while count < rows.count { makeRun(rows, into: room, &count) }
    }
  }

  /// Makes the objects of the rows from a place on, as long as they are of one entity.
  private mutating func makeRun(
    _ rows: UnsafeBufferPointer<RowPointer>, into room: UnsafeMutablePointer<NSManagedObject>,
    _ count: inout Int
  ) {
    let number = rows[count].entityNumber
    if number != layout.number { change(to: model.entity(number: number)) }
    // Held here once, so that no reference is counted object by object.
    let entity = layout.entity
    let table = table
    repeat {
      // What stands in one chunk counts its references to it at once, and before any of it is used.
      let chunk = rows[count].chunk.toOpaque()
      var end = count + 1
      while end < rows.count, rows[end].chunk.toOpaque() == chunk,
        rows[end].entityNumber == number
      {
        end += 1
      }
      swift_retain_n(chunk, UInt32(end - count))
      var unused: UInt32 = 0
      while count < end {
        (room + count).initialize(to: object(for: rows[count], entity, table, &unused))
        count += 1
      }
      if unused > 0 { swift_release_n(chunk, unused) }
    } while count < rows.count && rows[count].entityNumber == number
  }

  /// The object of a row.
  ///
  /// - Parameter unused: counted up if the object does not take the reference to the row's chunk that
  ///   was counted for it.
  @inline(__always)
  private func object(
    for row: RowPointer, _ entity: NSEntityDescription, _ table: KeyTable, _ unused: inout UInt32
  ) -> NSManagedObject {
    let pk = row.pk
    if pk < 0 {
      unused += 1
      return unsaved(row)
    }
    if let known = table.object(pk) {
      unused += 1
      renew(known, row)
      return known
    }
    let object = objectClass.init(entity: entity, insertInto: nil)
    object.pk = pk
    object.storeIndex = storeIndex
    object.contextReference = context
    object.flags.insert(.fault)
    object.takeRow(row)
    table.set(object, pk)
    if retains { context._withUnsafeGuaranteedRef { _ = $0.retained.insert(object) } }
    if !asFaults { object.bringIn() }
    return object
  }

  private mutating func change(to new: EntityLayout) {
    layout = new
    objectClass = new.objectClass
    table = context._withUnsafeGuaranteedRef { Self.table($0, new, storeIndex) }
  }

  /// The object for a row of a parent's unsaved object, under its temporary key.
  @inline(never)
  private func unsaved(_ row: RowPointer) -> NSManagedObject {
    let context = context.takeUnretainedValue()
    if let known = context.registry.object(root: layout.rootNumber, pk: row.pk, storeIndex: -1) {
      renew(known, row)
      return known
    }
    let object = context.makeFault(layout, pk: row.pk, storeIndex: storeIndex)
    object.setRow(row)
    if !asFaults { object.fire() }
    return object
  }

  /// A registered object keeps its values, unless it is a fault or the request asks for fresh ones.
  private func renew(_ object: NSManagedObject, _ row: RowPointer) {
    // One that was asked for as an object of another entity reads its row by itself.
    guard
      object.layoutReference._withUnsafeGuaranteedRef({ $0.number == row.entityNumber })
    else { return }
    if object.flags.contains(.fault) {
      if object.row != row { object.setRow(row) }
      if !asFaults { object.bringIn() }
    } else if refreshes && object.flags.isDisjoint(with: .pending) && object.row != row {
      object.setRow(row)
      object.dropRelations()
      object.extra?.decoded = [:]
      object.extra?.fetched = [:]
    }
  }
}
