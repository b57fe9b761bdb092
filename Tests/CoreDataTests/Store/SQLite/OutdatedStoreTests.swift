import SQLiteDriver
import XCTest

@testable import CoreData

/// A store that somebody else brings to another model while it is open. Apple's documentation has
/// nothing on it; that nothing may be written under columns which mean something else is ours.
final class OutdatedStoreTests: XCTestCase {
  private func text(_ name: String, was: String? = nil) -> NSAttributeDescription {
    let attribute = TestModel.attribute(name, .stringAttributeType)
    if let was { attribute.renamingIdentifier = was }
    return attribute
  }

  private func model(_ properties: [NSPropertyDescription]) -> NSManagedObjectModel {
    TestModel.model([TestModel.entity("X", properties)])
  }

  /// A store with the one row p = "P", q = "Q", in a context that has read it.
  private func open() throws -> (Stack, NSManagedObject) {
    let stack = try Stack(model([text("p"), text("q")]))
    _ = stack.insert("X", ["p": "P", "q": "Q"])
    try stack.context.save()
    try stack.reopen()
    let object = try XCTUnwrap(stack.fetch("X").first)
    XCTAssertEqual(object.value(forKey: "p") as? String, "P")
    return (stack, object)
  }

  /// What another program does: p is called id2 from now on, and q p.
  private func migrate(_ stack: Stack) throws {
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: model([text("p", was: "q"), text("id2", was: "p"), text("q", was: "r")]))
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: stack.url,
      options: MigrationBench.migrating)
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func assertRefused(
    _ what: String, _ words: [String] = ["another model", "X"], line: UInt = #line,
    _ body: () throws -> Void
  ) {
    do {
      try body()
      XCTFail("\(what) went on", line: line)
    } catch {
      let error = error as NSError
      XCTAssertEqual(error.code, NSPersistentStoreIncompatibleVersionHashError, what, line: line)
      let reason = error.localizedFailureReason ?? ""
      for word in words {
        XCTAssertTrue(reason.contains(word), "\(what): \(reason)", line: line)
      }
      XCTAssertTrue(
        error.localizedRecoverySuggestion?.contains("Open the store again") ?? false, line: line)
    }
  }

  func testNothingIsWrittenUnderColumnsThatMeanSomethingElse() throws {
    let (stack, object) = try open()
    try migrate(stack)
    object.setValue("edited", forKey: "p")
    let fresh = stack.insert("X", ["p": "new"])
    assertRefused("a save") { try stack.context.save() }
    XCTAssertEqual(object.value(forKey: "p") as? String, "edited", "the work is kept")
    XCTAssertTrue(fresh.isInserted)
    XCTAssertEqual(try stack.sql("SELECT ZP, ZID2 FROM ZX"), [["Q", "P"]])
    assertRefused("a second save") { try stack.context.save() }
    assertRefused("a permanent id") { try stack.context.obtainPermanentIDs(for: [fresh]) }
    let update = NSBatchUpdateRequest(entityName: "X")
    update.propertiesToUpdate = ["p": "batch"]
    assertRefused("a batch update") { _ = try stack.context.execute(update) }
    XCTAssertEqual(try stack.sql("SELECT ZP, ZID2 FROM ZX"), [["Q", "P"]])
  }

  func testNothingIsReadFromThemEither() throws {
    let (stack, object) = try open()
    let reader = stack.another()
    let known = try XCTUnwrap(stack.fetch("X", in: reader).first)
    try migrate(stack)
    XCTAssertEqual(known.value(forKey: "p") as? String, "P", "what was read before is still known")
    assertRefused("a fetch") { _ = try stack.fetch("X") }
    assertRefused("a count") {
      _ = try stack.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "X"))
    }
    let values = NSFetchRequest<NSDictionary>(entityName: "X")
    values.resultType = .dictionaryResultType
    values.propertiesToFetch = ["p"]
    assertRefused("a fetch of values") { _ = try stack.context.fetch(values) }
    let keys = NSFetchRequest<NSManagedObjectID>(entityName: "X")
    keys.resultType = .managedObjectIDResultType
    assertRefused("a fetch of ids") { _ = try stack.context.fetch(keys) }
    var failures: [any Error] = []
    stack.context.readFailureHandler = { failures.append($1) }
    stack.context.refresh(object, mergeChanges: false)
    _ = object.value(forKey: "p")
    XCTAssertEqual(
      failures.map { ($0 as NSError).code }, [NSPersistentStoreIncompatibleVersionHashError])
  }

  /// A column that is dropped by hand, which the version hashes do not tell of.
  func testColumnsThatAreNotThereAnyMore() throws {
    let (stack, object) = try open()
    try SQLiteConnection(path: stack.url.path).execute("ALTER TABLE ZX DROP COLUMN ZQ")
    let words = ["changed by somebody else", "the column ZX.ZQ"]
    assertRefused("a fetch", words) { _ = try stack.fetch("X") }
    object.setValue("edited", forKey: "p")
    assertRefused("a save", words) { try stack.context.save() }
    XCTAssertEqual(try stack.sql("SELECT ZP FROM ZX"), [["P"]])
  }

  /// Rows, indexes, tables of others and metadata of the program's do no harm, and neither does what a
  /// statement has wrong itself.
  func testWhatOthersMayDo() throws {
    let (stack, object) = try open()
    let other = try SQLiteConnection(path: stack.url.path)
    try other.execute("CREATE INDEX theirs ON ZX (ZP)")
    try other.execute("CREATE TABLE theirs2 (a)")
    try other.execute("ALTER TABLE ZX ADD COLUMN THEIRS")
    XCTAssertEqual(try stack.fetch("X").count, 1)
    try NSPersistentStoreCoordinator.setMetadata(
      ["theirs": 1], forPersistentStoreOfType: NSSQLiteStoreType, at: stack.url)
    object.setValue("edited", forKey: "p")
    try stack.context.save()
    try other.execute("UPDATE ZX SET ZQ = 'theirs', Z_OPT = Z_OPT + 1")
    try other.execute("VACUUM")
    stack.context.refreshAllObjects()
    XCTAssertEqual(try stack.fetch("X", "p == 'edited'").count, 1)
    XCTAssertEqual(object.value(forKey: "q") as? String, "theirs")
  }

  /// Whether the file is still the same costs no statement as long as nobody else writes, and one after
  /// that.
  func testWhatItCosts() throws {
    let (stack, object) = try open()
    let store = try XCTUnwrap(stack.coordinator.persistentStores.first?.engine as? SQLiteStore)
    var statements: [String] = []
    store.connection.setTraceHook { statements.append(String($0.sql.prefix { $0 != " " })) }
    defer { store.connection.setTraceHook(nil) }
    for round in 0..<3 {
      object.setValue("round \(round)", forKey: "p")
      try stack.context.save()
      _ = try stack.fetch("X")
    }
    let once = ["BEGIN", "UPDATE", "COMMIT", "SELECT"]
    XCTAssertEqual(statements, once + once + once)
    let other = try SQLiteConnection(path: stack.url.path)
    for _ in 0..<2 {
      try other.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1")
      _ = try stack.fetch("X")
    }
    statements = []
    try other.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1")
    _ = try stack.fetch("X")
    XCTAssertEqual(statements, ["SELECT", "SELECT"])
  }
}
