/// A kind of store that carries out batch requests by itself, without objects.
///
/// Every call is made under the coordinator's lock, inside a unit of work.
package protocol BatchEngine: StoreEngine {
  /// Inserts rows until there are no more.
  func insert(_ batch: BatchInsert) throws -> BatchOutcome
  /// Changes all rows that a predicate finds.
  func update(_ batch: BatchUpdate) throws -> BatchOutcome
  /// Deletes rows, and does what the model's delete rules say to the rows they are related to.
  func delete(_ batch: BatchDelete) throws -> BatchOutcome
}

/// The keys of the rows that a batch request wrote.
package struct BatchOutcome {
  package var inserted: [ObjectKey] = []
  package var updated: [ObjectKey] = []
  package var deleted: [ObjectKey] = []
}

/// Rows to be inserted.
package struct BatchInsert {
  /// One row.
  package struct Row {
    /// The values by slot.
    package var values: ContiguousArray<SlotValue>
    /// The slots that were given a value, defaults left aside.
    package var given: [Int]
  }

  /// What to do with a row whose unique values another row has.
  package enum Collision {
    /// Refuse the batch.
    case refuse
    /// Leave the stored row.
    case keepStored
    /// Change the given values of the stored row.
    case changeGiven
    /// Change all values of the stored row.
    case changeAll
  }

  package let layout: EntityLayout
  package let collision: Collision
  package let origin: ChangeOrigin
  /// The next row; nil when there are no more.
  package let next: () throws -> Row?
}

/// Rows to be changed.
package struct BatchUpdate {
  /// A new value.
  package enum Value {
    case constant(SlotValue)
    /// Computed from the row.
    case expression(NSExpression)
  }

  package let layout: EntityLayout
  /// Which rows: predicate and sub-entities.
  package let pieces: FetchPieces
  package let changes: [(property: PropertyLayout, value: Value)]
  package let origin: ChangeOrigin
}

/// Rows to be deleted.
package struct BatchDelete {
  /// How the rows are named.
  package enum Selection {
    case fetch(FetchPlan)
    case keys([ObjectKey])
  }

  package let selection: Selection
  package let origin: ChangeOrigin
}

/// Why a store does not carry out a batch request.
package enum BatchError: Error, Equatable {
  /// A deleted row has partners in a relationship whose rule is deny.
  case denied(relationship: String, entity: String)
  /// A row that stays would lose a partner it must have.
  case leavesMandatoryEmpty(relationship: String, entity: String)
  /// Unique values that another row has.
  case notUnique(entity: String, names: [String])
}

extension BatchError: CoreDataErrorConvertible {
  package var cocoaCode: Int {
    switch self {
    case .denied: NSValidationRelationshipDeniedDeleteError
    case .leavesMandatoryEmpty: NSValidationMissingMandatoryPropertyError
    case .notUnique: NSManagedObjectConstraintMergeError
    }
  }

  package var property: String? {
    switch self {
    case .denied(let name, _), .leavesMandatoryEmpty(let name, _): name
    case .notUnique: nil
    }
  }

  package var reason: String? {
    switch self {
    case .denied(let name, let entity):
      "Rows of \(entity) still have partners in \"\(name)\", whose delete rule is deny. Nothing "
        + "was deleted."
    case .leavesMandatoryEmpty(let name, let entity):
      "Deleting the rows would leave \"\(name)\" of rows of \(entity) empty, which is not "
        + "optional. Nothing was deleted."
    case .notUnique(let entity, let names):
      "A row of \(entity) has the values of \(names.joined(separator: ", ")) that the batch "
        + "gives another one, and they have to be unique. Nothing was written."
    }
  }
}
