import Dispatch
public import Foundation

/// A workspace for objects: it brings them in, tracks what is done to them, and saves it.
///
/// Apple's class of the same name. A context and its objects may be used only on the context's
/// queue; ``perform(_:)-(()->Void)`` and ``performAndWait(_:)`` get there.
///
/// `@unchecked Sendable`: a reference may cross threads to call `perform`; everything else is
/// confined to the context's queue, as on Apple, and not checked by the compiler. The hottest state
/// goes without the run-time check for overlapping accesses: no access to it calls out.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// Where the context's changes are kept until saved.
  @exclusivity(unchecked)
  final var pending = PendingObjects()
  /// What happened since changes were last processed.
  @exclusivity(unchecked)
  final var event = ContextEvent()
  @exclusivity(unchecked)
  final var registry = Registry(entityCount: 0)
  @exclusivity(unchecked)
  final var modelLayout: ModelLayout?
  @exclusivity(unchecked)
  final var classEntities = ClassEntities()
  final var announced = AnnouncedSets()
  /// The last number handed out for unsaved objects, in the root of a tree of contexts.
  final var lastTemporaryNumber: Int64 = 0
  private final var ownTemporaryOwner: UUID?
  final let queue: ContextQueue
  /// What is being done, so that hooks do not start it anew.
  final var isSaving = false
  final var isUndoing = false
  final var isProcessing = false
  /// Objects held because they were asked to be kept or are referred to by recorded changes.
  final var retained: Set<NSManagedObject> = []
  /// A name for people to tell contexts apart.
  public final var name: String?
  /// Written into the persistent history with each save.
  public final var transactionAuthor: String?
  /// Notes of the program.
  public final let userInfo = NSMutableDictionary()
  /// What a save does when a row has changed since it was read. The default reports an error.
  public final var mergePolicy: Any = NSErrorMergePolicy
  /// Told when a value or relationship cannot be read, in place of the program's end: what it was,
  /// and why. It then reads as nil or empty.
  package final var readFailureHandler: ((String, any Error) -> Void)?
  /// The undo manager, nil unless set: without one, nothing is recorded for undo.
  public final var undoManager: UndoManager? {
    didSet { if oldValue !== undoManager { undoManagerChanged(from: oldValue) } }
  }
  /// Whether deletions are carried over to relationships when an event ends (true) or only when
  /// saving.
  public final var propagatesDeletesAtEndOfEvent = true
  /// Whether a fault whose row is gone reads as nil and is deleted (true), or stops the program.
  public final var shouldDeleteInaccessibleFaults = true
  /// Whether all registered objects are held, not only those with unsaved work.
  public final var retainsRegisteredObjects = false { didSet { retainsChanged() } }
  /// Whether saves of other contexts to the same store or parent are merged by themselves.
  public final var automaticallyMergesChangesFromParent = false {
    didSet { if automaticallyMergesChangesFromParent { followSaves() } }
  }
  /// How long, in seconds, a cached row is good for; negative for ever.
  public final var stalenessInterval: TimeInterval = -1
  final var undoObservation: (any NSObjectProtocol)?
  final var storeCoordinator: NSPersistentStoreCoordinator?
  final var parentContext: NSManagedObjectContext?
  /// The children that merge this context's saves by themselves.
  final let children = ContextList()

  /// The kinds of queue a context can have.
  public typealias ConcurrencyType = NSManagedObjectContextConcurrencyType

  /// Creates a context.
  ///
  /// - Parameter ct: the queue the context works on.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    queue = ContextQueue(ct)
    super.init()
  }

  /// Creates a context on a queue of its own or on the main queue.
  ///
  /// - Parameter type: the queue the context works on.
  public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type) }

  deinit {
    if let undoObservation { NotificationCenter.default.removeObserver(undoObservation) }
    pending.removeAll()
    // Letting go of one object's relations may be the end of another: hold all of them first.
    var objects: ContiguousArray<NSManagedObject> = []
    registry.forEach { objects.append($0) }
    for object in objects {
      // An object that outlives its context keeps its identity.
      _ = object.objectID
      object.context = nil
      object.dropRelations()
    }
  }

  /// The kind of queue the context works on.
  public final var concurrencyType: NSManagedObjectContextConcurrencyType { queue.type }

  /// The coordinator the context works with: its own or its ancestor's.
  public final var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { storeCoordinator ?? parentContext?.persistentStoreCoordinator }
    set {
      storeCoordinator = newValue
      if automaticallyMergesChangesFromParent { followSaves() }
      adoptModel(newValue?.layout)
    }
  }

  /// The context whose objects this one works on, in place of a coordinator.
  public final var parent: NSManagedObjectContext? {
    get { parentContext }
    set {
      parentContext = newValue
      adoptModel(newValue?.modelLayout)
    }
  }

  /// Asks the coordinator to tell of other contexts' saves. A child is told by its parent.
  private final func followSaves() {
    if let parentContext {
      parentContext.children.add(self)
    } else {
      storeCoordinator?.contexts.add(self)
    }
  }

  private final func adoptModel(_ layout: ModelLayout?) {
    guard layout !== modelLayout || layout == nil else { return }
    modelLayout = layout
    classEntities = ClassEntities()
    lastIdentity = nil
    registry = Registry(entityCount: layout?.entities.count ?? 0)
  }

  /// The root of the tree of contexts, which numbers unsaved objects.
  final var rootContext: NSManagedObjectContext {
    var context = self
    while let parent = context.parentContext { context = parent }
    return context
  }

  /// Tells temporary ids of this tree of contexts from those of others.
  final var temporaryOwner: UUID {
    let root = rootContext
    if let known = root.ownTemporaryOwner { return known }
    let made = UUID()
    root.ownTemporaryOwner = made
    return made
  }

  final func storeIdentity(at index: Int16) -> StoreIdentity? {
    if index < 0 { return nil }
    if let lastIdentity, lastIdentity.index == index { return lastIdentity.identity }
    let found = persistentStoreCoordinator?.store(at: index)?.storeIdentity
    lastIdentity = found.map { (index, $0) }
    return found
  }
  /// The identity last asked for; most contexts have one store. An index is never used twice.
  private final var lastIdentity: (index: Int16, identity: StoreIdentity)?

  // MARK: What is pending

  /// The objects inserted and not saved.
  public final var insertedObjects: Set<NSManagedObject> { Set(pending.newObjects) }

  /// The objects changed and not saved.
  public final var updatedObjects: Set<NSManagedObject> { Set(pending.changedObjects) }

  /// The objects that the next save deletes.
  public final var deletedObjects: Set<NSManagedObject> { Set(pending.deletedObjects) }

  /// Every object the context has at the moment, faults included.
  public final var registeredObjects: Set<NSManagedObject> {
    var objects: Set<NSManagedObject> = []
    registry.forEach { objects.insert($0) }
    return objects
  }

  /// Whether there is unsaved work.
  public final var hasChanges: Bool { !pending.isEmpty }

  private final func retainsChanged() {
    retained = retainsRegisteredObjects ? registeredObjects : []
  }
}

/// The kinds of queue a context can have.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The context is confined to the thread that made it; the oldest way.
  case confinementConcurrencyType = 0
  /// The context works on a queue of its own.
  case privateQueueConcurrencyType = 1
  /// The context works on the main queue.
  case mainQueueConcurrencyType = 2

  /// A queue of its own.
  public static let privateQueue = Self.privateQueueConcurrencyType
  /// The main queue.
  public static let mainQueue = Self.mainQueueConcurrencyType
}
