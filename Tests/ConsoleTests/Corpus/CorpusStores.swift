import Console
import CoreData
import Foundation
import Inspector
import SQLiteDriver
import XCTest

/// The stores of Apple's making that lie beside the package.
enum CorpusStores {
  struct Item {
    let name: String
    let folder: URL
    let store: URL

    /// The compiled model or the source that lies beside the store.
    var model: URL? {
      ["modelcache.mom", "model.xcdatamodel.contents.xml"]
        .map { folder.appendingPathComponent($0) }
        .first { FileManager.default.fileExists(atPath: $0.path) }
    }
  }

  static func all() throws -> [Item] {
    let pairs = try Shared.url("corpus/pairs")
    return try FileManager.default.contentsOfDirectory(atPath: pairs.path).sorted()
      .compactMap { name in
        let folder = pairs.appendingPathComponent(name)
        let store = folder.appendingPathComponent("store.sqlite")
        guard FileManager.default.fileExists(atPath: store.path) else { return nil }
        return Item(name: name, folder: folder, store: store)
      }
  }

  /// Every file of a folder with its size and bytes' hash: nothing may change.
  static func fingerprint(_ folder: URL) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
      found[name] = data?.hashValue ?? 0
    }
    return found
  }

  /// A coordinator and context on a copy, with the store's own model, a given or an inferred one.
  static func open(
    _ store: URL, model given: NSManagedObjectModel? = nil
  ) throws -> (NSManagedObjectContext, ModelJSON.Origin) {
    let (model, origin, _) =
      try given.map { ($0, .file, nil) }
      ?? StoreModel.read(ReadOnlyDatabase(path: store.path), path: store.path)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: store,
      options: [
        StoresOwnModelOption: true,
        NSIgnorePersistentStoreVersioningOption: origin == .inferred,
      ])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // Without it a relationship that cannot be read is a misuse, as on Apple.
    context.readFailureHandler = { _, _ in }
    return (context, origin)
  }

  /// How many rows of an entity's own its table has.
  static func rowCount(_ entity: NSEntityDescription, _ connection: SQLiteConnection) throws
    -> Int
  {
    var root = entity
    while let parent = root.superentity { root = parent }
    let number = try connection.integer(
      "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?", [.text(entity.name ?? "")])
    let table = "Z" + (root.name ?? "").uppercased()
    return Int(
      try connection.integer(
        "SELECT COUNT(*) FROM \(table) WHERE Z_ENT = ?", [.integer(number ?? -1)]) ?? 0)
  }
}
