import Foundation

/// Why a store was not migrated, though its models would allow it: its rows, its place, its user.
package enum MigrationFailure: Error, Equatable {
  /// Objects without a value for an attribute that is required now and has no default (case B081).
  case missingValue(entity: String, attribute: String)
  /// Objects of an entity that can have none from now on.
  case abstract(entity: String)
  /// An object that would have to be in several sets, or lead back to several objects.
  case severalOwners(entity: String, relationship: String)
  /// Several objects with equal values for a uniqueness constraint.
  case duplicates(index: String)
  /// The file has a table of somebody else's where the new model needs one of that name.
  case nameTaken(table: String)
  /// Too little room for a second copy of the rows.
  case noSpace(URL, needed: Int64, free: Int64)
  /// The file cannot be written.
  case readOnly(URL)
  /// The backup would overwrite something.
  case backupExists(URL)
  /// Somebody asked to stop.
  case cancelled
}

extension MigrationFailure: CoreDataErrorConvertible {
  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .missingValue, .abstract, .severalOwners, .nameTaken: NSMigrationError
    case .duplicates: NSMigrationConstraintViolationError
    case .noSpace: CocoaError.Code.fileWriteOutOfSpace.rawValue
    case .readOnly: CocoaError.Code.fileWriteNoPermission.rawValue
    case .backupExists: CocoaError.Code.fileWriteFileExists.rawValue
    case .cancelled: NSMigrationCancelledError
    }
  }

  package var reason: String? {
    switch self {
    case .missingValue(let entity, let attribute):
      "Objects of \(entity) have no value for “\(attribute)”, which the new model requires and gives "
        + "no default value for. Give it a default value, or make it optional."
    case .abstract(let entity):
      "There are objects of \(entity), which is abstract in the new model. Leave it concrete, or "
        + "delete them first."
    case .severalOwners(let entity, let relationship):
      "An object is wanted by several others at “\(relationship)” of \(entity), where the new model "
        + "allows one. Make “\(relationship)” and its inverse to-many, or sort the objects out first."
    case .duplicates(let index):
      "Several objects have equal values where the new model allows none (\(index)). Make the values "
        + "unique with the old model first."
    case .nameTaken(let table):
      "The file has a table \(table) that is no entity’s so far, and the new model needs one of that "
        + "name. Rename it, or the new entity."
    case .noSpace(let url, let needed, let free):
      "To migrate \(url.path), \(needed) bytes must be free beside it; there are \(free)."
    case .readOnly(let url):
      "The store \(url.path) cannot be written, so it cannot be migrated."
    case .backupExists(let url):
      "There is something at \(url.path) already, so the backup was not written."
    case .cancelled: "The migration was cancelled; the store is as before."
    }
  }

  package var suggestion: String? { nil }

  package var userInfo: [String: Any] {
    switch self {
    case .missingValue(let entity, let attribute):
      [
        "entity": entity, "attribute": attribute,
        // Apple's words, from logs of several applications.
        "reason": Self.missingValueReason,
      ]
    case .abstract(let entity): ["entity": entity]
    case .severalOwners(let entity, let relationship):
      ["entity": entity, "property": relationship]
    case .noSpace(let url, _, _), .readOnly(let url), .backupExists(let url):
      [NSFilePathErrorKey: url.path]
    case .duplicates, .nameTaken, .cancelled: [:]
    }
  }

  static let missingValueReason =
    "Validation error missing attribute values on mandatory destination attribute"
}

/// Why no migration came about, in Apple's codes and keys.
package enum MigrationError: Error {
  /// The model that wrote the store was not found (134130), or may be one that cannot be read.
  case noSourceModel(URL, metadata: [String: Any], unreadable: [String])
  /// There is no mapping model, and none may be inferred (134140).
  case noMappingModel(NSManagedObjectModel, NSManagedObjectModel, ModelDifference)
  /// Mapping models that cannot be read, one of which may be the one needed (134140, with why beneath).
  case unreadableMappings(
    URL, NSManagedObjectModel, NSManagedObjectModel, [MappingModelError])
  /// None can be inferred (134140, with the refusal beneath).
  case notInferable(NSManagedObjectModel, NSManagedObjectModel, ModelDifference)
  /// A change that cannot be inferred (134190).
  case refused(MigrationRefusal)
  /// A migration in place failed (134110, with the cause beneath).
  case inPlace(URL, any Error)
}

extension MigrationError: @unchecked Sendable {
  // The models are frozen, the metadata values of property lists.
}

extension MigrationError: CoreDataErrorConvertible {
  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .noSourceModel: NSMigrationMissingSourceModelError
    case .noMappingModel, .notInferable, .unreadableMappings: NSMigrationMissingMappingModelError
    case .refused: NSInferredMappingModelError
    case .inPlace(_, let cause):
      (cause as? MigrationFailure).map {
        [.cancelled].contains($0) ? NSMigrationCancelledError : $0.migrationCode
      } ?? NSMigrationError
    }
  }

  package var reason: String? {
    switch self {
    case .noSourceModel(let url, _, let unreadable):
      "The model that wrote \(url.path) is neither in the store nor among the models of the program."
        + (unreadable.isEmpty
          ? "" : " It may be one that cannot be read: " + unreadable.joined(separator: " "))
    case .noMappingModel(_, _, let difference):
      "There is no mapping model, and none may be inferred. The models differ: "
        + difference.summary
    case .unreadableMappings(let url, _, _, let errors):
      "The store \(url.path) was not migrated and is as before: no mapping model that can be read is "
        + "for it, and this may be the one that is needed. "
        + errors.compactMap(\.reason).joined(separator: " ")
    case .notInferable(_, _, let difference):
      "No mapping model can be inferred: "
        + difference.refusals.map(\.explanation).joined(separator: " ")
    case .refused(let refusal): refusal.explanation
    case .inPlace(let url, let cause):
      "The store \(url.path) was not migrated and is as before: "
        + ((cause as? any CoreDataErrorConvertible)?.reason ?? cause.localizedDescription)
    }
  }

  package var suggestion: String? {
    guard case .unreadableMappings = self else { return ErrorCatalog.entry(for: cocoaCode)?.cure }
    return MappingModelError.cureOfUnreadable
  }

  package var userInfo: [String: Any] {
    switch self {
    case .noSourceModel(let url, let metadata, _):
      ["URL": url, "metadata": metadata, "reason": "Can't find model for source store"]
    case .noMappingModel(let source, let destination, _),
      .unreadableMappings(_, let source, let destination, _):
      [
        "sourceModel": source, "destinationModel": destination,
        "reason": "Can't find mapping model for migration",
      ]
    case .notInferable(let source, let destination, _):
      [
        "sourceModel": source, "destinationModel": destination,
        "reason": "Can't find or automatically infer mapping model for migration",
      ]
    case .refused(let refusal): Self.keys(refusal)
    case .inPlace(let url, let cause):
      [
        "sourceURL": url, "destinationURL": url,
        "reason": "Cannot migrate store in-place: " + Self.appleReason(cause),
      ]
    }
  }

  package var underlyingError: (any Error)? {
    switch self {
    case .notInferable(_, _, let difference):
      difference.refusals.first.map { MigrationError.refused($0) }
    case .unreadableMappings(_, _, _, let errors): errors.first
    case .inPlace(_, let cause): cause
    default: nil
    }
  }

  private static func keys(_ refusal: MigrationRefusal) -> [String: Any] {
    var keys: [String: Any] = ["entity": refusal.entity, "reason": refusal.reason]
    if let property = refusal.property { keys["property"] = property }
    return keys
  }

  private static func appleReason(_ cause: any Error) -> String {
    guard let cause = cause as? any CoreDataErrorConvertible else {
      return cause.localizedDescription
    }
    return cause.userInfo["reason"] as? String ?? cause.reason ?? cause.message
  }
}

extension MigrationFailure {
  /// The code of the migration that failed for this reason.
  fileprivate var migrationCode: Int {
    if case .duplicates = self { return NSMigrationConstraintViolationError }
    return NSMigrationError
  }
}
