import SQLiteDriver
import XCTest

@testable import CoreData

/// What options and odd places do to an SQLite store.
final class SQLiteOptionsTests: XCTestCase {
  private var folder: TemporaryFolder?

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  private func place(_ name: String) throws -> URL {
    try XCTUnwrap(folder).url.appendingPathComponent(name)
  }

  @discardableResult
  private func open(
    _ url: URL, _ options: [AnyHashable: Any] = [:]
  ) throws -> (NSPersistentStoreCoordinator, SQLiteStore) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.league())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    return (coordinator, try XCTUnwrap(store.engine as? SQLiteStore))
  }

  /// Pragmas of the option win over the store's own, however they are spelled, and come in an order in
  /// which each has its effect: no page size changes once there is a log.
  func testPragmas() throws {
    for name in ["journal_mode", "JOURNAL_MODE", "Journal_Mode"] {
      let (_, store) = try open(place("\(name).sqlite"), [NSSQLitePragmasOption: [name: "DELETE"]])
      XCTAssertEqual(try store.connection.text("PRAGMA journal_mode"), "delete", name)
    }
    let (_, large) = try open(
      place("large.sqlite"), [NSSQLitePragmasOption: ["page_size": "8192", "auto_vacuum": "0"]])
    XCTAssertEqual(try large.connection.integer("PRAGMA page_size"), 8192)
    XCTAssertEqual(try large.connection.integer("PRAGMA auto_vacuum"), 0)
    XCTAssertEqual(try large.connection.text("PRAGMA journal_mode"), "wal")
    for bad in ["DELETE; DROP TABLE ZTEAM", "a b", ""] {
      XCTAssertThrowsError(
        try open(place("bad.sqlite"), [NSSQLitePragmasOption: ["journal_mode": bad]]), bad)
    }
  }

  /// Names that mean something to URLs, to SQLite or to shells mean nothing here.
  func testPlacesOfEveryKind() throws {
    for name in [
      "a?mode=memory", "a#b", "50%25", "a b", "🐘.sqlite", ":memory:", "file:x?mode=ro", "quo'te",
      "back\\slash", "é", "e\u{301}", "a&b=c", "-wal",
    ] {
      let folder = try place("in \(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let url = folder.appendingPathComponent(name)
      let (coordinator, _) = try open(url)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      _ = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      try context.save()
      XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), name)
      let (again, _) = try open(url, [NSReadOnlyPersistentStoreOption: true])
      context.persistentStoreCoordinator = nil
      let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      other.persistentStoreCoordinator = again
      XCTAssertEqual(
        try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Team")), 1, name)
    }
  }

  /// A store with a log's header on a medium that cannot be written: SQLite wants to make an index of
  /// the log there, unless it is told that nobody writes.
  func testAReadOnlyStoreInAFolderThatCannotBeWritten() throws {
    let folder = try place("sealed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("store.sqlite")
    try {
      let (coordinator, store) = try open(url)
      XCTAssertEqual(try store.connection.text("PRAGMA journal_mode"), "wal")
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      _ = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      try context.save()
    }()
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 1)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    try asNobody {
      let (coordinator, store) = try open(url, [NSReadOnlyPersistentStoreOption: true])
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let teams = NSFetchRequest<NSManagedObject>(entityName: "Team")
      XCTAssertEqual(try context.count(for: teams), 1)
      XCTAssertTrue(store.connection.isReadOnly)
      // Without the option it is an error that says why.
      XCTAssertThrowsError(try open(url)) {
        XCTAssertEqual(($0 as NSError).code, CocoaError.Code.fileWriteNoPermission.rawValue)
      }
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 1)
  }

  /// Root may write everywhere.
  private func asNobody(_ body: () throws -> Void) throws {
    let isRoot = geteuid() == 0
    if isRoot {
      let open = try XCTUnwrap(folder).url
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open.path)
      XCTAssertEqual(seteuid(65534), 0)
    }
    defer { if isRoot { XCTAssertEqual(seteuid(0), 0) } }
    try body()
  }
}
