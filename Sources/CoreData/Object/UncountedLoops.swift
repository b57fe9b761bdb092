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
    self = objects.withUnsafeBufferPointer { objects in
      objects.withMemoryRebound(to: Unmanaged<NSManagedObject>?.self) { references in
        Set(different: references, count: references.count)
      }
    }
  }

  /// The same of a list that has holes.
  @inline(__always)
  init(different references: UnsafeBufferPointer<Unmanaged<NSManagedObject>?>, count: Int) {
    self.init(minimumCapacity: count)
    // The places of a set are anywhere in memory, and to count a reference waits for what was written
    // before: so references are counted for many objects first, and then these are put in.
    let many = 64
    var start = 0
    while start < references.count {
      let end = Swift.min(start + many, references.count)
      var index = start
      while index < end {
        if let reference = references[index] { _ = reference.retain() }
        index += 1
      }
      index = start
      while index < end {
        // `insert` hands back what is in the set, which counts one reference more.
        if let reference = references[index] { update(with: reference.takeRetainedValue()) }
        index += 1
      }
      start = end
    }
  }
}
