import CRuntime

/// Memory that is about to be looked at, told to the processor some work ahead.
///
/// What lies beyond the processor's caches takes as long to come as a hundred additions. Where a loop knows
/// what its next turns will look at, and that is not just the next place in memory, it says so, and the
/// wait is over when the turn comes. Hints change nothing but time.
enum MemoryHints {
  /// How many turns ahead of an object its values are asked for, and what these refer to.
  static let valuesAhead = 12
  static let referentsAhead = 6
  /// What the processor fetches at once.
  private static let line = 64

  /// Asks for a stretch of memory.
  @inline(__always)
  static func want(_ start: UnsafeRawPointer, bytes: Int) {
    var offset = 0
    while offset < bytes {
      hint_memory(start + offset)
      offset += line
    }
  }
}

extension UnsafePointer where Pointee == SlotValue {
  /// Asks for the values of an object.
  @inline(__always)
  func hintValues(count: Int) {
    // In front of the values is the head of the list they are in.
    MemoryHints.want(
      UnsafeRawPointer(self) - 32, bytes: count * MemoryLayout<SlotValue>.stride + 32)
  }

  /// Asks for the texts that values refer to. The second word of a value that is a long text is where the
  /// text lies; that of another value may be anything, and then is asked for in vain.
  @inline(__always)
  func hintTexts(count: Int) {
    for slot in 0..<count {
      let word = UnsafeRawPointer(self + slot).load(fromByteOffset: 8, as: UInt.self)
      guard word >> 47 == 0, word > 1 << 16, let place = UnsafeRawPointer(bitPattern: word) else {
        continue
      }
      MemoryHints.want(place, bytes: 80)
    }
  }
}
