import Foundation
import SQLiteDriver

/// The metadata of stores that need not be open.
extension NSPersistentStoreCoordinator {
  /// The metadata of a store that need not be open.
  ///
  /// - Parameters:
  ///   - storeType: the kind of store.
  ///   - url: where it is.
  ///   - options: how to open it.
  /// - Throws: if there is no such store.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try bridgingErrors { try StoreOpening.metadata(storeType, url) }
  }

  /// The metadata of a store that need not be open.
  ///
  /// - Parameters:
  ///   - storeType: the kind of store.
  ///   - storeURL: where it is.
  ///   - options: how to open it.
  /// - Throws: if there is no such store.
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
  }

  /// The metadata of a store that need not be open. Deprecated by Apple: name the options too.
  ///
  /// - Parameters:
  ///   - storeType: the kind of store; nil for an SQLite store.
  ///   - url: where it is.
  /// - Throws: if there is no such store.
  public class func metadataForPersistentStore(
    ofType storeType: String?, at url: URL
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType ?? NSSQLiteStoreType, at: url, options: nil)
  }

  /// Replaces the metadata of an SQLite store that is not open. Deprecated by Apple: name the options
  /// too.
  ///
  /// - Throws: as the form with options.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String?, at url: URL
  ) throws {
    try setMetadata(
      metadata, forPersistentStoreOfType: storeType ?? NSSQLiteStoreType, at: url, options: nil)
  }

  /// Replaces the metadata of an SQLite store that is not open.
  ///
  /// The type and the UUID are kept when the new metadata do not give them. Stores of other types
  /// are written as wholes: open them and use `setMetadata(_:for:)`.
  ///
  /// - Parameters:
  ///   - metadata: the new metadata.
  ///   - storeType: the kind of store.
  ///   - url: where it is.
  ///   - options: how to open it.
  /// - Throws: if there is no such store, or it is not an SQLite store.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try bridgingErrors {
      var all = metadata ?? [:]
      for (key, value) in try StoreOpening.metadata(storeType, url)
      where key.hasPrefix("NSStore") && all[key] == nil {
        all[key] = value
      }
      guard storeType == NSSQLiteStoreType else {
        throw CoordinatorError.metadataOfClosedStore(storeType)
      }
      let connection = try SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .readWrite))
      try connection.begin(.immediate)
      try SQLiteMetadata.write(all, to: connection)
      try connection.commit()
    }
  }

  /// Replaces the metadata of an SQLite store that is not open.
  ///
  /// - Throws: as the form with the type's name.
  public class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(
      metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
  }

  /// The id that a URI in a text names.
  ///
  /// - Parameter string: the text of a permanent id's URI.
  /// - Returns: the id; nil if the text is no such URI or no open store has the UUID.
  public final func managedObjectID(for string: String) -> NSManagedObjectID? {
    URL(string: string).flatMap { managedObjectID(forURIRepresentation: $0) }
  }
}
