import Foundation
import SQLiteDriver

/// The model that an SQLite store keeps of itself (format fact 2).
enum StoredModel {
  /// Reads it; nil if the store keeps none, or one that is not the model of its rows.
  static func read(_ url: URL, _ metadata: [String: Any]) -> NSManagedObjectModel? {
    // Whatever is wrong here, the model is looked for elsewhere; the file's errors come when it is opened.
    guard
      let connection = try? SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .readOnly)),
      let content = try? connection.data("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1"),
      let model = try? ModelCache.decode(content, path: url.path)
    else { return nil }
    let configuration = StoreMetadata.configuration(of: metadata, in: model, nil)
    return model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
      ? model : nil
  }

  /// Why the model that a store keeps cannot be read; nil if it can, or if there is none.
  static func fault(_ url: URL) -> String? {
    // A store that cannot be opened says so itself.
    guard
      let connection = try? SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .readOnly)),
      let content = try? connection.data("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
    else { return nil }
    do {
      _ = try ModelCache.decode(content, path: url.path)
      return nil
    } catch {
      return error.description
    }
  }
}
