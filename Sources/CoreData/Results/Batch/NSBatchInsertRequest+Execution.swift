import Foundation

extension NSBatchInsertRequest: ExecutableRequest {
  package final func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let coordinator = try context.requireCoordinator()
    guard let layout = coordinator.layout.entity(named: entityName) else {
      throw ContextError.unknownEntity(entityName)
    }
    if layout.isAbstract { throw RequestError.abstractEntity(layout.name) }
    // A new row goes to one store: the first that takes the entity and can be written.
    let stores = try coordinator.batchStores(for: layout, self)
    guard let store = stores.first(where: { !$0.isReadOnly }) ?? stores.first else {
      throw ContextError.noStoreForEntity(layout.name)
    }
    let tally = try coordinator.tally(
      self, on: store, in: context, { $0.inserted + $0.updated },
      { engine in
        let rows = BatchRows(self, layout, store)
        return try engine.insert(
          BatchInsert(
            layout: layout, collision: Self.collision(context), origin: context.origin,
            next: rows.next))
      })
    switch resultType {
    case .statusOnly: return NSBatchInsertResult(NSNumber(value: true), resultType)
    case .objectIDs: return NSBatchInsertResult(tally.ids ?? [], resultType)
    case .count: return NSBatchInsertResult(NSNumber(value: tally.count), resultType)
    }
  }

  private static func collision(_ context: NSManagedObjectContext) -> BatchInsert.Collision {
    switch (context.mergePolicy as? NSMergePolicy)?.mergeType {
    case .mergeByPropertyObjectTrumpMergePolicyType: .changeGiven
    case .overwriteMergePolicyType: .changeAll
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .keepStored
    default: .refuse
    }
  }
}

/// The rows of a batch insertion, made one by one as they are asked for.
private final class BatchRows {
  private let request: NSBatchInsertRequest
  private let layout: EntityLayout
  private let store: NSPersistentStore
  private let defaults: ContiguousArray<SlotValue>
  private var index = 0
  private var object: NSManagedObject?

  init(_ request: NSBatchInsertRequest, _ layout: EntityLayout, _ store: NSPersistentStore) {
    self.request = request
    self.layout = layout
    self.store = store
    var values = ContiguousArray(repeating: SlotValue.null, count: layout.slotCount)
    for property in layout.attributes { values[property.slot] = property.defaultValue }
    defaults = values
  }

  func next() throws -> BatchInsert.Row? {
    if let objects = request.objectsToInsert {
      guard index < objects.count else { return nil }
      defer { index += 1 }
      return try row(objects[index].map { ($0.key, $0.value) })
    }
    if let handler = request.dictionaryHandler {
      let dictionary = NSMutableDictionary()
      if handler(dictionary) { return nil }
      return try row(dictionary.allKeys.map { ($0, dictionary[$0] ?? NSNull()) })
    }
    if let handler = request.managedObjectHandler {
      let filled = object ?? layout.objectClass.init(entity: layout.entity, insertInto: nil)
      object = filled
      filled.overlay = nil
      filled.extra?.loosePartners = [:]
      if handler(filled) { return nil }
      return try row(of: filled)
    }
    return nil
  }

  private func row(_ pairs: [(Any, Any)]) throws -> BatchInsert.Row {
    var row = BatchInsert.Row(values: defaults, given: [])
    for (key, value) in pairs {
      let property = try BatchValues.property(key, of: layout)
      row.values[property.slot] = try BatchValues.value(value, property, layout, store)
      row.given.append(property.slot)
    }
    return try complete(row)
  }

  private func row(of object: NSManagedObject) throws -> BatchInsert.Row {
    var row = BatchInsert.Row(values: defaults, given: [])
    for property in layout.properties where property.word != 0 {
      guard let value = object.overlay?[property.slot], !value.isUnset else { continue }
      row.values[property.slot] = value
      row.given.append(property.slot)
    }
    // Who was given is without context, as the object itself is, and has no key to refer by.
    for (slot, partner) in object.extra?.loosePartners ?? [:] {
      _ = try BatchValues.value(partner, layout.properties[slot], layout, store)
    }
    return try complete(row)
  }

  /// Puts stored bytes in place of transformable objects, such as default values.
  private func complete(_ row: BatchInsert.Row) throws -> BatchInsert.Row {
    var row = row
    for property in layout.attributes where property.kind == .transformable {
      guard case .transformable(let box) = row.values[property.slot] else { continue }
      row.values[property.slot] = .data(try TransformableCoding.encode(box.value, property))
    }
    return row
  }
}
