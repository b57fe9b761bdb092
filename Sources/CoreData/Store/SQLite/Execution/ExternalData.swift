import Foundation
import SQLiteDriver

/// Data kept beside the store, for attributes that allow it: the column's first byte says whether
/// the data follow (1) or the name of a file does (2) (format fact 71).
///
/// Files are written before the transaction is committed and removed after it: whatever happens in
/// between, every name in the store has its file. A file is read when its value is asked for; before
/// it is removed, it is read for the snapshots that still refer to it.
final class ExternalData {
  /// The folder of the files, `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store.
  let folder: URL
  /// From this size on data go into a file of their own.
  static let threshold = 100_000
  /// Files written by the unit of work that runs.
  private var written: [String] = []
  /// Files that nobody names any more once the unit of work is committed.
  private var obsolete: [String] = []
  /// The files that snapshots refer to, by name.
  private var known: [String: Known] = [:]
  private var pruneAt = 64
  /// Counts the files that were read.
  let counter = ExternalFile.Counter()

  private struct Known {
    weak var file: ExternalFile?
  }

  /// What a column's bytes stand for.
  enum Content {
    case bytes(UnsafeRawBufferPointer)
    case file(ExternalFile)
  }

  /// Whether large data go into files: a store in memory has none.
  private let makesFiles: Bool

  init(store: URL, makesFiles: Bool = true) {
    self.makesFiles = makesFiles
    let name = store.deletingPathExtension().lastPathComponent
    folder = store.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT", isDirectory: true)
      .appendingPathComponent("_EXTERNAL_DATA", isDirectory: true)
  }

  /// The name of the file that a column's bytes stand for, nil if they hold the data themselves.
  static func fileName(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.first == 2, bytes.count <= 64 else { return nil }
    let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }

  /// What a column's bytes stand for; nil if they name a file that is missing.
  func resolve(_ bytes: UnsafeRawBufferPointer) -> Content? {
    guard let first = bytes.first else { return .bytes(bytes) }
    if first == 1 { return .bytes(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())) }
    guard let name = Self.fileName(bytes) else { return .bytes(bytes) }
    return file(name).map { .file($0) }
  }

  /// The data that a column's bytes stand for; nil if they name a file that is missing.
  func data(_ bytes: Data) -> Data? {
    bytes.withUnsafeBytes { found in
      switch resolve(found) {
      case .bytes(let content): Data(content)
      case .file(let file): file.load().map { Data(referencing: $0) }
      case nil: nil
      }
    }
  }

  private func file(_ name: String) -> ExternalFile? {
    if let file = known[name]?.file { return file }
    let path = path(name)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let file = ExternalFile(path: path, counter: counter)
    if known.count >= pruneAt {
      known = known.filter { $0.value.file != nil }
      pruneAt = max(64, known.count * 2)
    }
    known[name] = Known(file: file)
    return file
  }

  /// The bytes for a column: the data behind a 1, or, when they are large, a file's name behind a 2.
  func store(_ data: UnsafeRawBufferPointer) throws -> Data {
    guard makesFiles, data.count >= Self.threshold else { return Data([1]) + Data(data) }
    let name = UUID().uuidString
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileSizeLimit.check(data.count, of: folder)
    written.append(name)
    try Data(data).write(to: folder.appendingPathComponent(name))
    return Data([2]) + Data(name.utf8) + Data([0])
  }

  /// Notes that the bytes of a column are about to be replaced or deleted.
  func release(_ bytes: Data) {
    if let name = bytes.withUnsafeBytes({ Self.fileName($0) }) { obsolete.append(name) }
  }

  /// The unit of work is committed: what it replaced may go.
  func commit() {
    for name in obsolete {
      if let file = known.removeValue(forKey: name)?.file { _ = file.load() }
      // One that stays is an orphan, which the doctor names; the save is done.
      try? FileManager.default.removeItem(atPath: path(name))
    }
    (written, obsolete) = ([], [])
  }

  /// The unit of work was taken back: what it wrote must go.
  func rollback() {
    // As after a commit.
    for name in written { try? FileManager.default.removeItem(atPath: path(name)) }
    (written, obsolete) = ([], [])
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

extension SQLiteStore {
  /// Notes the files that rows name in some of their columns, before the rows are changed or go.
  func releaseExternalData(
    of keys: some Collection<Int64>, _ columns: [SQLiteEntityMap.MappedColumn], table: String
  ) throws {
    if columns.isEmpty { return }
    let list = columns.map(\.name).joined(separator: ", ")
    for key in keys {
      let rows = try connection.rows(
        "SELECT \(list) FROM \(table) WHERE Z_PK = ?", [.integer(key)])
      for cell in rows.joined() {
        if case .blob(let bytes) = cell { externalData.release(bytes) }
      }
    }
  }
}
