import Foundation
import SQLiteDriver

/// Telling states of the file apart.
extension SQLiteStore: RememberedEngine {
  private var databasePath: String { LinkTarget.of(url).path }

  package func lookedState() -> StoreState? {
    // What goes with the connection is not remembered.
    guard !connection.isInMemory else { return nil }
    return switch WriteAheadLog.content(ofDatabase: databasePath) {
    case .frames(let digest): StoreState(log: digest)
    case .nothing: FileMark(path: databasePath).map { StoreState(file: $0) }
    case .unknown: nil
    }
  }

  /// Under the lock of writers nothing is under way: what the log shows is committed.
  package func committedState() -> StoreState? {
    if isReadOnly {
      guard let state = lookedState(), state.log == nil else { return nil }
      return settled(state)
    }
    return withWriteLock { lookedState().flatMap(settled) }
  }

  private func settled(_ state: StoreState) -> StoreState? {
    state.log != nil ? state : FileMark.settled(path: databasePath).map { StoreState(file: $0) }
  }

  /// While this connection keeps others from writing, another one brings the log into the file.
  package func settledState() -> StoreState? {
    guard !isReadOnly else { return committedState() }
    return withWriteLock {
      guard let state = lookedState(), state.log != nil else {
        return lookedState().flatMap(settled)
      }
      let options = SQLiteOpenOptions(mode: .readWrite, busyTimeout: 0)
      // A state that cannot be told is none, and then nothing is remembered.
      guard let other = try? SQLiteConnection(path: url.path, options: options),
        let told = try? other.rows("PRAGMA wal_checkpoint(PASSIVE)").first, told.count == 3,
        told[0].integer == 0, told[1].integer == told[2].integer
      else { return nil }
      return StoreState(file: FileMark.settled(path: databasePath), log: state.log)
    }
  }

  /// Runs a closure while nobody else can write; does not wait for those who do.
  private func withWriteLock(_ body: () -> StoreState?) -> StoreState? {
    guard !connection.isInTransaction else { return nil }
    connection.setBusyTimeout(0)
    defer { connection.setBusyTimeout(connection.options.busyTimeout) }
    // Somebody else writes. Nothing was written here, so taking it back cannot fail.
    guard (try? connection.begin(.immediate)) != nil else { return nil }
    defer { try? connection.rollback() }
    return body()
  }
}

/// Sections without objects: one statement for keys and names.
extension SQLiteStore {
  package func sectionQuery(_ plan: FetchPlan, keyPath: String?) throws -> SectionQuery {
    let query = try generator.sections(plan.pieces, entity: plan.layout.entity, keyPath: keyPath)
    return SectionQuery(content: query, fingerprint: Self.fingerprint(query, plan, keyPath))
  }

  package func run(_ query: SectionQuery) throws -> SectionRows {
    try reading {
      guard let query = query.content as? SQLQuery else { return SectionRows() }
      let statement = try prepared(query)
      defer { statement.finish() }
      var rows = SectionRows()
      let type: NSAttributeType? =
        if case .attribute(let type)? = query.columns.first?.value { type } else { nil }
      while try statement.step() {
        rows.keys.append(try key(statement))
        if let type { rows.values.append(StoredValue.boxed(statement.value(at: 2), type: type)) }
      }
      return rows
    }
  }

  /// The statement says all that the request does: entity, predicate, order, limits, and each value bound.
  private static func fingerprint(
    _ query: SQLQuery, _ plan: FetchPlan, _ keyPath: String?
  ) -> [UInt8]? {
    let isVolatile =
      query.sql.contains(SQLFunctionName.callOnce.rawValue) || query.bindings.contains(.text("now"))
    guard !isVolatile else { return nil }
    var bytes: [UInt8] = []
    func add(_ part: some Collection<UInt8>) {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
      bytes += part
    }
    add(plan.layout.name.utf8)
    add(plan.layout.entity.versionHash)
    add((keyPath ?? "").utf8)
    add([keyPath == nil ? 0 : 1])
    // Names of sections and orders of texts are made for readers of a language.
    add(Locale.current.identifier.utf8)
    add(query.sql.utf8)
    for binding in query.bindings {
      switch binding {
      case .null: add([0])
      case .integer(let number): add([1] + withUnsafeBytes(of: number.littleEndian) { Array($0) })
      case .real(let number):
        add([2] + withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) })
      case .text(let text): add([3] + Array(text.utf8))
      case .blob(let data): add([4] + Array(data))
      }
    }
    return Digest.sha256(bytes)
  }
}
