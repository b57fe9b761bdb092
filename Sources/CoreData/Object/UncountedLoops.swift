import Foundation

/// Loops over objects that count no reference to each: the array holds them.
///
/// A retain and a release of each object cost more than most of what is done with it.
extension Array where Element == NSManagedObject {
  /// Calls a closure for each object, in order.
  @inline(__always)
  func forEachUncounted(_ body: (NSManagedObject) throws -> Void) rethrows {
    try withUnsafeBufferPointer { objects in
      try objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { references in
        for reference in references { try reference._withUnsafeGuaranteedRef { try body($0) } }
      }
    }
  }

  /// Whether a closure is true of every object.
  @inline(__always)
  func allUncounted(_ test: (NSManagedObject) -> Bool) -> Bool {
    withUnsafeBufferPointer { objects in
      objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { references in
        for reference in references where !reference._withUnsafeGuaranteedRef(test) { return false }
        return true
      }
    }
  }

  /// Whether both arrays have the same objects in the same order.
  func isSame(as other: [NSManagedObject]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { others in
        guard let first = own.baseAddress, let second = others.baseAddress else { return true }
        return first == second || memcmp(first, second, count * MemoryLayout<Element>.stride) == 0
      }
    }
  }
}

extension Set where Element == NSManagedObject {
  /// The set of objects that are all different.
  init(different objects: [NSManagedObject]) {
    self.init(minimumCapacity: objects.count)
    // `insert` hands back what is in the set, which counts one reference more.
    objects.forEachUncounted { update(with: $0) }
  }
}
