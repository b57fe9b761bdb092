import Dispatch
public import Foundation
import Synchronization

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
  /// The event whose announcement is under way.
  final var announcedEvent = AnnouncedEvent([])
  final let registry = Registry()
  /// What those hold who do not keep the context alive.
  final let ownReference = ContextReference()
  @exclusivity(unchecked)
  final var modelLayout: ModelLayout?
  @exclusivity(unchecked)
  final var classEntities = ClassEntities()
  final var announced = AnnouncedSets()
  /// The layout last found good to insert objects of.
  @exclusivity(unchecked)
  final var lastAdopted: ObjectIdentifier?
  /// The last number handed out for unsaved objects, in the root of a tree of contexts: the contexts of
  /// the tree are on queues of their own, and two objects must not get one number.
  final let lastTemporaryNumber = Atomic<Int64>(0)
  private final let ownTemporaryOwner = UUID()
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
  /// Whether a save takes objects as they are, valid or not: a migration looks when all is there.
  package final var skipsValidation = false
  /// Told when a value or relationship cannot be read, in place of the program's end: what it was,
  /// and why. It then reads as nil or empty.
  package final var readFailureHandler: ((String, any Error) -> Void)?
  /// Told when a fault has fired: the object, and the name of its to-many relationship, nil when its
  /// own row was brought in.
  package final var faultHandler: ((NSManagedObject, String?) -> Void)?
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
  public final var automaticallyMergesChangesFromParent: Bool {
    get { following.value }
    set { following.value = newValue }
  }
  private final let following = SharedFlag()
  /// How long, in seconds, a row that the coordinator has read is good for: a fault that fires reads
  /// the row anew if it is older. Negative, as it is at first, for ever; 0 for always anew.
  public final var stalenessInterval: TimeInterval = -1
  /// The state of the stores that the context reads; nil for always the newest.
  public internal(set) final var queryGenerationToken: NSQueryGenerationToken?
  private final let guardingLock = NSRecursiveLock()
  final var undoObservation: (any NSObjectProtocol)?
  final var storeCoordinator: NSPersistentStoreCoordinator?
  final var parentContext: NSManagedObjectContext?
  /// Whether there are children to follow the keys that objects are given.
  final var logsKeys = false
  /// The contexts whose parent this one is.
  final let children = ContextList()
  /// The permanent keys given to objects since there were children.
  final let keyLog = KeyLog()
  /// How much of the parent's key log this context has followed.
  final var keysSeen = 0
  /// Permanent keys by the temporary ones that undo records and children may still name, for
  /// objects that are not at hand any more.
  final var formerKeys = FormerKeys()
  /// The lowest temporary key that an object has given up for a permanent one.
  final var lowestFormerKey: Int64 = 0
  /// Objects inserted without the partners that they had, by the partners that are waited for.
  @exclusivity(unchecked)
  final var awaited: [ObjectIdentifier: [(NSManagedObject, PropertyLayout)]] = [:]
  /// Objects whose rows the next save looks at, changed or not.
  final var checkedForConflicts: [NSManagedObject] = []
  /// Objects that a merge brought in, held until the next one so that they can be found.
  final var merged: ContiguousArray<NSManagedObject> = []

  /// The kinds of queue a context can have.
  public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
    /// The kind in its older form.
    public let rawValue: NSManagedObjectContextConcurrencyType

    /// A kind from its older form.
    public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

    /// A queue of its own.
    public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)
    /// The main queue.
    public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
  }

  /// Creates a context.
  ///
  /// - Parameter ct: the queue the context works on.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    queue = ContextQueue(ct)
    super.init()
    registry.settle(in: self)
    ownReference.settle(in: self)
  }

  /// Creates a context on a queue of its own or on the main queue.
  ///
  /// - Parameter type: the queue the context works on.
  public convenience init(_ type: ConcurrencyType) {
    self.init(concurrencyType: type.rawValue)
  }

  /// Creates a context confined to the thread that makes it. Deprecated by Apple.
  public convenience override init() { self.init(concurrencyType: .confinementConcurrencyType) }

  deinit {
    ownReference.clear()
    if let undoObservation { NotificationCenter.default.removeObserver(undoObservation) }
    pending.removeAll()
    // Letting go of one object's relations may be the end of another: hold all of them first.
    let objects = registry.close()
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
      if storeCoordinator !== newValue { storeCoordinator?.contexts.remove(self) }
      storeCoordinator = newValue
      newValue?.contexts.add(self)
      adoptModel(newValue?.layout)
    }
  }

  /// The context whose objects this one works on, in place of a coordinator.
  public final var parent: NSManagedObjectContext? {
    get { parentContext }
    set {
      if parentContext !== newValue { parentContext?.children.remove(self) }
      parentContext = newValue
      keysSeen = newValue?.keyLog.count ?? 0
      newValue?.children.add(self)
      adoptModel(newValue?.modelLayout)
    }
  }

  private final func adoptModel(_ layout: ModelLayout?) {
    guard layout !== modelLayout || layout == nil else { return }
    modelLayout = layout
    classEntities = ClassEntities()
    lastIdentity = nil
    lastAdopted = nil
    registry.begin(entityCount: layout?.entities.count ?? 0)
  }

  /// The root of the tree of contexts, which numbers unsaved objects.
  final var rootContext: NSManagedObjectContext {
    var context = self
    while let parent = context.parentContext { context = parent }
    return context
  }

  /// Tells temporary ids of this tree of contexts from those of others.
  final var temporaryOwner: UUID { rootContext.ownTemporaryOwner }

  final func storeIdentity(at index: Int16) -> StoreIdentity? {
    if index < 0 { return nil }
    if let lastIdentity, lastIdentity.index == index { return lastIdentity.identity }
    let found = persistentStoreCoordinator?.store(at: index)?.storeIdentity
    lastIdentity = found.map { (index, $0) }
    return found
  }
  /// The identity last asked for; most contexts have one store. An index is never used twice.
  private final var lastIdentity: (index: Int16, identity: StoreIdentity)?

  /// Whether a fault whose row is gone is to be deleted rather than to stop the program. Override
  /// to decide object by object.
  ///
  /// - Parameters:
  ///   - fault: the fault.
  ///   - oid: its id.
  ///   - property: the property that was read; nil if none in particular.
  /// - Returns: `shouldDeleteInaccessibleFaults` unless overridden.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool { shouldDeleteInaccessibleFaults }

  /// Called when a property changes that this context observes. Does nothing.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  // MARK: What a class of one's own may do otherwise

  /// Writes the unsaved work to the stores, or hands it to the parent context.
  ///
  /// A save without changes is announced, too, and writes metadata that were set.
  /// Either everything is written or nothing is, and then the context is as before (case B050).
  ///
  /// - Throws: validation errors (1550…1680; several as 1560), conflicts (133020, 133021), or what
  ///   the store has wrong.
  open func save() throws { try bridgingErrors { try saveChanges() } }

  /// Drops all unsaved work and the undo stack: objects are as they were last fetched or saved.
  open func rollback() { dropUnsavedWork() }

  /// Forgets every object: the context is as new. Objects held elsewhere are cut off (case B049).
  open func reset() { forgetEverything() }

  /// Ends the current event: deletions are carried over to relationships, the event becomes one
  /// undo record, and the change is announced.
  ///
  /// Called by saving, undo, fetching and the end of each `perform` block; a program may call it
  /// wherever an event ends.
  open func processPendingChanges() { endEvent() }

  /// Puts an object without context into this one.
  ///
  /// - Parameter object: an object made with `insertInto: nil`, or one whose deletion was saved, which
  ///   becomes a new object with the attributes it had. One that this context has stays as it is; one of
  ///   another context is a misuse, as on Apple.
  open func insert(_ object: NSManagedObject) { takeIn(object) }

  /// Marks an object to be deleted by the next save. Its relationships are seen to when the current
  /// event ends (case B059).
  ///
  /// - Parameter object: an object of this context; one of another context is a misuse, as on Apple.
  ///   Deleting twice calls `prepareForDeletion()` twice and does nothing else.
  open func delete(_ object: NSManagedObject) { markToDelete(object) }

  /// Brings an object up to date with the store.
  ///
  /// - Parameters:
  ///   - object: an object of this context.
  ///   - flag: true to keep unsaved changes on top of the stored values; false to drop them, which
  ///     makes the object a fault (case B048).
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    refreshOwn(object, mergeChanges: flag)
  }

  /// Refreshes every registered object, keeping unsaved changes.
  open func refreshAllObjects() { refreshEverything() }

  /// The registered object with an id, without going to the store.
  ///
  /// - Parameter objectID: the id.
  /// - Returns: the object, nil if the context does not have it.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    known(objectID)
  }

  /// The object with an id: the registered one, or a fault that is not checked against the store.
  ///
  /// - Parameter objectID: the id.
  /// - Returns: the object, never nil (case B041). If the row does not exist, reading its values
  ///   finds that out.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject { knownOrFault(objectID) }

  /// The object with an id, with its values.
  ///
  /// - Parameter objectID: the id.
  /// - Returns: the object; never a fault.
  /// - Throws: 133000 if there is no such row, or no open store that the id belongs to.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try fulfilled(objectID)
  }

  /// Gives unsaved objects their permanent ids now; they are saved later with these (case B040).
  ///
  /// - Parameter objects: objects of this context; saved ones are left alone.
  /// - Throws: when the store cannot hand out keys.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try givePermanentIDs(to: objects)
  }

  /// Runs a block on the context's queue, later, as one event.
  ///
  /// - Parameter block: the work; its changes are processed when it ends.
  open func perform(_ block: @escaping @Sendable () -> Void) { enqueue(block) }

  /// Takes back the last undo group: the undo manager's `undo`, after the current event was ended.
  /// Without an undo manager nothing happens (case B066).
  open func undo() { undoLastGroup() }

  /// Does again what was undone last.
  open func redo() { redoLastGroup() }

  /// Carries out a request that goes to the stores: a batch insertion, update or deletion, a look at
  /// the history, an asynchronous or ordinary fetch.
  ///
  /// Batch requests go past the context: its objects stay as they are (case B077) until
  /// ``mergeChanges(fromRemoteContextSave:into:)`` tells it. A child context's batch request goes to
  /// the stores as well.
  ///
  /// - Parameter request: the request. A save is none of them: call ``save()``.
  /// - Returns: what came of it, of the class that belongs to the request's.
  /// - Throws: 134091 for a request that the stores do not support, or what the store has wrong.
  @discardableResult
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try carryOut(request)
  }

  /// Runs a fetch request.
  /// - Parameter request: the request; its result type says what comes back.
  /// - Returns: managed objects, their ids, dictionaries or one number, in the request's order.
  /// - Throws: what the store or the request has wrong.
  open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try results(of: request)
  }

  /// How many objects a fetch would give.
  /// - Parameter request: the request; its limit and offset count.
  /// - Throws: what the store or the request has wrong.
  open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try number(of: request)
  }
  /// Runs a block on the context's queue and waits for it, as the form with a result does, which calls
  /// this one no more than Apple's does.
  ///
  /// - Parameter block: the work.
  open func performAndWait(_ block: () -> Void) { queue.sync(WorkChain(waitingFor: self), block) }

  // MARK: Locking

  /// Keeps others who lock from using the context. Deprecated by Apple in favour of `perform`.
  public final func lock() { guardingLock.lock() }

  /// Ends ``lock()``.
  public final func unlock() { guardingLock.unlock() }

  /// ``lock()`` if nobody holds it.
  ///
  /// - Returns: whether it is held now.
  public final func tryLock() -> Bool { guardingLock.try() }

  /// Runs a closure while the lock is held.
  ///
  /// - Throws: what the closure throws.
  public final func withLock<R>(_ body: () throws -> R) rethrows -> R {
    guardingLock.lock()
    defer { guardingLock.unlock() }
    return try body()
  }

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
  open var hasChanges: Bool { !pending.isEmpty }

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
}
