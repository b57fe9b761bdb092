import Synchronization

/// A page table of a context's objects by key, held without ownership.
///
/// Objects are looked up and entered on the context's queue alone. They may die anywhere, and then
/// take their entries out, under the registry's lock. So whoever finds an entry needs the lock to
/// take hold of the object; whoever finds none, or enters an object on a page that is there, does
/// not: cells are read and written as wholes.
final class KeyTable {
  private typealias Page = UnsafeMutablePointer<Atomic<UInt>>

  private static let shift = 9
  private static let pageSize = 1 << shift
  /// The largest directory: 2²⁶ keys, a directory of 1 MiB.
  private static let maximumPages = 1 << 17

  private unowned(unsafe) let registry: Registry
  @exclusivity(unchecked)
  private var directory: UnsafeMutablePointer<Page?>
  @exclusivity(unchecked)
  private var directoryCount = 0
  /// Keys beyond the directory.
  private var sparse: [Int64: UInt] = [:]
  /// Whether `sparse` was ever used. Known to the context's queue alone.
  @exclusivity(unchecked)
  private var isSparse = false

  init(_ registry: Registry) {
    self.registry = registry
    directory = UnsafeMutablePointer<Page?>.allocate(capacity: 1)
    directory.initialize(to: nil)
  }

  deinit {
    for index in 0..<directoryCount { directory[index]?.deallocate() }
    directory.deallocate()
  }

  /// The object of a key; nil if there is none, or if it is just dying.
  @inline(__always)
  func object(_ key: Int64) -> NSManagedObject? {
    guard let cell = cell(key) else { return isSparse ? sparseObject(key) : nil }
    if cell.pointee.load(ordering: .relaxed) == 0 { return nil }
    return hold(cell)
  }

  /// Enters an object.
  @inline(__always)
  func set(_ object: NSManagedObject, _ key: Int64) {
    let word = Self.word(object)
    if let cell = cell(key), cell.pointee.load(ordering: .relaxed) == 0 {
      cell.pointee.store(word, ordering: .relaxed)
    } else {
      setSlowly(word, key)
    }
  }

  /// Removes the entry of a key if it is the given object's. The registry's lock must be held; the
  /// object may be dying.
  func clear(_ word: UInt, _ key: Int64) {
    if let cell = cell(key) {
      if cell.pointee.load(ordering: .relaxed) == word {
        cell.pointee.store(0, ordering: .relaxed)
      }
    } else if sparse[key] == word {
      sparse[key] = nil
    }
  }

  /// Calls a closure with every entry. The registry's lock must be held.
  func forEachWord(_ body: (UInt) -> Void) {
    for page in 0..<directoryCount {
      guard let cells = directory[page] else { continue }
      for index in 0..<Self.pageSize {
        let word = cells[index].load(ordering: .relaxed)
        if word != 0 { body(word) }
      }
    }
    for word in sparse.values { body(word) }
  }

  /// What stands for an object in a cell.
  @inline(__always)
  static func word(_ object: NSManagedObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  @inline(__always)
  private func cell(_ key: Int64) -> Page? {
    let page = Int(truncatingIfNeeded: key >> Int64(Self.shift))
    guard page >= 0 && page < directoryCount, let cells = directory[page] else { return nil }
    return cells + (Int(truncatingIfNeeded: key) & (Self.pageSize - 1))
  }

  @inline(__always)
  private func hold(_ cell: Page) -> NSManagedObject? {
    registry.lock.pointee.lock()
    defer { registry.lock.pointee.unlock() }
    return registry.hold(cell.pointee.load(ordering: .relaxed))
  }

  @inline(never)
  private func sparseObject(_ key: Int64) -> NSManagedObject? {
    registry.lock.pointee.lock()
    defer { registry.lock.pointee.unlock() }
    return sparse[key].flatMap { registry.hold($0) }
  }

  /// Makes room, or puts an object in the place of another one.
  @inline(never)
  private func setSlowly(_ word: UInt, _ key: Int64) {
    registry.lock.pointee.lock()
    defer { registry.lock.pointee.unlock() }
    if cell(key) == nil { makeRoom(key) }
    guard let cell = cell(key) else {
      isSparse = true
      if let old = sparse.updateValue(word, forKey: key), old != word { registry.overshadow(old) }
      return
    }
    let old = cell.pointee.exchange(word, ordering: .relaxed)
    if old != 0 && old != word { registry.overshadow(old) }
  }

  private func makeRoom(_ key: Int64) {
    let page = Int(truncatingIfNeeded: key >> Int64(Self.shift))
    guard key >= 0, page < Self.maximumPages else { return }
    if page >= directoryCount { growDirectory(toHold: page) }
    let cells = Page.allocate(capacity: Self.pageSize)
    for index in 0..<Self.pageSize { (cells + index).initialize(to: Atomic(0)) }
    directory[page] = cells
  }

  private func growDirectory(toHold page: Int) {
    let capacity = max(16, page + 1, directoryCount * 2)
    let larger = UnsafeMutablePointer<Page?>.allocate(capacity: capacity)
    larger.initialize(repeating: nil, count: capacity)
    larger.update(from: directory, count: directoryCount)
    directory.deallocate()
    directory = larger
    directoryCount = capacity
  }
}
