import Foundation

/// What can go wrong with a staged migration.
enum StagedMigrationError: Error {
  /// The store's metadata do not say which version it is.
  case noVersion(URL)
  /// The store is of a later stage than the model it is opened with.
  case backward(URL)
  /// A stage failed: its own code, or the step itself.
  case stage(String, any Error)
  /// The model of a version was not found; it may be one of those that cannot be read.
  case noModel(checksum: String, unreadable: [String])
}

extension StagedMigrationError: CoreDataErrorConvertible {
  var property: String? { nil }

  var cocoaCode: Int {
    switch self {
    case .noVersion: NSStagedMigrationFrameworkVersionMismatchError
    case .backward: NSStagedMigrationBackwardMigrationError
    case .stage: NSMigrationError
    case .noModel: NSManagedObjectModelReferenceNotFoundError
    }
  }

  var reason: String? {
    switch self {
    case .noVersion(let url):
      "The metadata of \(url.path) have no version hashes, so no stage can be found for it."
    case .backward(let url):
      "\(url.path) is of a later stage than the model it is opened with."
    case .stage(let name, let error):
      "The stage “\(name)” failed, and the store is as before: "
        + ((error as? any CoreDataErrorConvertible)?.reason
          ?? (error as NSError).localizedFailureReason ?? error.localizedDescription)
    case .noModel(let checksum, let unreadable):
      "No model with the version checksum \(checksum) was found."
        + (unreadable.isEmpty
          ? "" : " It may be one that cannot be read: " + unreadable.joined(separator: " "))
    }
  }

  var userInfo: [String: Any] {
    switch self {
    case .noVersion(let url), .backward(let url): [NSFilePathErrorKey: url.path]
    default: [:]
    }
  }

  var underlyingError: (any Error)? {
    if case .stage(_, let error) = self { error } else { nil }
  }
}
