import Foundation

/// The two coordinators and contexts that a migration works with.
///
/// They use copies of the models in which every entity's class is `NSManagedObject` (documented: Core
/// Data Model Versioning and Data Migration Programming Guide, “Three-Stage Migration”).
final class MigrationStacks {
  /// A coordinator with a context, and its store while one is open.
  final class Side {
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext
    private(set) var store: NSPersistentStore?

    init(_ model: NSManagedObjectModel) {
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      context.persistentStoreCoordinator = coordinator
    }

    func open(_ place: StoreAddress, configuration: String?) throws {
      store = try coordinator.addPersistentStore(
        ofType: place.type, configurationName: configuration, at: place.url,
        options: place.options)
    }

    /// Lets go of all objects and closes the store.
    func close() {
      context.reset()
      if let store { try? coordinator.remove(store) }
      store = nil
    }

    /// The object of a key, a fault if it is not at hand.
    func object(_ key: ObjectKey) -> NSManagedObject? {
      guard let store, let layout = context.modelLayout?.entity(number: key.entity) else {
        return nil
      }
      return context.object(
        with: NSManagedObjectID(layout: layout, pk: key.pk, store: store.storeIdentity))
    }
  }

  let source: Side
  let destination: Side

  init(_ sourceModel: NSManagedObjectModel, _ destinationModel: NSManagedObjectModel) {
    source = Side(Self.plain(sourceModel))
    destination = Side(Self.plain(destinationModel))
    destination.context.undoManager = nil
    // What is made is validated when it is complete, at the end.
    destination.context.skipsValidation = true
  }

  func close() {
    source.close()
    destination.close()
  }

  private static func plain(_ model: NSManagedObjectModel) -> NSManagedObjectModel {
    let copy = ModelCopier.copy(model)
    for entity in copy.entities { entity.managedObjectClassName = nil }
    return copy
  }
}
