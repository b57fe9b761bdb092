package import CoreData
import Foundation
import SQLiteDriver

/// Looks for everything that can be wrong with a store's file, without writing to it.
package final class StoreDoctor {
  let database: ReadOnlyDatabase
  /// Where the store lies, for its external data; a private copy perhaps.
  let url: URL
  private(set) var report = StoreReport()

  /// At most so many objects are named for one fault of one property.
  static let limit = 100

  /// Examines a store.
  ///
  /// - Parameters:
  ///   - url: the file, or a private copy of it.
  ///   - given: the model to hold it against; nil for the store's own or an inferred one.
  ///   - name: the store's name in messages.
  /// - Throws: if the file cannot be opened as a database at all.
  package static func examine(
    _ url: URL, model given: NSManagedObjectModel? = nil, name: String
  ) throws -> StoreReport {
    // Before SQLite has the file open: to close it then would end SQLite's locks on it.
    let isDamaged = !StoreHead.isWhole(url)
    let doctor = StoreDoctor(database: try ReadOnlyDatabase(path: url.path), url: url)
    if isDamaged { doctor.add(Self.damagedHead) }
    doctor.checkFile()
    guard let metadata = doctor.checkMetadata(name),
      let model = doctor.findModel(given, name: name)
    else { return doctor.report }
    doctor.checkModel(model, metadata, name: name)
    doctor.checkRows(model, metadata)
    return doctor.report
  }

  private init(database: ReadOnlyDatabase, url: URL) {
    self.database = database
    self.url = url
  }

  /// Counts the rows of a table that was looked at.
  func count(rows: Int64) { report.rowCount += rows }

  func add(_ finding: Finding) { report.findings.append(finding) }

  /// Runs a part of the examination; what SQLite cannot read is a finding, not the end.
  func attempt(_ what: String, _ body: (StoreDoctor) throws -> Void) {
    do { try body(self) } catch {
      let reason = (error as? SQLiteError)?.message ?? "\(error)"
      add(
        Finding(
          .damagedFile, "\(what) cannot be read: \(reason)",
          remedy: Self.salvage))
    }
  }

  /// What to do with a file that SQLite cannot read whole: only its own shell goes on behind a damaged
  /// place.
  private static let salvage =
    "take a backup, or save what can be read with “sqlite3 STORE .dump > saved.sql”"

  // MARK: - The file

  private static let damagedHead = Finding(
    .damagedFile,
    "the file does not begin as SQLite files do; it opens only because its write-ahead log has "
      + "the first page as well",
    remedy: "keep the file and its -wal together, and copy both; then bring the log into the file: "
      + "sqlite3 STORE 'PRAGMA wal_checkpoint(TRUNCATE)'")

  private func checkFile() {
    attempt("the file") { doctor in
      for row in try doctor.database.texts("PRAGMA integrity_check(\(Self.limit))") {
        guard let text = row.first ?? nil, text != "ok" else { continue }
        doctor.add(
          Finding(
            .damagedFile, "SQLite's integrity check says: \(text)",
            remedy: Self.salvage)
        )
      }
    }
  }

  private func checkMetadata(_ name: String) -> [String: Any]? {
    do {
      return try SQLiteMetadata.read(from: database.connection, path: name)
    } catch {
      let reason = (error as? any CoreDataErrorConvertible)?.reason ?? "\(error)"
      add(
        Finding(
          .metadata, reason,
          remedy: "no Core Data opens the store as it is; take the metadata from a backup"))
      return nil
    }
  }

  private func findModel(
    _ given: NSManagedObjectModel?, name: String
  ) -> NSManagedObjectModel? {
    if let given {
      report.origin = .file
      return given
    }
    do {
      let (model, origin, fault) = try StoreModel.read(database, path: name)
      report.origin = origin
      if let fault {
        add(
          Finding(
            .model, "\(fault); one was inferred from the tables",
            remedy: "give the model with --model"))
      }
      return model
    } catch {
      let reason = (error as? any CoreDataErrorConvertible)?.reason ?? "\(error)"
      add(
        Finding(
          .model, "the store's model cannot be told: \(reason)",
          remedy: "give the model with --model"))
      return nil
    }
  }

  private func checkModel(
    _ model: NSManagedObjectModel, _ metadata: [String: Any], name: String
  ) {
    guard report.origin != .inferred,
      let stored = metadata[StoreMetadata.Key.hashes] as? [String: Data]
    else { return }
    let computed = model.entityVersionHashesByName
    for (entity, hash) in stored.sorted(by: { $0.key < $1.key }) where computed[entity] != hash {
      let isKnown = computed[entity] != nil
      add(
        Finding(
          .model, entity: entity,
          isKnown
            ? "the version hash in the metadata is not that of the model's entity"
            : "the metadata have a version hash for it, the model has no such entity",
          remedy: "use the model the store was made with, or migrate the store"))
    }
    for entity in computed.keys.sorted() where stored[entity] == nil {
      add(
        Finding(
          .model, entity: entity, "the model has it, the metadata have no version hash for it",
          remedy: "use the model the store was made with, or migrate the store"))
    }
  }

  // MARK: - The rows

  private func checkRows(_ model: NSManagedObjectModel, _ metadata: [String: Any]) {
    attempt("the tables") { doctor in
      try doctor.database.connection.registerFunction("corebook_text", argumentCount: 2) {
        guard !$0.isNull(at: 1), let function = Derivation.TextFunction(rawValue: $0.string(at: 0))
        else { return .null }
        return .text(function.apply(to: $0.string(at: 1)))
      }
      let found = try FoundTables.read(doctor.database.connection, metadata)
      let schema: SQLSchema
      do {
        schema = try SQLSchema(model: model, found: found)
      } catch {
        doctor.add(
          Finding(
            .model, (error as? any CoreDataErrorConvertible)?.reason ?? "\(error)",
            remedy: "give another model with --model"))
        return
      }
      doctor.report.entityCount = schema.entitiesInOrder.count
      RowExamination(doctor: doctor, schema: schema, model: model, found: found).run()
    }
  }
}
