import CSQLite
import Foundation
import SQLiteDriver

/// Migrates an SQLite store where it is, in SQL and in one transaction.
///
/// Whatever happens meanwhile, the store is the old one or the new one: SQLite takes back what was
/// not committed. Files beside the store are written before the commit and removed after it.
package struct InPlaceMigration {
  /// The store.
  package let url: URL
  /// The model of its data.
  package let sourceModel: NSManagedObjectModel
  /// The model it gets.
  package let destinationModel: NSManagedObjectModel
  /// The configuration of the new model that the store takes; nil for all entities.
  package let configuration: String?
  /// The options that the store is opened with.
  package let options: [AnyHashable: Any]
  /// Told how much is done, from 0 to 1, and asked whether to go on.
  package var progress: ((Double) -> Bool)?
  /// How many bytes are free where a file is; nil if nobody knows.
  package var freeBytes: (URL) -> Int64? = FreeSpace.bytes

  /// Prepares a migration; nothing is read yet.
  package init(
    url: URL, from source: NSManagedObjectModel, to destination: NSManagedObjectModel,
    configuration: String? = nil, options: [AnyHashable: Any] = [:]
  ) {
    self.url = url
    sourceModel = source
    destinationModel = destination
    self.configuration = configuration
    self.options = options
  }

  /// What would be done, without doing it.
  package func rehearse() throws -> InPlacePlan {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOpenOptions(
        mode: .readOnly, busyTimeout: SQLiteOpenOptions.busyTimeout(options)))
    return try plan(connection).plan
  }

  /// What stands in the way of the migration in the rows there are; empty if nothing does.
  package func obstacles() throws -> [MigrationFailure] {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOpenOptions(
        mode: .readOnly, busyTimeout: SQLiteOpenOptions.busyTimeout(options)))
    return try plan(connection).plan.checks.compactMap { check in
      try connection.rows(check.sql).isEmpty ? nil : check.failure
    }
  }

  /// Migrates the store.
  ///
  /// - Returns: what was done.
  /// - Throws: ``MigrationFailure`` for rows that the new model cannot take, for want of space, and
  ///   when it was cancelled; what SQLite says otherwise. The store is as before then.
  @discardableResult
  package func run() throws -> InPlaceReport {
    try requireSpaceToBegin()
    return try StoreFiles.leavingNoLog(of: url, type: NSSQLiteStoreType, open)
  }

  private func open() throws -> InPlaceReport {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOpenOptions(
        mode: .readWrite, busyTimeout: SQLiteOpenOptions.busyTimeout(options)))
    guard !connection.isReadOnly else { throw MigrationFailure.readOnly(url) }
    let backup = try backUp(connection)
    do {
      return try run(connection)
    } catch {
      backup?.takeBack()
      throw error
    }
  }

  private func run(_ connection: SQLiteConnection) throws -> InPlaceReport {
    // Renaming must leave alone what other people's triggers and views say.
    _ = try connection.rows("PRAGMA legacy_alter_table = ON")
    // Pages that wait for the end of the transaction are written once.
    _ = try connection.rows("PRAGMA cache_size = -16000")
    try connection.begin(.exclusive)
    let files = ExternalData(store: url)
    do {
      let report = try migrate(connection, files)
      try connection.commit()
      files.commit()
      return report
    } catch {
      // The error that led here counts.
      try? connection.rollback()
      files.rollback()
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> any Error {
    guard let error = error as? SQLiteError else { return error }
    return error.code == SQLITE_INTERRUPT ? MigrationFailure.cancelled : error
  }

  // MARK: Steps

  private func plan(
    _ connection: SQLiteConnection
  ) throws -> (plan: InPlacePlan, source: MigrationSource, new: SQLSchema) {
    let metadata = try SQLiteMetadata.read(from: connection, path: url.path)
    let source = try MigrationSource(connection, metadata)
    let oldConfiguration = StoreMetadata.configuration(of: metadata, in: sourceModel, configuration)
    let old = try SQLSchema(
      model: sourceModel, configuration: oldConfiguration, found: source.found)
    var new = try SQLSchema(model: destinationModel, configuration: configuration)
    let matching = ModelMatching(
      sourceModel.entities(forConfigurationName: oldConfiguration) ?? [],
      destinationModel.entities(forConfigurationName: configuration) ?? [])
    let difference = ModelDifference(matching)
    if let refusal = difference.refusals.first { throw MigrationError.refused(refusal) }
    if let names = JoinNames(matching, old: old, new: new).found {
      new = try SQLSchema(model: destinationModel, configuration: configuration, found: names)
    }
    let map = MigrationMap(matching, old: old, new: new, found: source.found)
    return (try InPlacePlanner(map, source).plan(difference), source, new)
  }

  private func migrate(
    _ connection: SQLiteConnection, _ files: ExternalData
  ) throws -> InPlaceReport {
    let (plan, source, new) = try plan(connection)
    for check in plan.checks where try !connection.rows(check.sql).isEmpty { throw check.failure }
    try requireSpace(connection, plan)
    try MigrationFunctions(plan: plan, files: files).register(with: connection)
    try connection.registerPredicateFunctions()
    try TriggerReports().register(with: connection)
    for selection in plan.lostFiles {
      for row in try connection.rows(selection) {
        if case .blob(let bytes) = row[0] { files.release(bytes) }
      }
    }
    let before = connection.statementCount
    try execute(plan.statements, connection)
    let lost = OtherItems.make(plan.foreign, connection)
    try writeModel(connection, source, new)
    return InPlaceReport(
      plan: plan, statementCount: connection.statementCount - before,
      lostItems: plan.lostItems + lost)
  }

  private func execute(_ statements: [String], _ connection: SQLiteConnection) throws {
    let part = Part()
    // A long statement can be cancelled, too.
    if let progress {
      connection.setProgressHandler(every: 1_000_000) { !progress(part.value) }
    }
    defer { connection.setProgressHandler(every: 0, nil) }
    for (index, statement) in statements.enumerated() {
      do {
        try connection.execute(statement)
      } catch {
        throw isDuplicate(error, statement)
          ? MigrationFailure.duplicates(index: statement.components(separatedBy: " ")[3]) : error
      }
      part.value = Double(index + 1) / Double(statements.count + 1)
      if let progress, !progress(part.value) { throw MigrationFailure.cancelled }
    }
  }

  private func isDuplicate(_ error: SQLiteError, _ statement: String) -> Bool {
    error.code == SQLITE_CONSTRAINT && statement.hasPrefix("CREATE UNIQUE INDEX ")
  }

  /// Metadata and model cache are those of the new model; the UUID and the program's keys stay.
  private func writeModel(
    _ connection: SQLiteConnection, _ source: MigrationSource, _ new: SQLSchema
  ) throws {
    let uuid = source.metadata[NSStoreUUIDKey] as? String ?? UUID().uuidString
    var metadata = StoreMetadata.make(
      for: destinationModel, configuration: configuration, uuid: uuid, type: NSSQLiteStoreType)
    for (key, value) in source.metadata
    where metadata[key] == nil && !StoreMetadata.isFrameworkKey(key) {
      metadata[key] = value
    }
    if let level = source.metadata[StoreMetadata.Key.autoVacuum] {
      metadata[StoreMetadata.Key.autoVacuum] = level
    }
    metadata[StoreMetadata.Key.migrationManager] = "NSSQLiteInPlaceMigrationManager"
    try SQLiteMetadata.write(metadata, to: connection)
    if source.found.columns["Z_MODELCACHE"] == nil {
      try connection.execute(SQLSchema.modelCacheTable)
    }
    try connection.execute("DELETE FROM Z_MODELCACHE")
    try connection.execute(
      "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)",
      [.blob(try ModelCache.encode(destinationModel, configuration: configuration))])
  }

  // MARK: Safety

  /// What every migration takes, asked for before the file is opened: without room for the index of a log
  /// SQLite does not even read.
  private func requireSpaceToBegin() throws {
    var file = stat()
    guard stat(url.path, &file) == 0, let free = freeBytes(url) else { return }
    let size = Int64(file.st_size)
    let needed = FreeSpace.slack(size) + (options[MigrationBackupOption] == nil ? 0 : size)
    guard free < needed else { return }
    throw MigrationFailure.noSpace(url, needed: needed, free: free)
  }

  /// Rows that are written lie in the log first and then in the file, beside the old ones.
  private func requireSpace(_ connection: SQLiteConnection, _ plan: InPlacePlan) throws {
    let size =
      (try connection.integer("PRAGMA page_count") ?? 0)
      * (try connection.integer("PRAGMA page_size") ?? 0)
    let needed = (plan.rewritesRows ? 2 * size : 0) + FreeSpace.slack(size)
    guard let free = freeBytes(url), free < needed else { return }
    throw MigrationFailure.noSpace(url, needed: needed, free: free)
  }

  private func backUp(_ connection: SQLiteConnection) throws -> StoreBackup? {
    try StoreBackup.make(of: url, type: NSSQLiteStoreType, options) { place in
      try copy(connection, to: place)
    }
  }

  private func copy(_ connection: SQLiteConnection, to place: URL) throws {
    try connection.backup(toFile: place.path)
    let folder = ExternalData(store: url).folder
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    let copy = ExternalData(store: place).folder
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: folder, to: copy)
  }
}

/// How much of a migration is done.
private final class Part {
  var value = 0.0
}

/// What a migration in place has done.
package struct InPlaceReport: Sendable {
  /// The plan that was carried out.
  package let plan: InPlacePlan
  /// How many statements it took; they do not depend on the number of rows.
  package let statementCount: Int
  /// What the application had made in the file and does not work with the new tables.
  package let lostItems: [LostItem]
}

/// How much room there is.
package enum FreeSpace {
  /// What a migration takes beside the rows: logs, indexes, the tables of Core Data.
  package static func slack(_ size: Int64) -> Int64 { min(1_000_000, 100_000 + 2 * size) }

  /// The bytes free in the file system of a file; nil if they are not known.
  package static func bytes(at url: URL) -> Int64? {
    let attributes = try? FileManager.default.attributesOfFileSystem(
      forPath: LinkTarget.of(url).deletingLastPathComponent().path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }
}
