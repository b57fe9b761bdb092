import CRuntime

/// The objects of a context by key: how a row has one object in a context.
///
/// The tables hold plain references that keep nothing alive; an object takes itself out when it
/// dies, on whatever thread that is (see `KeyTable`). Keys of unsaved objects are in a table of
/// their own, and stay there after the object was saved, so that a reference made before the save
/// still finds it.
final class Registry {
  /// Held by whoever takes entries out, takes hold of a found object, or makes room.
  @exclusivity(unchecked)
  private(set) var lock = DeathLocks.first
  @exclusivity(unchecked)
  private var tables: ContiguousArray<KeyTable?> = []
  /// The same, for those who count no references.
  @exclusivity(unchecked)
  private var tableReferences: ContiguousArray<Unmanaged<KeyTable>?> = []
  @exclusivity(unchecked)
  private var temporary: KeyTable? {
    didSet { temporaryReference = temporary.map { .passUnretained($0) } }
  }
  /// The same, for those who count no references.
  @exclusivity(unchecked)
  private var temporaryReference: Unmanaged<KeyTable>?
  @exclusivity(unchecked)
  private var entityCount = 0
  /// Objects that name the context and whose entry is not in the tables any more, for it was given
  /// to another one, or the model was changed.
  private var overshadowed: ContiguousArray<UInt> = []

  /// Takes up the context, by whose address dying objects find the lock.
  func settle(in context: NSManagedObjectContext) {
    lock = DeathLocks.lock(of: Unmanaged.passUnretained(context).toOpaque())
  }

  /// Begins anew with a model.
  func begin(entityCount: Int) {
    lock.pointee.lock()
    defer { lock.pointee.unlock() }
    forEachWord { overshadowed.append($0) }
    tables = []
    tableReferences = []
    temporary = nil
    self.entityCount = entityCount
  }

  /// The table of a root entity in a store.
  func table(root: Int32, storeIndex: Int16) -> KeyTable {
    let index = Int(storeIndex) * (entityCount + 1) + Int(root)
    if index < tables.count, let table = tables[index] { return table }
    lock.pointee.lock()
    defer { lock.pointee.unlock() }
    if index >= tables.count {
      let missing = index + 1 - tables.count
      tables.append(contentsOf: repeatElement(nil, count: missing))
      tableReferences.append(contentsOf: repeatElement(nil, count: missing))
    }
    let table = KeyTable(self)
    tables[index] = table
    tableReferences[index] = .passUnretained(table)
    return table
  }

  /// The table of a root entity in a store, if there is one. Counts no reference.
  @inline(__always)
  private func tableAtHand(root: Int32, storeIndex: Int16) -> Unmanaged<KeyTable>? {
    let index = Int(storeIndex) * (entityCount + 1) + Int(root)
    return index >= 0 && index < tableReferences.count ? tableReferences[index] : nil
  }

  /// The object of a key, if the context has it.
  @inline(__always)
  func object(root: Int32, pk: Int64, storeIndex: Int16) -> NSManagedObject? {
    if pk < 0 { return temporary?.object(-pk) }
    return tableAtHand(root: root, storeIndex: storeIndex)?._withUnsafeGuaranteedRef {
      $0.object(pk)
    }
  }

  /// Enters an object under its key.
  func add(_ object: NSManagedObject) {
    if object.pk < 0 {
      if let known = temporaryReference {
        known._withUnsafeGuaranteedRef { $0.set(object, -object.pk) }
      } else {
        madeTemporary.set(object, -object.pk)
      }
      return
    }
    let root = object.layoutReference._withUnsafeGuaranteedRef { $0.rootNumber }
    if let known = tableAtHand(root: root, storeIndex: object.storeIndex) {
      known._withUnsafeGuaranteedRef { $0.set(object, object.pk) }
    } else {
      table(root: root, storeIndex: object.storeIndex).set(object, object.pk)
    }
  }

  private var madeTemporary: KeyTable {
    if let temporary { return temporary }
    lock.pointee.lock()
    defer { lock.pointee.unlock() }
    let made = KeyTable(self)
    temporary = made
    return made
  }

  /// Takes an object out, under both its key and its former temporary key.
  func remove(_ object: NSManagedObject) {
    lock.pointee.lock()
    defer { lock.pointee.unlock() }
    clear(
      KeyTable.word(object), root: object.layout.rootNumber, pk: object.pk,
      temporaryPK: object.temporaryPK, storeIndex: object.storeIndex)
  }

  /// Takes an object out that may be dying. The lock must be held.
  func clear(_ word: UInt, root: Int32, pk: Int64, temporaryPK: Int64, storeIndex: Int16) {
    if pk < 0 {
      temporary?.clear(word, -pk)
    } else if storeIndex >= 0 {
      let index = Int(storeIndex) * (entityCount + 1) + Int(root)
      if index < tables.count { tables[index]?.clear(word, pk) }
    }
    if temporaryPK < 0 { temporary?.clear(word, -temporaryPK) }
    if !overshadowed.isEmpty { overshadowed.removeAll { $0 == word } }
  }

  /// Takes hold of the object of an entry; nil if it is dying and has not taken its entry out yet. The
  /// lock must be held, so that its memory is still there.
  @inline(__always)
  func hold(_ word: UInt) -> NSManagedObject? {
    guard let address = UnsafeMutableRawPointer(bitPattern: word),
      let held = retain_if_alive(address)
    else { return nil }
    return Unmanaged<NSManagedObject>.fromOpaque(held).takeRetainedValue()
  }

  /// An object's entry was given to another one. The lock must be held.
  func overshadow(_ word: UInt) { overshadowed.append(word) }

  /// Calls a closure for every registered object, each once.
  func forEach(_ body: (NSManagedObject) -> Void) {
    for object in held(tables) { body(object) }
    for object in held([temporary]) where object.pk < 0 { body(object) }
  }

  private func held(_ tables: ContiguousArray<KeyTable?>) -> ContiguousArray<NSManagedObject> {
    lock.pointee.lock()
    defer { lock.pointee.unlock() }
    var objects: ContiguousArray<NSManagedObject> = []
    for table in tables {
      table?.forEachWord { word in
        if let object = hold(word) { objects.append(object) }
      }
    }
    return objects
  }

  /// The context goes: gives the objects that live on, and makes those that are dying forget it.
  func close() -> ContiguousArray<NSManagedObject> {
    lock.pointee.lock()
    defer { lock.pointee.unlock() }
    var objects: ContiguousArray<NSManagedObject> = []
    func close(_ word: UInt) {
      if let object = hold(word) {
        objects.append(object)
      } else if let address = UnsafeMutableRawPointer(bitPattern: word) {
        Unmanaged<NSManagedObject>.fromOpaque(address)._withUnsafeGuaranteedRef {
          $0.contextReference = nil
        }
      }
    }
    forEachWord(close)
    overshadowed.forEach(close)
    tables = []
    temporary = nil
    overshadowed = []
    return objects
  }

  private func forEachWord(_ body: (UInt) -> Void) {
    for table in tables { table?.forEachWord(body) }
    temporary?.forEachWord(body)
  }
}
