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

  /// A hundred megabytes, inline and beside the store.
  func testHugeData() throws {
    guard ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil else {
      throw XCTSkip("SKIPPED: long; set COREBOOK_SOAK")
    }
    let huge = Data((0..<100_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let stack = try Stack(EveryType.model())
    _ = stack.insert("Thing", ["external": huge, "data": huge])
    try stack.context.save()
    try stack.reopen()
    let thing = try XCTUnwrap(stack.fetch("Thing").first)
    XCTAssertEqual(thing.value(forKey: "external") as? Data, huge)
    XCTAssertEqual(thing.value(forKey: "data") as? Data, huge)
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
