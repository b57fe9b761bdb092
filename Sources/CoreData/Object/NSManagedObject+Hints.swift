/// What of an object is asked of memory before it is looked at (see ``MemoryHints``).
extension NSManagedObject {
  /// Asks for the object's row.
  @inline(__always)
  final func hintRow() {
    guard let row else { return }
    MemoryHints.want(row, bytes: 96)
  }

  /// The place of the object's changes.
  @inline(__always)
  private final var changesPlace: UnsafePointer<SlotValue>? {
    overlay?.withUnsafeBufferPointer { $0.baseAddress }
  }

  /// Asks for the object's changes.
  @inline(__always)
  fileprivate final func hintChanges() {
    changesPlace?.hintValues(count: layoutReference._withUnsafeGuaranteedRef { $0.slotCount })
  }

  /// Asks for the texts among the object's changes.
  @inline(__always)
  fileprivate final func hintTexts() {
    changesPlace?.hintTexts(count: layoutReference._withUnsafeGuaranteedRef { $0.slotCount })
  }
}

extension Array where Element == NSManagedObject {
  /// Calls a closure for each object, in order, that looks at the object's changes or lets them go. Counts
  /// no references: the array holds the objects.
  @inline(__always)
  func forEachWithChanges(_ body: (NSManagedObject) throws -> Void) rethrows {
    try withUnsafeBufferPointer { objects in
      try objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { references in
        for index in references.indices {
          if index + MemoryHints.valuesAhead < references.count {
            references[index + MemoryHints.valuesAhead]._withUnsafeGuaranteedRef {
              $0.hintChanges()
            }
            references[index + MemoryHints.referentsAhead]._withUnsafeGuaranteedRef {
              $0.hintTexts()
            }
          }
          try references[index]._withUnsafeGuaranteedRef(body)
        }
      }
    }
  }
}

extension ContiguousArray where Element == SavePlan.Insert {
  /// Asks for the values, and what they refer to, of the inserts to come.
  @inline(__always)
  func hintValues(behind index: Int, in order: ContiguousArray<Int>) {
    guard index + MemoryHints.valuesAhead < order.count else { return }
    let next = self[order[index + MemoryHints.valuesAhead]]
    next.values.hintValues(
      count: next.layoutReference._withUnsafeGuaranteedRef { $0.slotCount })
    let sooner = self[order[index + MemoryHints.referentsAhead]]
    sooner.values.hintTexts(
      count: sooner.layoutReference._withUnsafeGuaranteedRef { $0.slotCount })
  }
}
