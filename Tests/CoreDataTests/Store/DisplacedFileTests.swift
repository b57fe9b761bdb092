import XCTest

@testable import CoreData

/// A file that somebody else has replaced, moved or written is not saved into: what is in it, and what
/// was to be saved, would be lost without a word. Found by a hostile test; Apple's framework does not
/// look (listed in DIFFERENCES.md).
final class DisplacedFileTests: XCTestCase {
  private let files = FileManager.default

  private func names(_ stack: AnyStack) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try stack.context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }

  private func assertRefused(
    _ context: NSManagedObjectContext, _ words: String, line: UInt = #line
  ) {
    XCTAssertThrowsError(try context.save(), line: line) { error in
      XCTAssertEqual((error as NSError).code, NSPersistentStoreSaveError, line: line)
      XCTAssertTrue("\(error)".contains(words), "\(error)", line: line)
    }
    XCTAssertTrue(context.hasChanges, "the work is kept", line: line)
  }

  func testAReplacedSQLiteFile() throws {
    let stack = try AnyStack(NSSQLiteStoreType, TestModel.employees())
    stack.insert("Employee", ["name": "backup"])
    try stack.context.save()
    let backup = stack.url.deletingLastPathComponent().appendingPathComponent("backup.sqlite")
    let copy = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    try copy.replacePersistentStore(
      at: backup, withPersistentStoreFrom: stack.url, type: .sqlite)

    stack.insert("Employee", ["name": "later"])
    try stack.context.save()
    let kept = stack.url.deletingLastPathComponent().appendingPathComponent("kept.sqlite")
    try files.moveItem(at: stack.url, to: kept)
    stack.insert("Employee", ["name": "lost"])
    assertRefused(stack.context, "moved or deleted")
    try files.moveItem(at: backup, to: stack.url)
    assertRefused(stack.context, "another file was put in its place")

    try files.removeItem(at: stack.url)
    try files.moveItem(at: kept, to: stack.url)
    try stack.context.save()
    try stack.reopen()
    XCTAssertEqual(try names(stack), ["backup", "later", "lost"])
  }

  func testTwoWritersOfAWholeFile() throws {
    for type in [NSXMLStoreType, NSBinaryStoreType] {
      let stack = try AnyStack(type, TestModel.employees())
      stack.insert("Employee", ["name": "first"])
      try stack.context.save()
      let mine = stack.context
      try stack.reopen()
      stack.insert("Employee", ["name": "theirs"])
      try stack.context.save()
      mine.insert("Employee", ["name": "mine"])
      assertRefused(mine, "written by somebody else")
      try stack.reopen()
      XCTAssertEqual(try names(stack), ["first", "theirs"], type)

      // A file that is gone keeps nobody's work: it is made anew.
      try files.removeItem(at: stack.url)
      try mine.save()
      try stack.reopen()
      XCTAssertEqual(try names(stack), ["first", "mine"], type)
    }
  }

  func testTwoThatMakeTheSameFile() throws {
    for type in [NSXMLStoreType, NSBinaryStoreType] {
      let stack = try AnyStack(type, TestModel.employees())
      let mine = stack.context
      try stack.reopen()
      stack.insert("Employee", ["name": "theirs"])
      try stack.context.save()
      mine.insert("Employee", ["name": "mine"])
      assertRefused(mine, "written by somebody else")
    }
  }

  /// Saves one after the other are nobody else's.
  func testOnesOwnSavesAreNot() throws {
    for type in [NSXMLStoreType, NSBinaryStoreType] {
      let stack = try AnyStack(type, TestModel.employees())
      try Data().write(to: stack.url)
      try stack.reopen()
      for name in ["a", "b", "c"] {
        stack.insert("Employee", ["name": name])
        try stack.context.save()
      }
      try stack.reopen()
      stack.insert("Employee", ["name": "d"])
      try stack.context.save()
      try stack.reopen()
      XCTAssertEqual(try names(stack), ["a", "b", "c", "d"])
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func insert(_ entity: String, _ values: [String: Any]) {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    for (key, value) in values { object.setValue(value, forKey: key) }
  }
}
