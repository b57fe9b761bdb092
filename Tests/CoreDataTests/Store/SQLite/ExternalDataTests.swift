import SQLiteDriver
import XCTest

@testable import CoreData

/// Large data in files beside the store (z-format fact 71; the folder's name is documented).
final class ExternalDataTests: XCTestCase {
  private func files(_ stack: Stack) -> [String] {
    let folder = stack.folder.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private func large(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }

  func testLargeDataGoIntoAFileAndComeBack() throws {
    let stack = try Stack(EveryType.model())
    _ = stack.insert("Thing", ["external": large(1), "data": large(2)])
    try stack.context.save()
    let name = try XCTUnwrap(files(stack).first)
    XCTAssertEqual(files(stack).count, 1)
    let hex = try stack.sql("SELECT hex(ZEXTERNAL) FROM ZTHING")[0][0]
    let expected = [2] + Array(name.utf8) + [0]
    XCTAssertEqual(hex, expected.map { String(format: "%02X", $0) }.joined())
    try stack.reopen()
    let thing = try XCTUnwrap(stack.fetch("Thing").first)
    XCTAssertEqual(thing.value(forKey: "external") as? Data, large(1))
    XCTAssertEqual(thing.value(forKey: "data") as? Data, large(2))
  }

  func testReplacedAndDeletedDataLeaveNoFile() throws {
    let stack = try Stack(EveryType.model())
    let thing = stack.insert("Thing", ["external": large(1)])
    try stack.context.save()
    let first = files(stack)
    thing.setValue(large(2), forKey: "external")
    try stack.context.save()
    XCTAssertEqual(files(stack).count, 1)
    XCTAssertNotEqual(files(stack), first)
    thing.setValue("same file", forKey: "name")
    try stack.context.save()
    XCTAssertEqual(files(stack).count, 1)
    thing.setValue(Data([1]), forKey: "external")
    try stack.context.save()
    XCTAssertEqual(files(stack), [])
    thing.setValue(large(3), forKey: "external")
    try stack.context.save()
    stack.context.delete(thing)
    try stack.context.save()
    XCTAssertEqual(files(stack), [])
  }

  private func filesRead(_ stack: Stack) throws -> Int {
    let engine = try XCTUnwrap(stack.coordinator.persistentStores.first?.engine as? SQLiteStore)
    return engine.externalData.counter.count
  }

  /// A file is read when its value is asked for, and once (Apple's framework reads it then, too).
  func testFilesAreReadOnAccess() throws {
    let stack = try Stack(EveryType.model())
    for number in 1...20 {
      _ = stack.insert("Thing", ["external": large(UInt8(number)), "long": number])
    }
    try stack.context.save()
    try stack.reopen()
    let things = try stack.fetch("Thing", sort: ["long"])
    for thing in things { XCTAssertNotNil(thing.value(forKey: "long")) }
    XCTAssertEqual(try filesRead(stack), 0)
    XCTAssertEqual(things[4].value(forKey: "external") as? Data, large(5))
    XCTAssertEqual(things[4].value(forKey: "external") as? Data, large(5))
    XCTAssertEqual(try filesRead(stack), 1)
    // Another context shares the snapshot, and what was read.
    let again = try stack.fetch("Thing", "long == 5", in: stack.another())
    XCTAssertEqual(again[0].value(forKey: "external") as? Data, large(5))
    XCTAssertEqual(try filesRead(stack), 1)
    // Saving another attribute reads nothing.
    things[7].setValue("eight", forKey: "name")
    try stack.context.save()
    XCTAssertEqual(try filesRead(stack), 1)
    XCTAssertEqual(things[7].value(forKey: "external") as? Data, large(8))
    XCTAssertEqual(try filesRead(stack), 2)
  }

  /// Who has a row from before a change or a deletion still reads what it said.
  func testOldSnapshotsKeepTheirData() throws {
    let stack = try Stack(EveryType.model())
    _ = stack.insert("Thing", ["external": large(1), "name": "changed"])
    _ = stack.insert("Thing", ["external": large(2), "name": "deleted"])
    try stack.context.save()
    try stack.reopen()
    let other = stack.another()
    let old = try stack.fetch("Thing", sort: ["name"], in: other)
    for thing in old { XCTAssertNotNil(thing.value(forKey: "name")) }
    let things = try stack.fetch("Thing", sort: ["name"])
    things[0].setValue(large(3), forKey: "external")
    stack.context.delete(things[1])
    try stack.context.save()
    XCTAssertEqual(files(stack).count, 1)
    XCTAssertEqual(old[0].value(forKey: "external") as? Data, large(1))
    XCTAssertEqual(old[1].value(forKey: "external") as? Data, large(2))
    other.refreshAllObjects()
    XCTAssertEqual(old[0].value(forKey: "external") as? Data, large(3))
  }

  /// A file that goes after the row was read: no value, no crash.
  func testAFileThatGoesAfterTheFetch() throws {
    let stack = try Stack(EveryType.model())
    _ = stack.insert("Thing", ["external": large(1), "name": "there"])
    try stack.context.save()
    try stack.reopen()
    let thing = try XCTUnwrap(stack.fetch("Thing").first)
    XCTAssertEqual(thing.value(forKey: "name") as? String, "there")
    try FileManager.default.removeItem(
      at: stack.folder.appendingPathComponent(".store_SUPPORT"))
    XCTAssertNil(thing.value(forKey: "external"))
    thing.setValue("still", forKey: "name")
    try stack.context.save()
  }

  /// Fetched as a dictionary, the data come as they are, not as the column has them.
  func testDictionariesHaveTheData() throws {
    let stack = try Stack(EveryType.model())
    _ = stack.insert("Thing", ["external": large(1), "long": 1])
    _ = stack.insert("Thing", ["external": Data([5, 6]), "long": 2])
    try stack.context.save()
    let request = NSFetchRequest<NSDictionary>(entityName: "Thing")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["long", "external"]
    request.sortDescriptors = [NSSortDescriptor(key: "long", ascending: true)]
    let found = try stack.context.fetch(request)
    XCTAssertEqual(found.map { $0["external"] as? Data }, [large(1), Data([5, 6])])
  }

  /// A save that fails in the middle leaves the old file and no new one.
  func testAFailedSaveLeavesTheFilesAsTheyWere() throws {
    let stack = try Stack(EveryType.model())
    let thing = stack.insert("Thing", ["external": large(1)])
    try stack.context.save()
    let before = files(stack)
    let other = try SQLiteConnection(path: stack.url.path)
    try other.execute(
      "CREATE TRIGGER stop AFTER UPDATE ON ZTHING BEGIN SELECT RAISE(ABORT, 'no'); END")
    thing.setValue(large(2), forKey: "external")
    XCTAssertThrowsError(try stack.context.save())
    XCTAssertEqual(files(stack), before)
    try other.execute("DROP TRIGGER stop")
    try stack.context.save()
    XCTAssertEqual(files(stack).count, 1)
    XCTAssertNotEqual(files(stack), before)
  }

  /// A store whose folder of files was not copied along can still be read.
  func testAMissingFileReadsAsNoValue() throws {
    let stack = try Stack(EveryType.model())
    _ = stack.insert("Thing", ["external": large(1), "name": "there"])
    try stack.context.save()
    try FileManager.default.removeItem(
      at: stack.folder.appendingPathComponent(".store_SUPPORT"))
    try stack.reopen()
    let thing = try XCTUnwrap(stack.fetch("Thing").first)
    XCTAssertEqual(thing.value(forKey: "name") as? String, "there")
    XCTAssertNil(thing.value(forKey: "external"))
  }
}
