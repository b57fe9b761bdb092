/// A store of a program's own that is read as a whole when it is opened and written as a whole with
/// every save.
///
/// A subclass overrides `load()`, which makes a node for each object and hands them to
/// `addCacheNodes(_:)`; `newReferenceObject(for:)`, which names a new object within the file; and
/// `save()`, which writes `cacheNodes()`. It says its `type`, and its `metadata` with the type and a
/// UUID. It is registered with `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
///
/// Differences from Apple's class: a subclass that overrides the initialiser writes `required`
/// in place of `override`, as there is no Objective-C runtime to make instances of a class known
/// only at run time. The managed objects handed to the methods belong to a context of the store's
/// own. The last part of an object's URI is a number made from its reference object.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked Sendable: as its superclass, used under the coordinator's lock.
  private var nodes: [NSManagedObjectID: NSAtomicStoreCacheNode] = [:]
  let references = ReferenceTable()

  /// Creates a store that is not loaded yet.
  public required init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      coordinator: coordinator, configurationName: configurationName, at: url, options: options,
      type: "NSAtomicStore")
  }

  /// Reads the file and makes its nodes known. Does nothing by default: an empty store.
  open func load() throws {}

  /// Writes the nodes. Does nothing by default: a store in memory only.
  open func save() throws {}

  /// Every node.
  open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

  /// Makes nodes known.
  open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes { nodes[node.objectID] = node }
  }

  /// The node of an object, nil if there is none.
  open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
    nodes[objectID]
  }

  /// A node for an object that is being saved for the first time, with its values.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  /// Takes over the values of an object that is being saved.
  open func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for property in managedObject.layout.properties
    where !property.isTransient && property.kind != .fetched && property.kind != .composite {
      let value = managedObject.ownValue(forKey: property.name)
      switch value {
      case let object as NSManagedObject: node.setValue(object.objectID, forKey: property.name)
      case let set as NSSet:
        node.setValue(Self.identifiers(of: set.allObjects), forKey: property.name)
      case let set as NSOrderedSet:
        node.setValue(Self.identifiers(of: set.array), forKey: property.name)
      default: node.setValue(value, forKey: property.name)
      }
    }
  }

  private static func identifiers(of objects: [Any]) -> [NSManagedObjectID] {
    objects.compactMap { ($0 as? NSManagedObject)?.objectID }
  }

  /// Called before nodes of deleted objects go.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  /// The name of a new object within the file: a text or a number that no other object of the entity
  /// has. By default a UUID.
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

  /// The identifier of the object of a reference object.
  public final func objectID(
    for entity: NSEntityDescription, withReferenceObject data: Any
  ) -> NSManagedObjectID {
    let layout = EntityLayout.of(entity)
    let pk = references.key(for: data, root: layout.rootNumber)
    return NSManagedObjectID(layout: layout, pk: pk, store: storeIdentity)
  }

  /// The reference object of an identifier.
  public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
    references.reference(for: objectID.key.pk, root: objectID.layout.rootNumber)
  }

  func removeNodes(_ gone: [NSAtomicStoreCacheNode]) {
    guard !gone.isEmpty else { return }
    willRemoveCacheNodes(Set(gone))
    for node in gone { nodes[node.objectID] = nil }
  }

  /// Puts the nodes back to where they were before a save that failed.
  func restore(_ old: [NSManagedObjectID: NSAtomicStoreCacheNode]) { nodes = old }

  var nodesByID: [NSManagedObjectID: NSAtomicStoreCacheNode] { nodes }
}
