import CoreData
import XCTest

/// Binary property lists, compared with Foundation's.
final class BinaryPlistTests: XCTestCase {
  /// What is written here, Foundation reads, and the other way round.
  func testFoundationAgrees() throws {
    let value = PlistValue.dictionary([
      .init("text", .string("né 漢字 🂡")),
      .init("ascii", .string(String(repeating: "a", count: 300))),
      .init("small", .int(7)), .init("large", .int(Int64.max)), .init("negative", .int(-1)),
      .init("real", .real(0.1)), .init("yes", .bool(true)), .init("no", .bool(false)),
      .init("data", .data(Data([0, 1, 255]))), .init("date", .date(757_051_651.5)),
      .init("list", .array((0..<300).map { .int($0) })), .init("empty", .array([])),
    ])
    let data = BinaryPlistWriter.data(value)
    let list = try XCTUnwrap(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    XCTAssertEqual(list["text"] as? String, "né 漢字 🂡")
    XCTAssertEqual(list["large"] as? Int64, Int64.max)
    XCTAssertEqual(list["negative"] as? Int64, -1)
    XCTAssertEqual(list["real"] as? Double, 0.1)
    XCTAssertEqual(list["data"] as? Data, Data([0, 1, 255]))
    XCTAssertEqual(list["date"] as? Date, Date(timeIntervalSinceReferenceDate: 757_051_651.5))
    XCTAssertEqual((list["list"] as? [Int])?.count, 300)
    let foundations = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    for bytes in [data, foundations] {
      let plist = try BinaryPlist(bytes)
      func object(_ key: String) -> BinaryPlist.Object? {
        plist.value(key, of: plist.top).map { plist.objects[$0] }
      }
      XCTAssertEqual(object("text"), .string("né 漢字 🂡"))
      XCTAssertEqual(object("large"), .int(Int64.max))
      XCTAssertEqual(object("negative"), .int(-1))
      XCTAssertEqual(object("real"), .real(0.1))
      XCTAssertEqual(object("yes"), .bool(true))
      XCTAssertEqual(object("date"), .date(757_051_651.5))
      XCTAssertNil(object("missing"))
    }
  }

  /// UIDs of all widths come back.
  func testUIDs() throws {
    for number in [0, 255, 256, 65_535, 65_536, 1 << 31] {
      let plist = try BinaryPlist(BinaryPlistWriter.data(.array([.uid(number)])))
      XCTAssertTrue(plist.objects.contains(.uid(number)), "\(number)")
    }
  }

  /// More than 65,536 objects need wider references.
  func testManyObjects() throws {
    let items = (0..<70_000).map { PlistValue.int(Int64($0)) }
    let plist = try BinaryPlist(BinaryPlistWriter.data(.array(items)))
    guard case .array(let references) = plist.objects[plist.top] else { return XCTFail("no array") }
    XCTAssertEqual(plist.objects[references[69_999]], .int(69_999))
  }

  func testEqualScalarsAreKeptOnce() throws {
    let value = PlistValue.array(Array(repeating: .string("same"), count: 10))
    XCTAssertEqual(try BinaryPlist(BinaryPlistWriter.data(value)).objects.count, 2)
  }

  func testGarbageIsRefused() {
    for bytes in [[], Array("bplist00".utf8), Array(repeating: 0, count: 100) as [UInt8]] {
      XCTAssertThrowsError(try BinaryPlist(Data(bytes)))
    }
  }
}
