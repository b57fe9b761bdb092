import SQLiteDriver
import XCTest

@testable import CoreData

/// A store whose lock another process holds: a clear error after the timeout, nothing lost, and the
/// next try works (issue of the object graph, point 9; inferred from SQLite's logs: 134090).
final class BusyStoreTests: XCTestCase {
  private static let variable = "COREBOOK_BUSY_STORE"
  private static let timeout = 0.3
  private var folder = URL(fileURLWithPath: "/")
  private var url: URL { folder.appendingPathComponent("busy.sqlite") }

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "corebook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Run in a process of its own: takes the lock that it is told to, says so, and keeps it until a
  /// file says to let go.
  func testHoldsTheLockInAProcessOfItsOwn() throws {
    guard let told = ProcessInfo.processInfo.environment[Self.variable] else {
      throw XCTSkip("run by the tests beside it in a process of its own")
    }
    let words = told.split(separator: "|").map(String.init)
    let connection = try SQLiteConnection(path: words[1])
    for statement in words[0].split(separator: ";") { try connection.execute(String(statement)) }
    try Data().write(to: URL(fileURLWithPath: words[1] + ".held"))
    let release = words[1] + ".release"
    let deadline = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: release), Date() < deadline { usleep(2000) }
    for statement in words.dropFirst(2) { try connection.execute(statement) }
  }

  /// Another process that holds a lock.
  private func hold(_ statement: String, then: [String] = ["ROLLBACK"]) throws -> Process {
    for suffix in [".held", ".release"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["CoreDataTests.BusyStoreTests/testHoldsTheLockInAProcessOfItsOwn"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.variable: ([statement, url.path] + then).joined(separator: "|")
    ]) { _, new in new }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: url.path + ".held"), process.isRunning {
      XCTAssertLessThan(Date(), deadline)
      usleep(2000)
    }
    XCTAssertTrue(process.isRunning, "the other process ended by itself")
    return process
  }

  private func release(_ process: Process) throws {
    try Data().write(to: URL(fileURLWithPath: url.path + ".release"))
    var status: Int32 = 0
    while waitpid(process.processIdentifier, &status, WNOHANG) == 0 { usleep(1000) }
    XCTAssertEqual(status, 0, "the other process failed")
  }

  private func open(_ options: [AnyHashable: Any] = [:]) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TestModel.employees())
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: options.merging([NSPersistentStoreTimeoutOption: Self.timeout]) { own, _ in own })
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func insert(_ name: String, _ context: NSManagedObjectContext) {
    NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      .setValue(name, forKey: "name")
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee"))
      .compactMap { $0.value(forKey: "name") as? String }.sorted()
  }

  /// The call fails with the busy error, not before the timeout and not long after it.
  private func assertBusy(
    _ what: String, line: UInt = #line, _ body: () throws -> Void
  ) throws {
    let start = Date()
    let error = try XCTUnwrap(nsError(body), "\(what): no error", line: line)
    let waited = -start.timeIntervalSinceNow
    XCTAssertEqual(error.domain, NSCocoaErrorDomain, line: line)
    XCTAssertEqual(error.code, NSPersistentStoreTimeoutError, "\(what): \(error)", line: line)
    XCTAssertGreaterThan(waited, Self.timeout * 0.8, what, line: line)
    XCTAssertLessThan(waited, Self.timeout + 10, what, line: line)
    let text = error.localizedDescription + (error.localizedFailureReason ?? "")
    XCTAssertTrue(text.lowercased().contains("lock") || text.contains("busy"), text, line: line)
  }

  func testASaveWaitsFailsAndIsTriedAgain() throws {
    let context = try open()
    insert("first", context)
    try context.save()
    let first = try XCTUnwrap(
      context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee")).first)
    let process = try hold("BEGIN IMMEDIATE")
    first.setValue("changed", forKey: "name")
    insert("second", context)
    for _ in 0..<2 { try assertBusy("save") { try context.save() } }
    XCTAssertTrue(context.hasChanges)
    XCTAssertEqual(context.insertedObjects.count, 1)
    XCTAssertTrue(context.insertedObjects.first?.objectID.isTemporaryID ?? false)
    XCTAssertEqual(first.changedValues()["name"] as? String, "changed")
    // Whoever reads sees the last committed state.
    XCTAssertEqual(try names(try open()), ["first"])
    try release(process)
    try context.save()
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try names(try open()), ["changed", "second"])
  }

  func testALockThatIsLetGoInTimeIsWaitedFor() throws {
    let context = try open([NSPersistentStoreTimeoutOption: 30])
    insert("a", context)
    let process = try hold("BEGIN IMMEDIATE")
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { [url] in
      try? Data().write(to: URL(fileURLWithPath: url.path + ".release"))
    }
    try context.save()
    try release(process)
    XCTAssertEqual(try names(context), ["a"])
  }

  func testReadingAndOpeningWhatIsLockedAltogether() throws {
    let journal: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    let context = try open(journal)
    insert("a", context)
    try context.save()
    context.reset()
    let process = try hold("BEGIN EXCLUSIVE")
    try assertBusy("fetch") { _ = try names(context) }
    try assertBusy("count") {
      _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Employee"))
    }
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee"))
    try assertBusy("batch") { _ = try context.execute(delete) }
    try assertBusy("open") { _ = try open(journal) }
    try release(process)
    XCTAssertEqual(try names(context), ["a"])
    XCTAssertEqual(try names(try open(journal)), ["a"])
  }

  func testAFaultInALockedStoreIsToldAndReadLater() throws {
    let journal: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    let context = try open(journal)
    insert("a", context)
    try context.save()
    let id = try XCTUnwrap(
      context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Employee")).first?.objectID)
    let reader = try open(journal)
    let here = try XCTUnwrap(
      reader.persistentStoreCoordinator?.managedObjectID(
        forURIRepresentation: id.uriRepresentation()))
    let process = try hold("BEGIN EXCLUSIVE")
    try assertBusy("existingObject") { _ = try reader.existingObject(with: here) }
    try release(process)
    XCTAssertEqual(
      try reader.existingObject(with: here).value(forKey: "name") as? String, "a")
  }

  /// Two processes make the store at once: the second finds what the first made.
  func testAStoreThatAnotherProcessIsMaking() throws {
    let made = folder.appendingPathComponent("made.sqlite")
    do {
      let context = try open()
      insert("theirs", context)
      try context.save()
      let coordinator = try XCTUnwrap(context.persistentStoreCoordinator)
      try coordinator.migratePersistentStore(
        coordinator.persistentStores[0], to: made,
        options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]], type: .sqlite)
    }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    // The other one holds the empty file, and what it makes is the store above.
    let script = try SQLiteConnection(path: made.path).rows(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    ).compactMap { $0[0].text }
    let copies = try SQLiteConnection(path: made.path).rows(
      "SELECT name FROM sqlite_master WHERE type = 'table'"
    ).compactMap { $0[0].text }.map { "INSERT INTO \($0) SELECT * FROM made.\($0)" }
    let process = try hold(
      "ATTACH '\(made.path)' AS made; BEGIN EXCLUSIVE", then: script + copies + ["COMMIT"])
    try assertBusy("creation") { _ = try open() }
    XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), "the other's file was removed")
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { [url] in
      try? Data().write(to: URL(fileURLWithPath: url.path + ".release"))
    }
    let late = try open([NSPersistentStoreTimeoutOption: 30])
    try release(process)
    XCTAssertEqual(try names(late), ["theirs"])
  }

  func testOddTimeouts() throws {
    for timeout in [-1, 0, 1e300, Double.nan, Double.infinity] {
      XCTAssertNoThrow(try open([NSPersistentStoreTimeoutOption: timeout]), "\(timeout)")
    }
  }
}
