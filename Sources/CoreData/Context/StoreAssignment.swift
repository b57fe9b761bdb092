import Foundation

/// Decides to which store each unsaved object goes, where there are several: objects that are joined
/// go to the same one, since relationships do not cross stores.
struct StoreAssignment {
  private let coordinator: NSPersistentStoreCoordinator

  init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  /// Gives every object a store: that of the objects it is joined with, else the first that takes
  /// its entity.
  func assign(_ objects: [NSManagedObject]) throws {
    guard coordinator.persistentStores.count > 1 else {
      try coordinator.assignStores(to: objects)
      return
    }
    var queue = objects.filter { $0.storeIndex >= 0 }
    for object in objects {
      spread(&queue)
      if object.storeIndex >= 0 { continue }
      try coordinator.assignStores(to: [object])
      queue.append(object)
    }
    spread(&queue)
    for object in objects { try check(object) }
  }

  private func spread(_ queue: inout [NSManagedObject]) {
    while let object = queue.popLast() {
      for partner in partners(of: object) where partner.storeIndex < 0 {
        partner.storeIndex = object.storeIndex
        queue.append(partner)
      }
    }
  }

  private func check(_ object: NSManagedObject) throws {
    guard let store = coordinator.store(at: object.storeIndex),
      store.entityNumbers.contains(object.layout.number)
    else { throw ContextError.noStoreForEntity(object.layout.name) }
    for property in object.layout.toOnes {
      if let partner = object.toOne(property), partner.storeIndex != object.storeIndex {
        throw ObjectError.differentStores(
          property: property.name, owner: object.shortName, partner: partner.shortName)
      }
    }
  }

  private func partners(of object: NSManagedObject) -> [NSManagedObject] {
    var partners = object.layout.toOnes.compactMap { object.toOne($0) }
    for property in object.layout.toManies {
      if let state = object.relationIfTouched(property) { partners += state.newMembers }
    }
    return partners
  }
}
