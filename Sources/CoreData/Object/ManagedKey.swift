import Synchronization

/// The name in a `@Managed` property: one word, made without looking anything up, since every
/// object makes one for each of its properties.
@usableFromInline
struct ManagedKey {
  /// The address of the name's bytes, which end in 0. One address stands for one name for ever.
  @usableFromInline let bytes: UnsafePointer<UInt8>

  @inlinable
  init(_ name: StaticString) {
    if name.hasPointerRepresentation {
      bytes = name.utf8Start
    } else {
      bytes = ManagedKey.copy(name)
    }
  }

  /// The property, from a table that is read without locking.
  @usableFromInline
  var property: ManagedProperty { ManagedKeyTable.shared.property(at: bytes) }

  /// A name given as a single scalar, kept for good.
  @usableFromInline
  static func copy(_ name: StaticString) -> UnsafePointer<UInt8> {
    ManagedKeyTable.shared.copy(name.description)
  }
}

/// From the addresses of names to properties.
///
/// `@unchecked Sendable`: an entry becomes visible, by its address, only once it is complete, and
/// never changes again; writers hold the lock.
final class ManagedKeyTable: @unchecked Sendable {
  static let shared = ManagedKeyTable()

  /// Open addressing; a power of two of entries, at most half of them used.
  private struct Table {
    let addresses: UnsafeMutablePointer<Atomic<UInt>>
    let numbers: UnsafeMutablePointer<Int>
    let mask: Int

    init(size: Int) {
      addresses = .allocate(capacity: size)
      for index in 0..<size { (addresses + index).initialize(to: Atomic(0)) }
      numbers = .allocate(capacity: size)
      numbers.initialize(repeating: 0, count: size)
      mask = size - 1
    }

    /// The place of an address, or the free place where it belongs.
    @inline(__always)
    func place(of address: UInt) -> (index: Int, isKnown: Bool) {
      var index =
        Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
      while true {
        let found = addresses[index].load(ordering: .acquiring)
        if found == address { return (index, true) }
        if found == 0 { return (index, false) }
        index = (index + 1) & mask
      }
    }

    func insert(_ address: UInt, number: Int) {
      let (index, isKnown) = place(of: address)
      if isKnown { return }
      numbers[index] = number
      addresses[index].store(address, ordering: .releasing)
    }
  }

  /// Writers' state.
  private struct State {
    var count = 0
    var copies: [String: UInt] = [:]
  }

  private let current: Atomic<UnsafeMutablePointer<Table>>
  private let state = Mutex(State())

  private init() {
    current = Atomic(Self.box(Table(size: 256)))
  }

  private static func box(_ table: Table) -> UnsafeMutablePointer<Table> {
    let box = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    box.initialize(to: table)
    return box
  }

  @inline(__always)
  func property(at bytes: UnsafePointer<UInt8>) -> ManagedProperty {
    let table = current.load(ordering: .acquiring).pointee
    let (index, isKnown) = table.place(of: UInt(bitPattern: bytes))
    return isKnown ? ManagedProperty(number: table.numbers[index], bytes: bytes) : add(bytes)
  }

  @inline(never)
  private func add(_ bytes: UnsafePointer<UInt8>) -> ManagedProperty {
    let property = ManagedProperty(bytes: bytes)
    state.withLock { state in
      let old = current.load(ordering: .acquiring).pointee
      if state.count * 2 >= old.mask {
        // The old table stays: another thread may be reading it. All together are less than one.
        let larger = Table(size: (old.mask + 1) * 2)
        for index in 0...old.mask {
          let address = old.addresses[index].load(ordering: .relaxed)
          if address != 0 { larger.insert(address, number: old.numbers[index]) }
        }
        current.store(Self.box(larger), ordering: .releasing)
      }
      current.load(ordering: .acquiring).pointee
        .insert(UInt(bitPattern: bytes), number: property.number)
      state.count += 1
    }
    return property
  }

  func copy(_ name: String) -> UnsafePointer<UInt8> {
    state.withLock { state in
      if let address = state.copies[name], let bytes = UnsafePointer<UInt8>(bitPattern: address) {
        return bytes
      }
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: name.utf8.count + 1)
      for (index, byte) in name.utf8.enumerated() { bytes[index] = byte }
      bytes[name.utf8.count] = 0
      state.copies[name] = UInt(bitPattern: bytes)
      return UnsafePointer(bytes)
    }
  }
}
