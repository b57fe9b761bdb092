/// A table from primary keys to raw pointers, fast for the dense, ascending keys of a store.
///
/// Keys are split into pages of 512; a page is allocated when its first key comes. Keys outside the
/// dense range (negative, or beyond what the directory would reach without waste) live in a
/// dictionary. The table owns nothing it points to. Not safe for concurrent use.
package struct PageTable: ~Copyable {
  private typealias Page = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private static let shift = 9
  private static let pageSize = 1 << shift
  /// The largest directory: 2²⁶ keys, a directory of 1 MiB.
  private static let maximumPages = 1 << 17

  private var directory: UnsafeMutablePointer<Page?>
  private var directoryCount: Int
  private var sparse: [Int64: UnsafeMutableRawPointer] = [:]
  /// How many keys have an entry.
  package private(set) var count = 0

  package init() {
    directoryCount = 0
    directory = UnsafeMutablePointer<Page?>.allocate(capacity: 1)
    directory.initialize(to: nil)
  }

  deinit {
    for index in 0..<directoryCount {
      directory[index]?.deallocate()
    }
    directory.deallocate()
  }

  /// The pointer stored for a key.
  @inline(__always)
  package func value(for key: Int64) -> UnsafeMutableRawPointer? {
    let page = Int(truncatingIfNeeded: key >> Int64(Self.shift))
    if page >= 0 && page < directoryCount {
      guard let cells = directory[page] else { return nil }
      return cells[Int(truncatingIfNeeded: key) & (Self.pageSize - 1)]
    }
    return sparse.isEmpty ? nil : sparse[key]
  }

  /// Stores a pointer for a key, or removes the entry when the pointer is `nil`.
  @inline(__always)
  package mutating func set(_ value: UnsafeMutableRawPointer?, for key: Int64) {
    let page = Int(truncatingIfNeeded: key >> Int64(Self.shift))
    if page >= 0 && page < directoryCount, let cells = directory[page] {
      let index = Int(truncatingIfNeeded: key) & (Self.pageSize - 1)
      count += (value == nil ? 0 : 1) - (cells[index] == nil ? 0 : 1)
      cells[index] = value
      return
    }
    setSlowly(value, for: key, page: page)
  }

  @inline(never)
  private mutating func setSlowly(
    _ value: UnsafeMutableRawPointer?, for key: Int64, page: Int
  ) {
    if key < 0 || page >= Self.maximumPages {
      let old = sparse.updateValueOrRemove(value, for: key)
      count += (value == nil ? 0 : 1) - (old ? 1 : 0)
      return
    }
    guard value != nil else { return }
    if page >= directoryCount { growDirectory(toHold: page) }
    let cells = Page.allocate(capacity: Self.pageSize)
    cells.initialize(repeating: nil, count: Self.pageSize)
    directory[page] = cells
    cells[Int(truncatingIfNeeded: key) & (Self.pageSize - 1)] = value
    count += 1
  }

  private mutating func growDirectory(toHold page: Int) {
    let capacity = max(16, page + 1, directoryCount * 2)
    let larger = UnsafeMutablePointer<Page?>.allocate(capacity: capacity)
    larger.initialize(repeating: nil, count: capacity)
    larger.update(from: directory, count: directoryCount)
    directory.deallocate()
    directory = larger
    directoryCount = capacity
  }

  /// Calls a closure for every entry. The table must not be changed meanwhile.
  package func forEach(_ body: (Int64, UnsafeMutableRawPointer) -> Void) {
    for page in 0..<directoryCount {
      guard let cells = directory[page] else { continue }
      for index in 0..<Self.pageSize {
        if let value = cells[index] { body(Int64(page << Self.shift + index), value) }
      }
    }
    for (key, value) in sparse { body(key, value) }
  }

  /// Forgets every entry, keeping nothing.
  package mutating func removeAll() {
    for page in 0..<directoryCount {
      directory[page]?.deallocate()
      directory[page] = nil
    }
    sparse = [:]
    count = 0
  }
}

extension Dictionary where Key == Int64, Value == UnsafeMutableRawPointer {
  /// Sets or removes an entry and says whether there was one.
  fileprivate mutating func updateValueOrRemove(
    _ value: UnsafeMutableRawPointer?, for key: Int64
  ) -> Bool {
    guard let value else { return removeValue(forKey: key) != nil }
    return updateValue(value, forKey: key) != nil
  }
}
