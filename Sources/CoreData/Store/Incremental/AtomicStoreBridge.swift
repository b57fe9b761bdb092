/// Stands between the engine in memory and a program's own atomic store: nodes become rows when it
/// is loaded, and rows become nodes with every save.
final class AtomicStoreBridge: AtomicFile {
  private unowned let store: NSAtomicStore
  private let model: ModelLayout
  private var versions: [NSManagedObjectID: Int32] = [:]

  init(_ store: NSAtomicStore, _ model: ModelLayout) {
    self.store = store
    self.model = model
  }

  func readMetadata() throws -> [String: Any] { store.metadata ?? [:] }

  func read(into memory: MemoryStore) throws {
    try store.load()
    let records = try store.nodesByID.values.map(record)
    do {
      try memory.load(records)
    } catch {
      throw damaged(error.reason)
    }
    for id in store.nodesByID.keys { versions[id] = 1 }
  }

  private func record(_ node: NSAtomicStoreCacheNode) throws -> AtomicRecord {
    let layout = node.objectID.layout
    var record = AtomicRecord(layout: layout, pk: node.objectID.key.pk, version: 1)
    for property in layout.properties {
      guard let value = node.value(forKey: property.name) else { continue }
      if property.kind.isToMany {
        record.members[property.slot] = Self.members(of: value).compactMap(Self.key)
      } else if property.word != 0 {
        record.values[property.slot] = try slotValue(value, property, node)
      }
    }
    return record
  }

  private func slotValue(
    _ value: Any, _ property: PropertyLayout, _ node: NSAtomicStoreCacheNode
  ) throws -> SlotValue {
    let found: SlotValue? =
      switch property.kind {
      case .toOne: Self.key(of: value).map { .object($0) }
      case .transformable: .data(try TransformableCoding.encode(value, property))
      default: SlotValue.from(value, type: property.type)
      }
    guard let found else {
      throw damaged(
        "the node of \(node.objectID.shortName) has a \(type(of: value)) for “\(property.name)”")
    }
    return found
  }

  private func damaged(_ reason: String) -> AtomicFileError {
    .damaged(store.url ?? URL(fileURLWithPath: "/"), reason: reason)
  }

  private static func members(of value: Any) -> [Any] {
    switch value {
    case let set as NSOrderedSet: set.array
    case let set as NSSet: set.allObjects
    case let list as [Any]: list
    default: []
    }
  }

  private static func key(of value: Any) -> ObjectKey? {
    switch value {
    case let node as NSAtomicStoreCacheNode: node.objectID.key
    case let id as NSManagedObjectID: id.key
    default: nil
    }
  }

  func write(_ memory: MemoryStore) throws {
    let old = store.nodesByID
    let oldCaches = old.mapValues { $0.propertyCache?.mutableCopy() as? NSMutableDictionary }
    let oldVersions = versions
    do {
      update(from: memory)
      try store.save()
    } catch {
      store.restore(old)
      for (id, cache) in oldCaches { old[id]?.propertyCache = cache }
      versions = oldVersions
      throw error
    }
  }

  private func update(from memory: MemoryStore) {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = store.persistentStoreCoordinator
    var present: Set<NSManagedObjectID> = []
    memory.forEachRow { row, layout in
      let id = NSManagedObjectID(layout: layout, pk: row.pk, store: store.storeIdentity)
      present.insert(id)
      guard versions[id] != row.version else { return }
      versions[id] = row.version
      let object = context.object(with: id)
      if let node = store.cacheNode(for: id) {
        store.updateCacheNode(node, from: object)
      } else {
        store.addCacheNodes([store.newCacheNode(for: object)])
      }
    }
    let gone = store.nodesByID.filter { !present.contains($0.key) }
    for id in gone.keys { versions[id] = nil }
    store.removeNodes(Array(gone.values))
  }

  /// The key of a new object: made from the name that the store gives it.
  func key(for insert: SavePlan.Insert) -> Int64 {
    let object = ScratchObjects.make(insert)
    let reference = store.newReferenceObject(for: object)
    return store.references.key(for: reference, root: insert.layout.rootNumber)
  }
}

/// Objects with the values of a plan, for methods of a program's own stores that want an object.
enum ScratchObjects {
  /// An object without context that has an insertion's attributes.
  static func make(_ insert: SavePlan.Insert) -> NSManagedObject {
    let object = insert.layout.objectClass.init(
      entity: insert.layout.entity, insertInto: nil)
    for property in insert.layout.attributes where property.word != 0 {
      object.setPrimitiveValue(
        boxed(insert.values[property.slot], property), forKey: property.name)
    }
    return object
  }

  static func boxed(_ value: SlotValue, _ property: PropertyLayout) -> Any? {
    guard property.kind == .transformable, case .data(let data) = value else { return value.boxed }
    return TransformableCoding.decode(data, property).boxed
  }
}
