public import Foundation

/// What is asked of a store. Raw values are Apple's.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  /// `NSFetchRequest`.
  case fetchRequestType = 1
  /// `NSSaveChangesRequest`.
  case saveRequestType = 2
  /// `NSBatchInsertRequest`.
  case batchInsertRequestType = 5
  /// `NSBatchUpdateRequest`.
  case batchUpdateRequestType = 6
  /// `NSBatchDeleteRequest`.
  case batchDeleteRequestType = 7
}

/// A request to one or several stores: fetch, save, or a batch operation.
///
/// Apple's documentation: `NSPersistentStoreRequest`.
///
/// `@unchecked Sendable`: a request is filled in by one thread and then handed over, as on Apple's
/// platforms.
open class NSPersistentStoreRequest: NSObject, NSCopying, @unchecked Sendable {
  /// A request to all stores.
  public override init() { super.init() }

  /// The stores that are asked; nil is every store of the coordinator that holds the entity.
  open var affectedStores: [NSPersistentStore]?

  /// What is asked. Subclasses say it.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// A copy that can be changed by itself.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreRequest()
    copy.affectedStores = affectedStores
    return copy
  }
}
