import Foundation

/// Merging what was changed without contexts.
extension NSManagedObjectContext {
  /// Brings what was changed without contexts (a batch request, another program) into contexts.
  ///
  /// - Parameters:
  ///   - changeNotificationData: ids or URIs under `NSInsertedObjectsKey`, `NSUpdatedObjectsKey`,
  ///     `NSDeletedObjectsKey` or their `…ObjectIDsKey` forms.
  ///   - contexts: the contexts to bring it into.
  public class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      func ids(_ keys: String...) -> [NSManagedObjectID] {
        keys.flatMap { key in context.ids(anyOf: changeNotificationData[key]) }
      }
      let changes = MergedChanges(
        inserted: ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey),
        updated: ids(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
        deleted: ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey))
      context.persistentStoreCoordinator?.forgetRows(changes.updated + changes.deleted)
      context.performAndWait { context.merge(changes) }
    }
  }

  private final func ids(anyOf value: Any?) -> [NSManagedObjectID] {
    let members: [Any] =
      switch value {
      case let list as [Any]: list
      case let set as NSSet: set.allObjects
      default: []
      }
    return members.compactMap { member in
      switch member {
      case let id as NSManagedObjectID: id
      case let object as NSManagedObject: object.objectID
      case let url as URL: persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
      default: nil
      }
    }
  }
}
