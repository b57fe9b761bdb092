/// Stands between the coordinator and a program's own incremental store: plans become requests, and
/// nodes become rows.
final class IncrementalEngine {
  unowned let store: NSIncrementalStore
  let model: ModelLayout
  let cache: RowCache
  let hearsOfEmptySaves = true
  private var pending: (() -> Void)?

  init(_ store: NSIncrementalStore, _ model: ModelLayout) {
    self.store = store
    self.model = model
    cache = RowCache(model: model)
  }

  /// A context of the store's own, for one request.
  func makeContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = store.persistentStoreCoordinator
    return context
  }

  func id(_ layout: EntityLayout, _ pk: Int64) -> NSManagedObjectID {
    NSManagedObjectID(layout: layout, pk: pk, store: store.storeIdentity)
  }

  /// Asks for an object's values and enters its row in a batch.
  func addRow(
    _ id: NSManagedObjectID, to batch: inout RowBatch, _ context: NSManagedObjectContext
  ) throws {
    if let known = cache.row(root: id.layout.rootNumber, pk: id.key.pk) {
      batch.add(cached: known)
      return
    }
    let node = try store.newValuesForObject(with: id, with: context)
    let version = Int32(truncatingIfNeeded: max(1, node.version))
    let (row, chunk) = batch.add(id.layout, pk: id.key.pk, version: version)
    for property in id.layout.properties where property.word != 0 {
      guard let value = try slotValue(of: property, node, context) else { continue }
      chunk.set(value, property, in: row)
    }
  }

  private func slotValue(
    of property: PropertyLayout, _ node: NSIncrementalStoreNode, _ context: NSManagedObjectContext
  ) throws -> SlotValue? {
    var value = node.value(for: property.description)
    if property.kind == .toOne, value == nil, let relationship = property.relationship {
      value = try store.newValue(
        forRelationship: relationship, forObjectWith: node.objectID, with: context)
    }
    guard let value, !(value is NSNull) else { return nil }
    let found: SlotValue? =
      switch property.kind {
      case .toOne: (value as? NSManagedObjectID).map { .object($0.key) }
      case .transformable: .data(try TransformableCoding.encode(value, property))
      default: SlotValue.from(value, type: property.type)
      }
    guard let found else {
      throw ObjectError.unacceptableType(
        property: property.name, wanted: property.valueClass, value: value)
    }
    return found
  }
}

extension IncrementalEngine: StoreEngine {
  var callsOut: Bool { true }

  func row(_ layout: EntityLayout, pk: Int64) throws -> RowPointer? {
    if let known = cache.row(root: layout.rootNumber, pk: pk) { return known }
    var batch = RowBatch()
    do {
      try addRow(id(layout, pk), to: &batch, makeContext())
    } catch let error as CocoaError where error.code == .managedObjectReferentialIntegrity {
      return nil
    }
    cache.add(batch)
    return batch.rows.first
  }

  func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64]
  ) throws -> RelatedRows {
    var found = RelatedRows(batch: RowBatch(), owners: [])
    guard let relationship = property.relationship else { return found }
    let context = makeContext()
    for owner in owners {
      let value = try store.newValue(
        forRelationship: relationship, forObjectWith: id(layout, owner), with: context)
      for member in value as? [NSManagedObjectID] ?? [] {
        try addRow(member, to: &found.batch, context)
        if owners.count > 1 { found.owners.append(owner) }
      }
    }
    cache.add(found.batch)
    return found
  }

  func fetchRows(_ plan: FetchPlan) throws -> RowBatch {
    let context = makeContext()
    let request = makeRequest(plan, .managedObjectResultType)
    guard let objects = try store.execute(request, with: context) as? [NSManagedObject] else {
      throw wrongResult(request, "an array of managed objects")
    }
    var batch = RowBatch()
    for object in objects { try addRow(object.objectID, to: &batch, context) }
    cache.add(batch)
    return batch
  }

  func count(_ plan: FetchPlan) throws -> Int {
    let request = makeRequest(plan, .countResultType)
    guard let numbers = try store.execute(request, with: makeContext()) as? [Any],
      let count = numbers.first as? Int
    else { throw wrongResult(request, "an array with the number") }
    return count
  }

  func fetchDictionaries(_ plan: FetchPlan) throws -> ResultTable {
    let request = makeRequest(plan, .dictionaryResultType)
    guard let rows = try store.execute(request, with: makeContext()) as? [[String: Any]] else {
      throw wrongResult(request, "an array of dictionaries")
    }
    return ResultTable(rows.map { row in row.mapValues { ($0 as? NSManagedObjectID)?.key ?? $0 } })
  }

  /// The request as every store of a Mac casts it, whatever its result type: with Objective-C's
  /// generics erased, `NSFetchRequest<any NSFetchRequestResult>` is the only type there is.
  private func makeRequest(
    _ plan: FetchPlan, _ resultType: NSFetchRequestResultType
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: plan.layout.name)
    request.pieces = plan.pieces
    request.pieces.entity = plan.layout.entity
    request.pieces.resultType = resultType
    request.affectedStores = [store]
    return request
  }

  private func wrongResult(_ request: NSPersistentStoreRequest, _ wanted: String) -> any Error {
    ContextError.unsupportedRequest(
      "\(type(of: request)), for which the store returned not \(wanted)")
  }

  /// Keys are the store's to give, when objects are saved.
  func reserveKeys(_ root: EntityLayout, count: Int) throws -> Int64 {
    throw ContextError.unsupportedRequest("keys ahead of saving")
  }

  func begin() throws {}

  func commit() throws {}

  /// What the store has written it has written: the rows known of it are asked for anew.
  func rollback() { cache.removeAll() }

  func adopt(_ batch: RowBatch, _ plan: SavePlan) {
    cache.add(batch)
    for delete in plan.deletes { cache.remove(root: delete.layout.rootNumber, pk: delete.pk) }
  }

  func forgetRow(_ layout: EntityLayout, pk: Int64) {
    cache.remove(root: layout.rootNumber, pk: pk)
  }

  /// Metadata are the store's to keep; it has them already.
  func writeMetadata(_ metadata: [String: Any]) throws {}

  func close() { cache.removeAll() }
}
