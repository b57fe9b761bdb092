public import Foundation

/// Which objects are wanted, in which order and form.
///
/// Apple's documentation: `NSFetchRequest`; defaults in B027. The type parameter is what the fetch
/// gives: a managed object class, `NSManagedObjectID`, `NSDictionary`, `NSNumber` or
/// `any NSFetchRequestResult`. It is not constrained to `NSFetchRequestResult`, because in Swift
/// without the Objective-C runtime the last of these would not fulfil the constraint. It cannot be
/// archived: Foundation on Linux has no name for a generic class.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest, AnyFetchRequest,
  @unchecked Sendable
{
  // @unchecked Sendable: as NSPersistentStoreRequest.

  /// Everything the request says, without its type parameter.
  package final var pieces = FetchPieces()

  /// A request without entity; set `entity` before it is used.
  public override init() { super.init() }

  /// A request for the objects of an entity.
  /// - Parameter entityName: the entity's name, looked up in the model of the context that fetches.
  public convenience init(entityName: String) {
    self.init()
    pieces.entityName = entityName
  }

  /// A fetch.
  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// The name of the entity that is fetched.
  open var entityName: String? { pieces.entity?.name ?? pieces.entityName }

  /// The entity that is fetched; nil until it is set or the context looks up `entityName`.
  open var entity: NSEntityDescription? {
    get { pieces.entity }
    set { pieces.entity = newValue }
  }

  /// Which objects are wanted; nil is all.
  open var predicate: NSPredicate? {
    get { pieces.predicate }
    set { pieces.predicate = newValue }
  }

  /// The order; nil or empty is any.
  open var sortDescriptors: [NSSortDescriptor]? {
    get { pieces.sortDescriptors }
    set { pieces.sortDescriptors = newValue }
  }

  /// How many at most; 0 is all.
  open var fetchLimit: Int {
    get { pieces.fetchLimit }
    set { pieces.fetchLimit = newValue }
  }

  /// How many to leave out at the start.
  open var fetchOffset: Int {
    get { pieces.fetchOffset }
    set { pieces.fetchOffset = newValue }
  }

  /// How many rows to read at a time; 0 is all at once.
  open var fetchBatchSize: Int {
    get { pieces.fetchBatchSize }
    set { pieces.fetchBatchSize = newValue }
  }

  /// What the fetch gives.
  open var resultType: NSFetchRequestResultType {
    get { pieces.resultType }
    set { pieces.resultType = newValue }
  }

  /// Whether objects of sub-entities are wanted too (B037).
  open var includesSubentities: Bool {
    get { pieces.includesSubentities }
    set { pieces.includesSubentities = newValue }
  }

  /// Whether the unsaved work of the context counts (B028, B029).
  open var includesPendingChanges: Bool {
    get { pieces.includesPendingChanges }
    set { pieces.includesPendingChanges = newValue }
  }

  /// Whether the values are read along with the ids.
  open var includesPropertyValues: Bool {
    get { pieces.includesPropertyValues }
    set { pieces.includesPropertyValues = newValue }
  }

  /// Whether the objects stay faults until they are asked for a value.
  open var returnsObjectsAsFaults: Bool {
    get { pieces.returnsObjectsAsFaults }
    set { pieces.returnsObjectsAsFaults = newValue }
  }

  /// Whether objects that the context has already get their values from the store again.
  open var shouldRefreshRefetchedObjects: Bool {
    get { pieces.shouldRefreshRefetchedObjects }
    set { pieces.shouldRefreshRefetchedObjects = newValue }
  }

  /// Whether equal dictionaries are given once (B033).
  open var returnsDistinctResults: Bool {
    get { pieces.returnsDistinctResults }
    set { pieces.returnsDistinctResults = newValue }
  }

  /// Relationships whose destinations are to be fetched along.
  open var relationshipKeyPathsForPrefetching: [String]? {
    get { pieces.relationshipKeyPathsForPrefetching }
    set { pieces.relationshipKeyPathsForPrefetching = newValue }
  }

  /// What dictionaries hold: property descriptions, expression descriptions, or names.
  open var propertiesToFetch: [Any]? {
    get { pieces.propertiesToFetch }
    set { pieces.propertiesToFetch = newValue }
  }

  /// What dictionaries are grouped by (B036).
  open var propertiesToGroupBy: [Any]? {
    get { pieces.propertiesToGroupBy }
    set { pieces.propertiesToGroupBy = newValue }
  }

  /// Which groups are wanted.
  open var havingPredicate: NSPredicate? {
    get { pieces.havingPredicate }
    set { pieces.havingPredicate = newValue }
  }

  /// The stores that are asked; nil for every store of the coordinator that holds the entity.
  open override var affectedStores: [NSPersistentStore]? {
    get { pieces.affectedStores }
    set { pieces.affectedStores = newValue }
  }

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchRequest<ResultType>()
    copy.pieces = pieces
    return copy
  }
}
