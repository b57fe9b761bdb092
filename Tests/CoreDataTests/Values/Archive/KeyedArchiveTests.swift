import CoreData
import SQLiteDriver
import XCTest

/// Truth: archives and metadata in Apple-made stores (corpus), and round trips.
final class KeyedArchiveTests: XCTestCase {
  private func roundTrip(_ value: Any) throws -> Any {
    try XCTUnwrap(KeyedArchiveDecoder.decode(KeyedArchiveEncoder.encode(value)))
  }

  func testValuesSurviveTheirArchive() throws {
    XCTAssertEqual(try roundTrip("größe 🧭") as? String, "größe 🧭")
    XCTAssertEqual(try roundTrip("") as? String, "")
    XCTAssertEqual((try roundTrip(true) as? NSNumber)?.boolValue, true)
    for number in [0, 1, -1, 255, 256, 65_536, Int.max, Int.min] {
      XCTAssertEqual((try roundTrip(number) as? NSNumber)?.intValue, number)
    }
    XCTAssertEqual((try roundTrip(NSNumber(value: 2.5)) as? NSNumber)?.doubleValue, 2.5)
    let date = Date(timeIntervalSinceReferenceDate: 12_345.678)
    XCTAssertEqual(try roundTrip(date) as? Date, date)
    XCTAssertEqual(try roundTrip(Data([0, 1, 255])) as? Data, Data([0, 1, 255]))
    let uuid = UUID()
    XCTAssertEqual(try roundTrip(uuid) as? UUID, uuid)
    let url = try XCTUnwrap(URL(string: "b/c?d", relativeTo: URL(string: "http://a/")))
    XCTAssertEqual((try roundTrip(url) as? URL)?.absoluteString, "http://a/b/c?d")
    XCTAssertTrue(try roundTrip(NSNull()) is NSNull)
  }

  func testCollectionsSurviveTheirArchive() throws {
    XCTAssertEqual(try roundTrip(["a", "b", "a"]) as? [String], ["a", "b", "a"])
    XCTAssertEqual(try roundTrip([String]()) as? [String], [])
    XCTAssertEqual(try roundTrip(NSArray(array: ["x"])) as? [String], ["x"])
    XCTAssertEqual(try roundTrip(["k": ["v"]]) as? [String: [String]], ["k": ["v"]])
    XCTAssertEqual(try roundTrip(Set(["a", "b"])) as? Set<String>, ["a", "b"])
    let long = (0..<1_000).map(String.init)
    XCTAssertEqual(try roundTrip(long) as? [String], long)
    XCTAssertEqual(
      (try roundTrip(NSOrderedSet(array: ["b", "a"])) as? NSOrderedSet)?.array as? [String],
      ["b", "a"])
  }

  func testDecimalsKeepEveryDigit() throws {
    let texts = [
      "0", "1.5", "-0.001", "12345678901234567890123456789012345678", "1e100", "-65536", "65535",
    ]
    for text in texts {
      let number = NSDecimalNumber(string: text)
      XCTAssertEqual(try roundTrip(number) as? NSDecimalNumber, number, text)
    }
    XCTAssertEqual(
      (try roundTrip(NSDecimalNumber.notANumber) as? NSDecimalNumber)?.doubleValue.isNaN, true)
  }

  func testATypeWithoutArchivedFormIsNamed() {
    struct Point {}
    XCTAssertThrowsError(try KeyedArchiveEncoder.encode(["p": Point()] as [String: Any])) { error in
      guard case ArchiveError.cannotEncode(let type)? = error as? ArchiveError else {
        return XCTFail("\(error)")
      }
      XCTAssertTrue(type.contains("Point"))
    }
  }

  func testClassesThatAreNotAllowedAreNamed() throws {
    let data = try KeyedArchiveEncoder.encode([UUID()])
    XCTAssertThrowsError(try KeyedArchiveDecoder.decode(data, allowed: ["NSArray"])) { error in
      XCTAssertEqual(error as? ArchiveError, .classNotAllowed(name: "NSUUID"))
    }
    XCTAssertNoThrow(try KeyedArchiveDecoder.decode(data, allowed: ["NSArray", "NSUUID"]))
  }

  /// The numbers of a decimal, as an archive written on a Mac has them (documented keys).
  func testFoundationReadsWhatWeWrite() throws {
    let data = try KeyedArchiveEncoder.encode(["a", "b"])
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    reader.decodingFailurePolicy = .setErrorAndReturn
    XCTAssertEqual(
      reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [String], ["a", "b"])
  }

  func testWeReadWhatFoundationWrites() throws {
    let value = NSDictionary(dictionary: ["k": NSArray(array: ["x", NSNumber(value: 3)])])
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    let read = try XCTUnwrap(KeyedArchiveDecoder.decode(data) as? [String: [Any]])
    XCTAssertEqual(read["k"]?.first as? String, "x")
    XCTAssertEqual((read["k"]?.last as? NSNumber)?.intValue, 3)
  }

  func testDamagedArchivesAreErrors() throws {
    var seed: UInt64 = 42
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let value: [String: Any] = [
      "text": "some text", "list": [1, 2, 3], "id": UUID(), "url": URL(fileURLWithPath: "/a/b"),
      "decimal": NSDecimalNumber(string: "3.25"), "set": Set(["a", "b"]),
    ]
    let good = [UInt8](try KeyedArchiveEncoder.encode(value))
    for _ in 0..<3_000 {
      var bad = good
      for _ in 0...random(4) { bad[random(bad.count)] = UInt8(random(256)) }
      if random(4) == 0 { bad.removeLast(random(bad.count)) }
      _ = try? KeyedArchiveDecoder.decode(Data(bad))
    }
    for garbage in ["", "bplist00", "garbage", String(repeating: "bplist00", count: 10)] {
      XCTAssertThrowsError(try KeyedArchiveDecoder.decode(Data(garbage.utf8)))
    }
  }

  func testArchivesThatContainThemselvesAreErrors() {
    func dictionary(_ entries: [(String, PlistValue)]) -> PlistValue {
      .dictionary(entries.map { PlistValue.Entry($0.0, $0.1) })
    }
    let objects: [PlistValue] = [
      .string("$null"), dictionary([("$class", .uid(2)), ("NS.objects", .array([.uid(1)]))]),
      dictionary([("$classname", .string("NSArray")), ("$classes", .array([.string("NSArray")]))]),
    ]
    let archive = dictionary([
      ("$archiver", .string("NSKeyedArchiver")), ("$objects", .array(objects)),
      ("$top", dictionary([("root", .uid(1))])), ("$version", .int(100_000)),
    ])
    XCTAssertThrowsError(try KeyedArchiveDecoder.decode(BinaryPlistWriter.data(archive))) { error in
      XCTAssertEqual(
        error as? ArchiveError,
        .damaged(reason: "its objects contain each other, or nest too deeply"))
    }
  }

  /// Every property list and archive in the blobs of Apple-made stores is read; archives of
  /// foreign classes are refused by name.
  func testEveryBlobOfTheCorpusIsRead() throws {
    var (lists, archives, values, foreign) = (0, 0, 0, Set<String>())
    for data in try ArchiveCorpus.propertyListBlobs() {
      guard let archive = try? ModelArchive(data) else {
        XCTAssertNoThrow(try BinaryPlist(data))
        lists += 1
        continue
      }
      archives += 1
      XCTAssertNotEqual(archive.value(ofObject: archive.root), .null)
      do {
        _ = try KeyedArchiveDecoder.decode(data)
        values += 1
      } catch ArchiveError.classNotAllowed(let name) { foreign.insert(name) }
    }
    print(
      "checked \(lists) property lists and \(archives) archives, \(values) of plain classes;"
        + " foreign classes: \(foreign.sorted())")
    XCTAssertGreaterThan(lists, 40)
    XCTAssertGreaterThan(values, 3)
    XCTAssertTrue(foreign.contains("CoreDataPlus_Tests.Cover"))
  }
}

/// The blobs of the stores in the corpus.
private enum ArchiveCorpus {
  static func propertyListBlobs() throws -> [Data] {
    let folder = try ErrorCorpus.shared().appendingPathComponent("corpus/pairs")
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { throw XCTSkip("NOT CHECKED: \(folder.path) is missing") }
    var blobs: [Data] = []
    for case let file as URL in files where file.lastPathComponent == "store.sqlite" {
      let store = try SQLiteConnection(path: file.path, options: .init(mode: .immutable))
      let tables = try store.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'")
      for table in tables.compactMap(\.first?.text) {
        for column in try store.rows("SELECT name FROM pragma_table_info(?1)", [.text(table)]) {
          guard let column = column.first?.text else { continue }
          let rows = try store.rows(
            "SELECT \"\(column)\" FROM \"\(table)\" "
              + "WHERE typeof(\"\(column)\") = 'blob' LIMIT 50")
          for case .blob(let data)? in rows.map(\.first)
          where data.starts(with: Array("bplist00".utf8)) { blobs.append(data) }
        }
      }
    }
    return blobs
  }
}
