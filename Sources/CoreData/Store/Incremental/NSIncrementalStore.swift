/// A store of a program's own that loads and saves objects as they are asked for.
///
/// A subclass overrides `loadMetadata()`, `execute(_:with:)` for fetch and save requests,
/// `newValuesForObject(with:with:)`, `newValue(forRelationship:forObjectWith:with:)` and
/// `obtainPermanentIDs(for:)`, and is registered with
/// `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
///
/// Differences from Apple's class: a subclass that overrides the initialiser writes `required` in
/// place of `override`. The context and the objects handed to the methods are the store's own,
/// with the values of those being fetched or saved. The last part of an object's URI is a number
/// made from its reference object. Contexts do not report which objects they hold
/// (`managedObjectContextDidRegisterObjects(with:)` is not called).
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked Sendable: as its superclass, used under the coordinator's lock.
  private let references = ReferenceTable()

  /// Creates a store that is not loaded yet.
  public required init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
    at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      coordinator: root, configurationName: name, at: url, options: options,
      type: "NSIncrementalStore")
  }

  /// Sets `metadata`, with the type and the UUID of the store, or throws when there is no such
  /// store. By default it leaves them to be filled in.
  open override func loadMetadata() throws {}

  /// Carries out a request.
  ///
  /// - Parameters:
  ///   - request: an `NSFetchRequest`, an `NSSaveChangesRequest`, or a batch request: insert, update
  ///     or delete.
  ///   - context: the context whose `object(with:)` makes the objects of a result; for a batch the one
  ///     that executes it.
  /// - Returns: for a fetch the objects, identifiers, dictionaries or the number (in an array) that
  ///   its result type asks for; for a save anything; for a batch the identifiers of the rows it
  ///   wrote or their number, by itself or in a batch result.
  /// - Throws: what went wrong. By default 134091.
  open func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    throw ContextError.unsupportedRequest("\(Swift.type(of: request))").bridged
  }

  /// The values of an object: attributes, and to-ones as identifiers.
  ///
  /// - Throws: when there is no such object. By default 133000.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    throw ContextError.missingObject(objectID.shortName).bridged
  }

  /// The identifiers at the other end of a relationship: an array for a to-many; an identifier or
  /// `NSNull` for a to-one.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    throw ContextError.unsupportedRequest("the relationship “\(relationship.name)”").bridged
  }

  /// The identifiers of new objects, in their order; called before they are saved.
  open func obtainPermanentIDs(
    for array: [NSManagedObject]
  ) throws -> [NSManagedObjectID] {
    throw ContextError.unsupportedRequest("permanent identifiers").bridged
  }

  /// A UUID for a store that is being made at a place.
  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  /// Not called; kept for subclasses that override it.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// Not called; kept for subclasses that override it.
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// The identifier of the object of a reference object.
  public final func newObjectID(
    for entity: NSEntityDescription, referenceObject data: Any
  ) -> NSManagedObjectID {
    let layout = EntityLayout.of(entity)
    let pk = references.key(for: data, root: layout.rootNumber)
    return NSManagedObjectID(layout: layout, pk: pk, store: storeIdentity)
  }

  /// The reference object of an identifier.
  public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
    references.reference(for: objectID.key.pk, root: objectID.layout.rootNumber)
  }
}
