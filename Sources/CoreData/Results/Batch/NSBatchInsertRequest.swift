public import Foundation

/// Inserts rows into a store without making objects.
///
/// Apple's documentation: `NSBatchInsertRequest`. Properties that are not given have their default
/// values; nothing is validated. Where a row's values break a uniqueness constraint, the context's
/// merge policy decides: by default the request fails with 133021; the policies that let the object
/// win change the stored row, those that let the store win leave it.
///
/// Differences: a key that the entity does not have is an error, and to-ones can be given (as ids or
/// saved objects).
open class NSBatchInsertRequest: NSPersistentStoreRequest, @unchecked Sendable {
  // @unchecked Sendable: as NSPersistentStoreRequest; set up by one owner before it is executed.

  /// The entity, if it was given.
  public final let entity: NSEntityDescription?

  /// The entity's name.
  public final let entityName: String

  /// What the result says; whether all went well, unless told otherwise (case B077).
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  /// The rows' values by property name.
  open var objectsToInsert: [[String: Any]]?

  /// Is called for each row with an empty dictionary to fill; true ends the insertion, and the
  /// dictionary is not inserted.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

  /// Is called for each row with an object to fill, always the same one, which is in no context;
  /// true ends the insertion, and the object is not inserted.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?

  /// Creates a request without entity; it cannot be executed.
  public convenience override init() { self.init(entityName: "", objects: []) }

  /// Creates a request with the rows' values.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name in the model of the context that executes the request.
  ///   - dictionaries: values by property name.
  public init(entityName: String, objects dictionaries: [[String: Any]]) {
    entity = nil
    self.entityName = entityName
    objectsToInsert = dictionaries
    super.init()
  }

  /// Creates a request with the rows' values.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - dictionaries: values by property name.
  public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.entity = entity
    entityName = entity.name ?? ""
    objectsToInsert = dictionaries
    super.init()
  }

  /// Creates a request that asks for each row's values.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name.
  ///   - handler: see ``dictionaryHandler``.
  public convenience init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entityName: entityName, objects: [])
    objectsToInsert = nil
    dictionaryHandler = handler
  }

  /// Creates a request that asks for each row's values.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - handler: see ``dictionaryHandler``.
  public convenience init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entity: entity, objects: [])
    objectsToInsert = nil
    dictionaryHandler = handler
  }

  /// Creates a request that asks for each row's values.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name.
  ///   - handler: see ``managedObjectHandler``.
  public convenience init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entityName: entityName, objects: [])
    objectsToInsert = nil
    managedObjectHandler = handler
  }

  /// Creates a request that asks for each row's values.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - handler: see ``managedObjectHandler``.
  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entity: entity, objects: [])
    objectsToInsert = nil
    managedObjectHandler = handler
  }

  /// A batch insertion.
  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      entity.map { NSBatchInsertRequest(entity: $0, objects: []) }
      ?? NSBatchInsertRequest(entityName: entityName, objects: [])
    copy.objectsToInsert = objectsToInsert
    copy.dictionaryHandler = dictionaryHandler
    copy.managedObjectHandler = managedObjectHandler
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}

/// What the result of a batch insertion says.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// Whether all went well.
  case statusOnly = 0
  /// The ids of the rows that were inserted, or changed in place of an insertion.
  case objectIDs = 1
  /// How many these are.
  case count = 2
}

/// What came of a batch insertion.
open class NSBatchInsertResult: NSPersistentStoreResult, @unchecked Sendable {
  // @unchecked Sendable: constant.

  /// True, the ids, or the number of rows, as the result type says.
  public final let result: Any?

  /// What the result says.
  public final let resultType: NSBatchInsertRequestResultType

  init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
    self.result = result
    self.resultType = resultType
  }
}
