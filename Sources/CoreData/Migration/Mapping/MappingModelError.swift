import Foundation

/// Why a mapping model cannot be read or found.
package enum MappingModelError: Error, Equatable {
  /// A file or folder cannot be read at all.
  case unreadable(path: String, reason: String)
  /// A file is no mapping model.
  case notAMapping(path: String, reason: String)
  /// A mapping model is damaged or says something that is not understood.
  case damaged(path: String, reason: String)
  /// A mapping model has something in it that no file can hold, or the file cannot be written.
  case notWritable(path: String, reason: String)
  /// No mapping model between two models is in any of the places; one of those that could not be read
  /// may be it.
  case notFound(places: [String], unreadable: [MappingModelError])
}

extension MappingModelError: CoreDataErrorConvertible {
  /// 256 and 259 for files, 512 for one that cannot be written, 134140 for a mapping model that was not found.
  package var cocoaCode: Int {
    switch self {
    case .unreadable: 256
    case .notAMapping, .damaged: 259
    case .notWritable: 512
    case .notFound: NSMigrationMissingMappingModelError
    }
  }

  package var reason: String? {
    switch self {
    case .unreadable(let path, let reason):
      "The mapping model “\(path)” cannot be read: \(reason)."
    case .notAMapping(let path, let reason):
      "“\(path)” is not a mapping model: \(reason)."
    case .damaged(let path, let reason):
      "The mapping model “\(path)” is damaged: \(reason)."
    case .notWritable(let path, let reason):
      "The mapping model “\(path)” cannot be written: \(reason)."
    case .notFound(let places, let unreadable):
      "Can't find mapping model for migration. Looked in: "
        + (places.isEmpty ? "no place" : places.joined(separator: ", ")) + "."
        + unreadable.compactMap(\.reason).map { " " + $0 }.joined()
    }
  }

  package var suggestion: String? {
    switch self {
    case .unreadable: "Check the path and its permissions."
    case .notAMapping:
      "Give a compiled mapping model (.cdm), an .xcmappingmodel folder or its xcmapping.xml."
    case .damaged: "Compile it again from its source, or save it again in Xcode."
    case .notWritable: "Write what it needs as a migration policy, or choose another place."
    case .notFound(_, let unreadable):
      unreadable.isEmpty ? ErrorCatalog.entry(for: cocoaCode)?.cure : Self.cureOfUnreadable
    }
  }

  /// What to try where a mapping model that may be the one needed cannot be read.
  package static let cureOfUnreadable =
    "Put the file back as it was: from a backup, compiled again from its source, or saved again in "
    + "Xcode. If it is not for this migration, move it to another folder."

  package var userInfo: [String: Any] {
    switch self {
    case .unreadable(let path, _), .notAMapping(let path, _), .damaged(let path, _),
      .notWritable(let path, _):
      [NSFilePathErrorKey: path]
    case .notFound: [:]
    }
  }

  /// Of several files that cannot be read, the first.
  package var underlyingError: (any Error)? {
    guard case .notFound(_, let unreadable) = self else { return nil }
    return unreadable.first
  }
}
