import Foundation

/// What can go wrong with opening, removing or choosing a store.
package enum CoordinatorError: CoreDataErrorConvertible {
  case notMine(URL?)
  case unknownType(String)
  case unknownConfiguration(String)
  case missingURL(type: String)
  case alreadyOpen(URL)
  case missingReadOnly(URL)
  case nothingInMemory(URL)
  case unwritable(URL, why: String)
  case notAStore(URL, why: String)
  case modelMismatch(
    URL, differing: [String], metadata: [String: Any], difference: ModelDifference? = nil)
  case readOnly(URL?)
  case badPragma(String)
  case targetNotEmpty
  case notDestroyed(URL, why: String)
  case metadataOfClosedStore(String)
  case removed(String)
  case displaced(URL, isGone: Bool)

  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .notMine, .targetNotEmpty, .notDestroyed, .metadataOfClosedStore, .removed:
      NSPersistentStoreOperationError
    case .unknownType: NSPersistentStoreInvalidTypeError
    case .unknownConfiguration: NSPersistentStoreIncompatibleSchemaError
    case .missingURL, .alreadyOpen, .badPragma: NSPersistentStoreOpenError
    case .missingReadOnly, .nothingInMemory: CocoaError.Code.fileReadNoSuchFile.rawValue
    case .unwritable: CocoaError.Code.fileWriteUnknown.rawValue
    case .displaced: NSPersistentStoreSaveError
    case .notAStore: CocoaError.Code.fileReadCorruptFile.rawValue
    case .modelMismatch: NSPersistentStoreIncompatibleVersionHashError
    case .readOnly: CocoaError.Code.fileWriteNoPermission.rawValue
    }
  }

  package var reason: String? {
    switch self {
    case .notMine(let url):
      "The store \(url?.path ?? "in memory") is not one of this coordinator's stores."
    case .unknownType(let type):
      "There is no store type \"\(type)\". Known are SQLite, Binary, XML and InMemory, and those "
        + "registered with registerStoreClass."
    case .unknownConfiguration(let name): "The model has no configuration named \"\(name)\"."
    case .missingURL(let type): "A store of the type \(type) needs a URL of a file."
    case .alreadyOpen(let url): "The store \(url.path) is open in this coordinator already."
    case .missingReadOnly(let url):
      "Attempt to open missing file read only: there is no file at \(url.path)."
    case .nothingInMemory(let url):
      "There is no store at \(url.path): one there lives in memory, and only in the coordinator that "
        + "it was added to."
    case .unwritable(let url, let why): "The store \(url.path) cannot be written: \(why)."
    case .notAStore(let url, let why): "The file \(url.path) is not a Core Data store: \(why)."
    case .modelMismatch(_, let differing, _, let difference):
      Self.mismatchReason + "; these entities differ: \(differing.joined(separator: ", "))."
        + (difference.map(Self.outlook) ?? "")
    case .badPragma(let text):
      "The pragma \(text) is not a plain name and value, so it was not sent to SQLite."
    case .targetNotEmpty: "The new store is not empty: objects cannot be copied into it."
    case .notDestroyed(let url, let why):
      "The store \(url.path) was not destroyed: \(why). Close it wherever it is open first."
    case .metadataOfClosedStore(let type):
      "The metadata of a closed store of the type \(type) cannot be changed apart: open it and use "
        + "setMetadata(_:for:)."
    case .removed(let name):
      "The store of \(name) has been removed from the coordinator."
    case .readOnly(let url):
      "The store \(url?.path ?? "in memory") was opened read-only and cannot be saved to."
    case .displaced(let url, let isGone):
      "The store \(url.path) is not the file any more that was opened: "
        + (isGone ? "it was moved or deleted" : "another file was put in its place")
        + ". Nothing was written. Put the file back and save again, or keep what is here in another file."
    }
  }

  package var userInfo: [String: Any] {
    switch self {
    case .modelMismatch(let url, _, let metadata, _):
      ["metadata": metadata, NSFilePathErrorKey: url.path, "reason": Self.mismatchReason]
    case .unwritable(let url, _), .notDestroyed(let url, _), .notAStore(let url, _),
      .missingReadOnly(let url), .nothingInMemory(let url), .displaced(let url, _):
      [NSFilePathErrorKey: url.path]
    default: [:]
    }
  }
}

extension CoordinatorError {
  /// Apple's words (case B079).
  private static let mismatchReason =
    "The model used to open the store is incompatible with the one used to create the store"

  /// How the models differ, and whether a lightweight migration would do.
  private static func outlook(_ difference: ModelDifference) -> String {
    guard difference.isInferable else {
      return " " + difference.summary + " No lightweight migration can do this: "
        + difference.refusals.map(\.explanation).joined(separator: " ")
    }
    let conditions = difference.conditions.map(\.text).joined(separator: "; ")
    return " " + difference.summary + " A lightweight migration can do this"
      + (conditions.isEmpty ? "." : ", on condition: \(conditions).")
  }
}

extension CoordinatorError: @unchecked Sendable {
  // The metadata are property-list values, never changed after they were read.
}
