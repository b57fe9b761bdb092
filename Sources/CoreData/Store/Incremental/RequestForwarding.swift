/// A kind of store that is a program's own and is handed batch requests as they are.
package protocol RequestForwarding: StoreEngine {
  /// Carries a batch request out, under the coordinator's lock.
  func execute(
    batch request: NSPersistentStoreRequest, in context: NSManagedObjectContext
  ) throws -> BatchTally
}

/// What a batch request wrote, in objects' terms.
package struct BatchTally {
  /// The rows; nil if the store says their number alone.
  package var ids: [NSManagedObjectID]? = []
  package var count = 0

  mutating func add(_ other: BatchTally) {
    if let more = other.ids { ids?.append(contentsOf: more) } else { ids = nil }
    count += other.count
  }
}
