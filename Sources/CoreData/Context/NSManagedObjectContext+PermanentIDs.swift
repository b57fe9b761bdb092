import Foundation

/// Identities before saving.
extension NSManagedObjectContext {
  final func givePermanentIDs(to objects: [NSManagedObject]) throws {
    try bridgingErrors {
      try obtainFromParent(objects)
      lookForChildren()
      let wanting = objects.filter { $0.context === self && $0.pk < 0 }
      guard !wanting.isEmpty else { return }
      guard let coordinator = persistentStoreCoordinator else { throw ContextError.noCoordinator }
      try StoreAssignment(coordinator).assign(wanting)
      for object in wanting {
        let pk = try coordinator.reserveKey(object.layout, storeIndex: object.storeIndex)
        rekey(object, pk)
      }
    }
  }

  /// Gives a new object the key of an object that it takes the place of.
  final func give(_ pk: Int64, to object: NSManagedObject, in store: NSPersistentStore) {
    guard object.pk < 0, let index = storeCoordinator?.index(of: store) else { return }
    object.storeIndex = index
    rekey(object, pk)
  }

  /// Objects that the parent has already are given their keys there, so that both agree.
  private final func obtainFromParent(_ objects: [NSManagedObject]) throws {
    guard let parentContext else { return }
    adoptPermanentKeys()
    let keys = objects.filter { $0.context === self && $0.pk < 0 }.map(\.pk)
    guard !keys.isEmpty else { return }
    try parentContext.performAndWait {
      let twins = keys.compactMap {
        parentContext.registry.object(root: 0, pk: $0, storeIndex: -1)
      }
      if !twins.isEmpty { try parentContext.obtainPermanentIDs(for: twins) }
    }
    adoptPermanentKeys()
  }
}
