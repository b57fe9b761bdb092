import Inspector
import SQLiteDriver
import XCTest

@testable import CoreData

/// A folder with a store that is migrated and looked at.
final class MigrationBench {
  let folder: URL
  let url: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("store.sqlite")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Takes a copy of a store with what lies beside it.
  func take(_ store: URL) throws {
    for suffix in ["", "-wal"] {
      let source = URL(fileURLWithPath: store.path + suffix)
      guard FileManager.default.fileExists(atPath: source.path) else { continue }
      try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: url.path + suffix))
    }
  }

  /// Migrates as a program does that opens the store with a newer model.
  @discardableResult
  func open(
    _ model: NSManagedObjectModel, _ options: [AnyHashable: Any] = MigrationBench.migrating,
    sources: [NSManagedObjectModel] = []
  ) throws -> NSPersistentStoreCoordinator {
    var options = options
    options[MigrationSourceModelsOption] = sources
    options[StoresOwnModelOption] = true
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    return coordinator
  }

  static var migrating: [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
  }

  func rows(_ sql: String) throws -> [[String]] {
    let connection = try SQLiteConnection(
      path: url.path, options: SQLiteOpenOptions(mode: .readOnly))
    return try connection.rows(sql).map {
      $0.map { $0.text ?? $0.integer.map(String.init) ?? ($0.isNull ? "" : $0.sqlLiteral) }
    }
  }

  /// Migrates the store and holds it against what it was.
  ///
  /// - Returns: what is wrong; empty if nothing is.
  func faults(
    from old: NSManagedObjectModel, to new: NSManagedObjectModel, allowing allowed: [String] = []
  ) throws -> [String] {
    let before = try StoreDump(url, old)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: url)
    let earlier = try findings(old)
    let coordinator = try open(new, sources: [old])
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let after = try StoreDump(url, new)
    let comparison = MigrationComparison(
      old: before, new: after, difference: ModelDifference(from: old, to: new), destination: new)
    var faults = comparison.faults
    let stored = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: url)
    if stored[NSStoreModelVersionHashesKey] as? [String: Data] != new.entityVersionHashesByName {
      faults.append("the hashes are not the new model's")
    }
    if stored[NSStoreUUIDKey] as? String != metadata[NSStoreUUIDKey] as? String {
      faults.append("the UUID is another one")
    }
    if StoredModel.read(url, stored) == nil {
      faults.append("the model cache is not the new model")
    }
    faults += schemaFaults(new)
    return faults + (try findings(new)).subtracting(earlier).map { "doctor: \($0)" }
  }

  /// What the doctor says, without the keys.
  private func findings(_ model: NSManagedObjectModel) throws -> Set<String> {
    let report = try StoreDoctor.examine(url, model: model, name: "store")
    return Set(
      report.findings.map {
        "\($0.check.rawValue): \($0.entity ?? ""): \($0.meaning)"
          .replacing(#/Z_\d+/#, with: "Z_")
      })
  }

  /// Whether tables, columns, indexes and triggers are those of a new store of the model, but for the
  /// order of columns.
  private func schemaFaults(_ model: NSManagedObjectModel) -> [String] {
    // Which of two relationships names a join table, the store decides.
    guard
      let connection = try? SQLiteConnection(
        path: url.path, options: SQLiteOpenOptions(mode: .readOnly)),
      let found = try? FoundTables.read(connection, [:]),
      let schema = try? SQLSchema(model: model, found: found)
    else { return ["no schema"] }
    var faults: [String] = []
    for table in schema.tables {
      let found = (try? rows("SELECT name FROM pragma_table_info('\(table.name)')")) ?? []
      if Set(found.map { $0[0] }) != Set(table.columns.map(\.name)) {
        faults.append("\(table.name) has \(found.map { $0[0] }), not \(table.columns.map(\.name))")
      }
    }
    let statements = Set(
      ((try? rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")) ?? []).map { $0[0] })
    for statement in schema.tables.flatMap(\.indexStatements) + schema.triggers
    where !statements.contains(statement) {
      faults.append("missing: \(statement)")
    }
    let left = (try? rows("SELECT name FROM sqlite_master WHERE name LIKE 'corebook%'")) ?? []
    return faults + left.map { "left behind: \($0[0])" }
  }
}
