import Foundation
package import PredicateCore

/// Why a fetch cannot be said in SQL. Apple's SQLite store raises an exception for each of them.
package enum SQLGenerationError: Error, Sendable, Equatable {
  /// The entity has no such stored property (B022, B026).
  case keyPathNotFound(String, entity: String)
  /// A to-many relationship where one value is needed (B019).
  case toManyNotAllowed(String)
  /// A part of a predicate or expression without a translation: the part, and why.
  case unsupported(String, why: String)
  /// A sort descriptor whose comparison is code (B025).
  case unsupportedSort(String)
  /// A column of a grouped fetch that is neither grouped nor an aggregate (B036).
  case notGrouped(String)
  /// A variable without value.
  case unboundVariable(String)
  /// SQLite cannot take a statement of this depth or length; what it said.
  case tooComplex(String)
  /// The store has no table for the entity.
  case unknownEntity(String)
}

extension SQLGenerationError: CustomStringConvertible {
  /// What Apple's exception says, where it is known, then what to try.
  package var description: String {
    switch self {
    case .keyPathNotFound(let keyPath, let entity):
      "keypath \(keyPath) not found in entity \(entity)"
    case .toManyNotAllowed:
      "to-many key not allowed here"
    case .unsupported(let part, let why):
      "Unsupported predicate or expression \(part): \(why)"
    case .unsupportedSort(let what):
      "unsupported NSSortDescriptor \(what)"
    case .notGrouped(let what):
      "SELECT clauses in queries with GROUP BY components can only contain properties named in the "
        + "GROUP BY or aggregate functions (\(what) is neither)"
    case .unboundVariable(let name):
      "no value was given for $\(name)"
    case .tooComplex(let reason):
      "the fetch is too deep or too long for SQLite: \(reason)"
    case .unknownEntity(let name):
      "the store has no entity named \(name)"
    }
  }
}

extension SQLGenerationError: CoreDataErrorConvertible {
  package var cocoaCode: Int { NSPersistentStoreUnsupportedRequestTypeError }

  package var reason: String? { description }

  package var message: String { description }

  package var suggestion: String? {
    switch self {
    case .keyPathNotFound:
      "Check the spelling; transient and fetched properties are not in the store, so fetch "
        + "without them and filter or sort the array."
    case .toManyNotAllowed(let key):
      "Say which members are meant: ANY \(key), ALL \(key), or count them with a SUBQUERY."
    case .unsupported: "Fetch without this part and filter the array in memory."
    case .unsupportedSort:
      "Use compare:, caseInsensitiveCompare:, localizedCompare:, localizedCaseInsensitiveCompare: "
        + "or localizedStandardCompare:, or sort the fetched array."
    case .notGrouped: "Add it to propertiesToGroupBy, or fetch an aggregate of it."
    case .unboundVariable: "Give it a value with withSubstitutionVariables(_:)."
    case .tooComplex:
      "Use IN or BETWEEN in place of many comparisons and fewer parentheses inside each other, or fetch "
        + "with a part of the predicate and filter the array."
    case .unknownEntity: "Open the store with the model and configuration that hold the entity."
    }
  }
}

extension SQLGenerationError: PredicatePartNaming {
  package var predicatePart: PredicatePart? {
    switch self {
    case .keyPathNotFound(let path, _), .toManyNotAllowed(let path): .keyPath(path)
    case .unsupported(let part, _): .text(part)
    case .unboundVariable(let name): .variable(name)
    case .unsupportedSort, .notGrouped, .unknownEntity, .tooComplex: nil
    }
  }
}
