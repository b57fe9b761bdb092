/// A command of the console, read but not yet carried out.
package enum Command: Sendable, Equatable {
  case insert(entity: Spelled, values: [Assignment], name: Spelled?)
  case assign(PathExpression, ValueExpression)
  case relate(PathExpression, adding: [ValueExpression])
  case unrelate(PathExpression, removing: [ValueExpression])
  case print(PathExpression)
  /// A value that a function makes: `hash("John")`.
  case printValue(ValueExpression)
  case fetch(FetchCommand)
  case fetchTemplate(name: Spelled, variables: [Assignment])
  case count(entity: Spelled, predicate: PredicateText?)
  case delete(DeleteCommand)
  case undo(Int)
  case redo(Int)
  case save
  case rollback
  case reset
  case refresh(ObjectName, keepingChanges: Bool)
  case refreshAll
  case show(ObjectName)
  case tree(ObjectName, relationship: Spelled?, depth: Int)
  case changes
  case validate(ObjectName?)
  case observe(PathExpression)
  case batch(BatchCommand)
  case context(ContextCommand)
  case fetched(PathExpression)
  case controller(ControllerCommand)
  case define(name: Spelled, value: ValueExpression)
  case sql(String)
  case tool(ToolCommand)

  /// The depth `tree` stops at unless told.
  package static let defaultTreeDepth = 20
}

/// `delete …`
package struct DeleteCommand: Sendable, Equatable {
  package enum Target: Sendable, Equatable {
    case object(ObjectName)
    case matching(entity: Spelled, predicate: PredicateText)
  }

  package let target: Target
  /// Only shows what the delete rules would do.
  package let isRehearsal: Bool
}

/// `batch …`
package enum BatchCommand: Sendable, Equatable {
  case update(entity: Spelled, values: [Assignment], predicate: PredicateText?)
  case delete(entity: Spelled, predicate: PredicateText?)
  case insert(entity: Spelled, rows: [[Assignment]])
}

/// `context …`
package enum ContextCommand: Sendable, Equatable {
  package enum Merging: String, Sendable, CaseIterable {
    case error, store, object, overwrite, rollback
  }

  case new(name: Spelled, isChild: Bool)
  case use(Spelled)
  case list
  case merge(Merging)
}
