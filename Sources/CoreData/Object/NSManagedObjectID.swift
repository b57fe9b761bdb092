public import Foundation

/// The identity of a managed object: entity, store and primary key.
///
/// Temporary until the object is saved (or asked for a permanent one); a permanent id's URI is
/// `x-coredata://STORE-UUID/Entity/pN` (format fact 73). Ids are values: two ids of the same row are
/// equal whatever context they came from.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: constant after initialisation.

  /// The number of the row's own entity, its root's number and its key.
  package let key: ObjectKey
  package unowned(unsafe) let layout: EntityLayout
  /// The store's identity, nil while the id is temporary.
  package let storeIdentity: StoreIdentity?
  /// What tells temporary ids of one number apart: the tree of contexts they come from.
  package let temporaryOwner: UUID?

  package init(
    layout: EntityLayout, pk: Int64, store: StoreIdentity?, temporaryOwner: UUID? = nil
  ) {
    self.layout = layout
    key = ObjectKey(entity: layout.number, pk: pk)
    storeIdentity = store
    self.temporaryOwner = temporaryOwner
  }

  /// The entity of the object.
  public var entity: NSEntityDescription { layout.entity }

  /// The store that holds the object's row; nil for a temporary id, or when the store was removed.
  public var persistentStore: NSPersistentStore? { storeIdentity?.store }

  /// Whether the object has not been given a permanent id yet.
  public var isTemporaryID: Bool { key.pk < 0 }

  /// The id as a URI: `x-coredata://STORE-UUID/Entity/pN`, or `x-coredata:///Entity/t…` while it is
  /// temporary (observed, case B039).
  public func uriRepresentation() -> URL {
    let text =
      isTemporaryID
      ? "x-coredata:///\(layout.name)/t\(temporaryOwner?.uuidString ?? "")\(-key.pk)"
      : "x-coredata://\(storeIdentity?.uuid ?? "")/\(layout.name)/p\(key.pk)"
    let allowed =
      text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.union(.urlHostAllowed))
      ?? text
    return URL(string: allowed) ?? URL(fileURLWithPath: "/")
  }

  /// The last part of the URI with the entity: `Person/p1`, `Person/t2`.
  package var shortName: String { "\(layout.name)/\(isTemporaryID ? "t" : "p")\(abs(key.pk))" }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return other === self
      || other.key.pk == key.pk && other.layout.rootNumber == layout.rootNumber
        && other.storeIdentity == storeIdentity && other.temporaryOwner == temporaryOwner
        && other.layout.model === layout.model
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(key.pk)
    hasher.combine(layout.rootNumber)
    return hasher.finalize()
  }

  open override var description: String {
    "0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)) "
      + "<\(uriRepresentation().absoluteString)>"
  }

  /// Returns the id itself: ids are immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What object ids keep of a store: its UUID, and the store while it is open.
///
/// `@unchecked Sendable`: the uuid changes only when the store's identifier is set, under the
/// coordinator's lock.
package final class StoreIdentity: @unchecked Sendable, Equatable {
  package internal(set) var uuid: String
  package internal(set) weak var store: NSPersistentStore?

  init(uuid: String) { self.uuid = uuid }

  package static func == (left: StoreIdentity, right: StoreIdentity) -> Bool {
    left === right || left.uuid == right.uuid
  }
}

extension NSManagedObjectID: NSFetchRequestResult {}
