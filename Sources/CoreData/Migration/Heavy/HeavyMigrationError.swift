import Foundation

/// What can go wrong while a store is migrated by copying its objects.
package enum HeavyMigrationError: Error {
  /// The mapping model was made for other versions of the models.
  case mappingMismatch(mapping: String, entity: String, isSource: Bool)
  /// A mapping names an entity that its model does not have, or that is abstract.
  case unknownEntity(mapping: String, entity: String, isSource: Bool)
  /// A mapping names a property that its entity does not have.
  case unknownProperty(mapping: String, property: String, entity: String)
  /// Two mappings have the same name.
  case mappingTwice(String)
  case policyClassMissing(mapping: String, className: String)
  case policyFailed(mapping: String, hook: String, any Error)
  /// An expression has no value.
  case expressionFailed(mapping: String, property: String, expression: String, any Error)
  /// A source expression gives something else than objects.
  case noObjects(mapping: String, expression: String)
  /// A value does not fit its property.
  case valueRefused(mapping: String, property: String, object: String, why: String)
  case cancelled(any Error)
  case source(URL, any Error)
  case destination(URL, any Error)
  case samePlace(URL)
  case constraint(any Error)
  case running
  /// A store that was to be migrated when it was opened was not.
  case automatic(URL, any Error)
}

extension HeavyMigrationError: CoreDataErrorConvertible {
  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .mappingMismatch, .unknownEntity, .unknownProperty, .mappingTwice, .expressionFailed,
      .noObjects, .valueRefused, .running:
      NSMigrationError
    case .automatic(_, let error): Self.migrationCode(error) ?? NSMigrationError
    case .policyClassMissing, .policyFailed: NSEntityMigrationPolicyError
    case .cancelled: NSMigrationCancelledError
    case .source: NSMigrationManagerSourceStoreError
    case .destination, .samePlace: NSMigrationManagerDestinationStoreError
    case .constraint: NSMigrationConstraintViolationError
    }
  }

  package var reason: String? {
    switch self {
    case .mappingMismatch(let mapping, let entity, let isSource):
      "Mismatch between mapping and source/destination models: the entity mapping “\(mapping)” was "
        + "made for another version of the \(isSource ? "source" : "destination") entity "
        + "“\(entity)”."
    case .unknownEntity(let mapping, let entity, let isSource):
      "Mismatch between mapping and source/destination models: the entity mapping “\(mapping)” "
        + "names the \(isSource ? "source" : "destination") entity “\(entity)”, of which the model "
        + "has no objects."
    case .unknownProperty(let mapping, let property, let entity):
      "Mismatch between mapping and source/destination models: the entity mapping “\(mapping)” "
        + "sets “\(property)”, which the destination entity “\(entity)” does not have."
    case .mappingTwice(let name):
      "Two entity mappings have the name “\(name)”; names must tell them apart."
    case .policyClassMissing(let mapping, let name):
      "The migration policy class “\(name)” of the entity mapping “\(mapping)” was not found."
    case .policyFailed(let mapping, let hook, let error):
      "The migration policy of the entity mapping “\(mapping)” failed in \(hook): "
        + Self.text(of: error)
    case .expressionFailed(let mapping, let property, let expression, let error):
      "In the entity mapping “\(mapping)”, the expression \(expression) of “\(property)” has no "
        + "value: \(Self.text(of: error))"
    case .noObjects(let mapping, let expression):
      "The source expression of the entity mapping “\(mapping)” gives no managed objects of the "
        + "source: \(expression)"
    case .valueRefused(let mapping, let property, let object, let why):
      "In the entity mapping “\(mapping)”, “\(property)” of the object made for \(object) cannot "
        + "be set: \(why)"
    case .cancelled(let error): "The migration was cancelled: \(Self.text(of: error))"
    case .source(let url, let error):
      "The store \(url.path) cannot be read: \(Self.text(of: error))"
    case .destination(let url, let error):
      "The store \(url.path) cannot be written: \(Self.text(of: error))"
    case .samePlace(let url):
      "The source and the destination of the migration are the same place: \(url.path)."
    case .constraint(let error):
      "The migrated objects break a uniqueness constraint: \(Self.text(of: error))"
    case .automatic(let url, let error):
      "The store \(url.path) was not migrated and is as before: \(Self.text(of: error))"
    case .running: "The migration manager is migrating a store already."
    }
  }

  package var suggestion: String? {
    switch self {
    case .policyClassMissing(_, let name):
      "Say NSMigrationManager.registerPolicyClass(YourPolicy.self, forName: \"\(name)\") before "
        + "migrating, or correct the name in the mapping model."
    case .mappingMismatch, .unknownEntity, .unknownProperty:
      "Use the mapping model for just these two versions, or make it anew from them."
    case .mappingTwice: "Give every entity mapping a name of its own."
    case .samePlace: "Migrate to another place; then put the new store in the old one's."
    case .automatic(_, let error):
      (bridgedError(error) as NSError).localizedRecoverySuggestion
        ?? ErrorCatalog.entry(for: cocoaCode)?.cure
    default: ErrorCatalog.entry(for: cocoaCode)?.cure
    }
  }

  package var userInfo: [String: Any] {
    switch self {
    case .source(let url, _), .destination(let url, _), .samePlace(let url):
      [NSFilePathErrorKey: url.path]
    case .automatic(let url, let error):
      Self.isForWantOfValues(error)
        ? ["sourceURL": url, "reason": MigrationFailure.missingValueReason] : ["sourceURL": url]
    default: [:]
    }
  }

  package var underlyingError: (any Error)? {
    switch self {
    case .policyFailed(_, _, let error), .expressionFailed(_, _, _, let error),
      .cancelled(let error), .source(_, let error), .destination(_, let error),
      .constraint(let error), .automatic(_, let error):
      error
    default: nil
    }
  }

  /// The code of an error that says by itself that a migration failed.
  private static func migrationCode(_ error: any Error) -> Int? {
    let error = bridgedError(error) as NSError
    let isOne = (NSMigrationError...NSInferredMappingModelError).contains(error.code)
    return error.domain == NSCocoaErrorDomain && isOne ? error.code : nil
  }

  /// Whether required values are missing, and nothing else (case B081).
  private static func isForWantOfValues(_ error: any Error) -> Bool {
    let error = error as NSError
    let parts = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
    return parts.allSatisfy { $0.code == NSValidationMissingMandatoryPropertyError }
  }

  private static func text(of error: any Error) -> String {
    if let error = error as? any CoreDataErrorConvertible { return error.reason ?? error.message }
    if let error = error as? ObjectError { return error.explanation }
    let bridged = error as NSError
    return bridged.localizedFailureReason ?? (error as? any LocalizedError)?.errorDescription
      ?? bridged.localizedDescription
  }
}
