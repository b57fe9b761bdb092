/// Conflicts that a merge policy does not settle.
package enum ConflictError: Error {
  /// Rows were changed by somebody else, and the policy reports that (B069).
  case changedElsewhere([NSMergeConflict])
  /// Objects share values that have to be unique, and the policy reports that (B071).
  case sharedValues([NSConstraintConflict])
  /// The policy left conflicts as they were.
  case unresolved([Any])
}

extension ConflictError: @unchecked Sendable {
  // The conflicts are constant; their objects are for the queue of their context.
}

extension ConflictError: CoreDataErrorConvertible {
  package var cocoaCode: Int {
    switch self {
    case .changedElsewhere: NSManagedObjectMergeError
    case .sharedValues: NSManagedObjectConstraintMergeError
    case .unresolved: NSPersistentStoreSaveConflictsError
    }
  }

  package var property: String? { nil }

  package var reason: String? {
    switch self {
    case .changedElsewhere(let conflicts):
      "The rows of these objects were changed or deleted since they were read: "
        + conflicts.map(\.sourceObject.objectID.shortName).joined(separator: ", ") + "."
    case .sharedValues(let conflicts):
      "Several objects have the same values: "
        + conflicts.map { conflict in
          conflict.constraint.map { "\($0) = \(conflict.constraintValues[$0] ?? "nil")" }
            .joined(separator: ", ")
        }.joined(separator: "; ") + "."
    case .unresolved(let conflicts):
      "The merge policy left \(conflicts.count) conflicts as they were."
    }
  }

  package var userInfo: [String: Any] {
    let conflicts: [Any] =
      switch self {
      case .changedElsewhere(let conflicts): conflicts
      case .sharedValues(let conflicts): conflicts
      case .unresolved(let conflicts): conflicts
      }
    return [NSPersistentStoreSaveConflictsErrorKey: conflicts]
  }
}
