public import Foundation

/// Changes all rows that a predicate finds, in the store, without making objects.
///
/// Apple's documentation: `NSBatchUpdateRequest`. Contexts are not told (case B077); nothing is
/// validated.
open class NSBatchUpdateRequest: NSPersistentStoreRequest, @unchecked Sendable {
  // @unchecked Sendable: as NSPersistentStoreRequest; set up by one owner before it is executed.

  private let storedEntity: NSEntityDescription?

  /// The entity's name.
  public final let entityName: String

  /// Which rows are changed; nil is all of the entity.
  open var predicate: NSPredicate?

  /// Whether rows of sub-entities are changed too.
  open var includesSubentities = true

  /// What the result says; whether all went well, unless told otherwise (case B077).
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  /// The new values, by property name or description: constants, saved objects or their ids for a
  /// to-one, `NSNull` for none, or an `NSExpression` over the row's own attributes.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// Creates a request.
  ///
  /// - Parameter entityName: the entity's name in the model of the context that executes the
  ///   request.
  public init(entityName: String) {
    self.entityName = entityName
    storedEntity = nil
    super.init()
  }

  /// Creates a request.
  ///
  /// - Parameter entity: the entity.
  public init(entity: NSEntityDescription) {
    entityName = entity.name ?? ""
    storedEntity = entity
    super.init()
  }

  /// The entity. A request that was made with a name alone gives a description without properties.
  open var entity: NSEntityDescription {
    if let storedEntity { return storedEntity }
    let entity = NSEntityDescription()
    entity.name = entityName
    return entity
  }

  /// A batch update.
  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      storedEntity.map { NSBatchUpdateRequest(entity: $0) }
      ?? NSBatchUpdateRequest(entityName: entityName)
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.resultType = resultType
    copy.propertiesToUpdate = propertiesToUpdate
    copy.affectedStores = affectedStores
    return copy
  }
}

/// What the result of a batch update says.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether all went well.
  case statusOnlyResultType = 0
  /// The ids of the changed rows.
  case updatedObjectIDsResultType = 1
  /// How many rows were changed.
  case updatedObjectsCountResultType = 2
}

/// What came of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult, @unchecked Sendable {
  // @unchecked Sendable: constant.

  /// True, the ids, or the number of rows, as the result type says.
  public final let result: Any?

  /// What the result says.
  public final let resultType: NSBatchUpdateRequestResultType

  init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
    self.result = result
    self.resultType = resultType
  }
}

extension NSBatchUpdateRequest: ExecutableRequest {
  package final func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let coordinator = try context.requireCoordinator()
    guard let layout = coordinator.layout.entity(named: entityName) else {
      throw ContextError.unknownEntity(entityName)
    }
    var pieces = FetchPieces()
    pieces.predicate = predicate
    pieces.includesSubentities = includesSubentities
    var tally = BatchTally()
    for store in try coordinator.batchStores(for: layout, self) {
      tally.add(
        try coordinator.tally(self, on: store, in: context, \.updated) { engine in
          try engine.update(
            BatchUpdate(
              layout: layout, pieces: pieces, changes: try changes(layout, store),
              origin: context.origin))
        })
    }
    switch resultType {
    case .statusOnlyResultType: return NSBatchUpdateResult(NSNumber(value: true), resultType)
    case .updatedObjectIDsResultType: return NSBatchUpdateResult(tally.ids ?? [], resultType)
    case .updatedObjectsCountResultType:
      return NSBatchUpdateResult(NSNumber(value: tally.count), resultType)
    }
  }

  private final func changes(
    _ layout: EntityLayout, _ store: NSPersistentStore
  ) throws -> [(property: PropertyLayout, value: BatchUpdate.Value)] {
    var changes: [(property: PropertyLayout, value: BatchUpdate.Value)] = []
    for (key, value) in propertiesToUpdate ?? [:] {
      let property = try BatchValues.property(key.base, of: layout)
      guard let expression = value as? NSExpression else {
        let constant = try BatchValues.value(value, property, layout, store)
        changes.append((property, .constant(constant)))
        continue
      }
      if expression.expressionType == .constantValue {
        let constant = expression.constantValue ?? NSNull()
        changes.append(
          (property, .constant(try BatchValues.value(constant, property, layout, store))))
      } else if property.kind == .toOne {
        throw RequestError.unwritable(
          property: property.name, entity: layout.name,
          why: "a to-one takes an object or its id, not a computed value")
      } else {
        changes.append((property, .expression(expression)))
      }
    }
    guard !changes.isEmpty else {
      throw RequestError.unwritable(
        property: "propertiesToUpdate", entity: layout.name, why: "there is nothing to update")
    }
    return changes.sorted { $0.property.slot < $1.property.slot }
  }
}
