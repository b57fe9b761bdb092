/// The objects of a context by key: how a row has one object in a context.
///
/// The tables hold plain references that keep nothing alive; an object takes itself out when it
/// dies. Keys of unsaved objects are in a table of their own, and stay there after the object was
/// saved, so that a reference made before the save still finds it.
struct Registry {
  private var tables: ContiguousArray<KeyTable?> = []
  private let temporary = KeyTable()
  private let entityCount: Int

  /// - Parameter entityCount: how many entities the model has.
  init(entityCount: Int) { self.entityCount = entityCount }

  /// The table of a root entity in a store.
  mutating func table(root: Int32, storeIndex: Int16) -> KeyTable {
    let index = Int(storeIndex) * (entityCount + 1) + Int(root)
    if index >= tables.count {
      tables.append(contentsOf: repeatElement(nil, count: index + 1 - tables.count))
    }
    if let table = tables[index] { return table }
    let table = KeyTable()
    tables[index] = table
    return table
  }

  /// The object of a key, if the context has it.
  @inline(__always)
  func object(root: Int32, pk: Int64, storeIndex: Int16) -> NSManagedObject? {
    if pk < 0 { return temporary.object(-pk) }
    let index = Int(storeIndex) * (entityCount + 1) + Int(root)
    guard index >= 0, index < tables.count, let table = tables[index] else { return nil }
    return table.object(pk)
  }

  /// Enters an object under its key.
  mutating func add(_ object: NSManagedObject) {
    if object.pk < 0 {
      temporary.set(object, -object.pk)
    } else {
      table(root: object.layout.rootNumber, storeIndex: object.storeIndex).set(object, object.pk)
    }
  }

  /// Takes an object out, under both its key and its former temporary key.
  mutating func remove(_ object: NSManagedObject) {
    if object.pk < 0 {
      temporary.clear(object, -object.pk)
    } else if object.storeIndex >= 0 {
      table(root: object.layout.rootNumber, storeIndex: object.storeIndex).clear(object, object.pk)
    }
    if object.temporaryPK < 0 { temporary.clear(object, -object.temporaryPK) }
  }

  /// Calls a closure for every registered object, each once.
  func forEach(_ body: (NSManagedObject) -> Void) {
    for table in tables { table?.forEach(body) }
    temporary.forEach { object in
      if object.pk < 0 { body(object) }
    }
  }

  /// How many objects are registered.
  var count: Int {
    var count = 0
    forEach { _ in count += 1 }
    return count
  }
}

/// A page table of managed objects, held without ownership.
final class KeyTable {
  @exclusivity(unchecked)
  private var table = PageTable()

  @inline(__always)
  func object(_ key: Int64) -> NSManagedObject? {
    guard let pointer = table.value(for: key) else { return nil }
    return Unmanaged<NSManagedObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  @inline(__always)
  func set(_ object: NSManagedObject, _ key: Int64) {
    table.set(Unmanaged.passUnretained(object).toOpaque(), for: key)
  }

  /// Removes the entry if it is this object's. Called from the object's deinit: it must not be
  /// retained here.
  func clear(_ object: NSManagedObject, _ key: Int64) {
    if table.value(for: key) == Unmanaged.passUnretained(object).toOpaque() {
      table.set(nil, for: key)
    }
  }

  func forEach(_ body: (NSManagedObject) -> Void) {
    table.forEach { _, pointer in
      body(Unmanaged<NSManagedObject>.fromOpaque(pointer).takeUnretainedValue())
    }
  }
}
