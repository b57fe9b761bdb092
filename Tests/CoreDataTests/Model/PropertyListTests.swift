import CoreData
import SQLiteDriver
import XCTest

/// Property lists, byte by byte beside those that Apple's tools, Foundation and Python write.
final class PropertyListTests: XCTestCase {
  /// Corpus: the metadata of every store, read and written again, are the bytes that Apple's
  /// framework wrote.
  func testMetadataOfStoresAreWrittenAlike() throws {
    var checked = 0
    for item in try Shared.pairs() {
      let store = item.appendingPathComponent("store.sqlite")
      guard FileManager.default.fileExists(atPath: store.path) else { continue }
      let connection = try SQLiteConnection(path: store.path, options: .init(mode: .immutable))
      guard let data = try connection.data("SELECT Z_PLIST FROM Z_METADATA") else { continue }
      let plist = try BinaryPlist(data)
      let again = BinaryPlistWriter.data(value(plist, plist.top))
      XCTAssertEqual(again as NSData, data as NSData, item.lastPathComponent)
      checked += 1
    }
    print("metadata of the corpus written alike: \(checked)")
    XCTAssertGreaterThanOrEqual(checked, 38)
  }

  /// Corpus: compiled models and model caches, read and written again, say the same in fewer bytes.
  func testArchivesSayTheSame() throws {
    var checked = 0
    for file in try Shared.models() where file.pathExtension == "mom" {
      let data = try Data(contentsOf: file)
      guard let plist = try? BinaryPlist(data) else { continue }
      let whole = value(plist, plist.top)
      let again = BinaryPlistWriter.data(whole)
      let second = try BinaryPlist(again)
      XCTAssertEqual(value(second, second.top), whole, file.path)
      XCTAssertLessThanOrEqual(again.count, data.count, file.path)
      checked += 1
    }
    XCTAssertGreaterThanOrEqual(checked, 20)
  }

  private func value(_ plist: BinaryPlist, _ number: Int) -> PlistValue {
    switch plist.objects[number] {
    case .null: .bool(false)
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .unsigned(let number): .unsigned(number)
    case .real(let number): .real(number)
    case .date(let seconds): .date(seconds)
    case .data(let data): .data(data)
    case .string(let text): .string(text)
    case .uid(let number): .uid(number)
    case .array(let items): .array(items.map { value(plist, $0) })
    case .dictionary(let keys, let values):
      .dictionary(
        zip(keys, values).map { key, member in
          guard case .string(let name) = plist.objects[key] else { return .init("?", .bool(false)) }
          return .init(name, value(plist, member))
        })
    }
  }

  /// Values of every kind, each alone under one key, since Foundation's dictionaries have no order.
  private let samples: [(String, Any)] = [
    ("true", true), ("false", false), ("zero", 0), ("one", 1), ("byte", 255), ("word", 256),
    ("long", 70_000), ("wide", 1 << 40), ("minus", -1), ("least", Int.min), ("most", Int.max),
    ("unsigned", UInt64.max), ("small", Int8(-5)), ("number", NSNumber(value: 1)),
    ("flag", NSNumber(value: true)), ("real", 0.1), ("whole", 1.0), ("huge", 1e300),
    ("infinite", Double.infinity), ("negative", -Double.infinity), ("text", "né 漢字 🂡"),
    ("empty", ""), ("markup", "<a href=\"x\">&amp;</a>'"), ("lines", "a\n\tb"),
    ("long text", String(repeating: "abc", count: 100)), ("bytes", Data([0, 1, 255])),
    ("no bytes", Data()), ("more bytes", Data((0..<300).map { UInt8($0 & 0xFF) })),
    ("date", Date(timeIntervalSinceReferenceDate: 757_051_651)),
    ("past", Date.distantPast), ("future", Date.distantFuture),
    ("list", [1, "a", [2, ["b"]]] as [Any]), ("no list", [Any]()), ("no entries", [String: Any]()),
    ("same", ["a", "a", "b", "a"]), ("deep", [[[Data((0..<100).map { UInt8($0) })]]]),
    ("many", (0..<300).map { "text \($0)" }), ("dictionary", ["a": ["b": 1]]),
  ]

  func testBinaryListsAreThoseOfFoundation() throws {
    // Of equal texts in one list, Foundation on Linux writes each.
    for (key, sample) in samples where key != "same" {
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: [key: sample], format: .binary, options: 0)
      let ours = BinaryPlistWriter.data(try PlistValue([key: sample]))
      XCTAssertEqual(ours as NSData, theirs as NSData, key)
    }
  }

  func testXMLListsAreThoseOfFoundation() throws {
    for (key, sample) in samples {
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: [key: sample], format: .xml, options: 0)
      let ours = try XMLPlistWriter.data(PlistValue([key: sample]))
      XCTAssertEqual(
        String(decoding: ours, as: UTF8.self), String(decoding: theirs, as: UTF8.self), key)
    }
    let keys = ["b": 1, "a": 2, "B": 3, "_": 4, "é": 5, "a1": 6]
    XCTAssertEqual(
      String(decoding: try XMLPlistWriter.data(PlistValue(keys)), as: UTF8.self),
      String(
        decoding: try PropertyListSerialization.data(
          fromPropertyList: keys, format: .xml, options: 0), as: UTF8.self))
  }

  /// What is written is read again, and Foundation reads the same.
  func testListsComeBack() throws {
    for (key, sample) in samples {
      let list = try PlistValue([key: sample])
      XCTAssertNotNil(SafePropertyList.read(BinaryPlistWriter.data(list)), key)
      XCTAssertNotNil(SafePropertyList.read(try XMLPlistWriter.data(list)), key)
    }
    let whole = Dictionary(uniqueKeysWithValues: samples)
    for isBinary in [true, false] {
      let value = try PlistValue(whole)
      let data = isBinary ? BinaryPlistWriter.data(value) : try XMLPlistWriter.data(value)
      let ours = try XCTUnwrap(SafePropertyList.read(data) as? [String: Any])
      XCTAssertEqual(ours as NSDictionary, whole as NSDictionary)
      let theirs = try PropertyListSerialization.propertyList(from: data, format: nil)
      XCTAssertEqual(theirs as? NSDictionary, ours as NSDictionary)
      XCTAssertEqual((ours["flag"] as? NSNumber)?.objCType.pointee, CChar(UInt8(ascii: "c")))
      XCTAssertNotEqual((ours["number"] as? NSNumber)?.objCType.pointee, CChar(UInt8(ascii: "c")))
    }
  }

  /// Python's `plistlib` reads our lists, and writes the same bytes.
  func testPythonAgrees() throws {
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw XCTSkip("SKIPPED: python3 is not installed")
    }
    let folder = try TemporaryFolder()
    for (number, sample) in samples.enumerated() where !(sample.1 is Date) {
      let file = folder.url.appendingPathComponent("\(number).plist")
      try BinaryPlistWriter.data(PlistValue([sample.0: sample.1])).write(to: file)
    }
    let script = """
      import plistlib, sys, os
      for name in sorted(os.listdir(sys.argv[1])):
        data = open(os.path.join(sys.argv[1], name), 'rb').read()
        again = plistlib.dumps(plistlib.loads(data), fmt=plistlib.FMT_BINARY)
        print(name, 'same' if again == data else 'differs')
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script, folder.url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = output.split(separator: "\n")
    XCTAssertGreaterThan(lines.count, 30)
    XCTAssertEqual(lines.filter { !$0.hasSuffix("same") }, [])
  }

  /// Texts that Swift holds for the same, and the two zeros, are kept apart.
  func testEqualIsWhatIsWrittenAlike() throws {
    let list = PlistValue.array([
      .string("\u{e9}"), .string("e\u{301}"), .real(0), .real(-0.0), .int(0), .bool(false),
    ])
    let plist = try BinaryPlist(BinaryPlistWriter.data(list))
    XCTAssertEqual(plist.objects.count, 7)
    let read = try XCTUnwrap(SafePropertyList.read(BinaryPlistWriter.data(list)) as? [Any])
    XCTAssertEqual((read[1] as? String).map { Array($0.unicodeScalars).count }, 2)
    XCTAssertEqual((read[3] as? Double)?.sign, .minus)
  }

  func testWhatAListCannotHoldIsNamed() {
    let cases: [(Any, String)] = [
      (["a": ["b": [1, NSObject()]]], "a.b[1]"), (["u": UUID()], "u"), (["n": NSNull()], "n"),
      (["d": [1: 2]], "d"), (["o": Optional<Int>.none as Any], "o"),
    ]
    for (value, place) in cases {
      XCTAssertThrowsError(try PlistValue(value)) {
        XCTAssertEqual(($0 as? PlistValue.Failure)?.place, place)
      }
    }
    var deep: Any = 1
    for _ in 0..<1000 { deep = [deep] }
    XCTAssertThrowsError(try PlistValue(deep))
    XCTAssertThrowsError(try XMLPlistWriter.data(.dictionary([.init("c", .string("a\u{1}"))]))) {
      XCTAssertEqual(($0 as? PlistValue.Failure)?.place, "c")
    }
    XCTAssertThrowsError(try XMLPlistWriter.data(.date(.infinity)))
  }

  func testDamagedXMLIsRefused() {
    let head = "<?xml version=\"1.0\"?>"
    let bodies = [
      "", "<plist>", "<plist><dict></plist>", "<dict/>", "<plist><dict><key>a</key></dict></plist>",
      "<plist><dict><string>a</string></dict></plist>", "<plist><integer>x</integer></plist>",
      "<plist><date>yesterday</date></plist>", "<plist><thing/></plist>",
      "<plist><true/><false/></plist>", "<plist><plist><true/></plist></plist>",
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
      "<plist>" + String(repeating: "<array>", count: 300)
        + String(repeating: "</array>", count: 300) + "</plist>",
    ]
    for body in bodies { XCTAssertNil(SafePropertyList.read(Data((head + body).utf8)), body) }
    XCTAssertNil(SafePropertyList.read(Data([0x3C, 0xFF, 0xFF])))
  }

  /// Dates before the common era, leap days and the ends of what can be said.
  func testDatesOfXML() {
    for (text, seconds) in [
      ("2001-01-01T00:00:00Z", 0.0), ("2000-02-29T23:59:59Z", -26_438_401),
      ("0000-12-30T00:00:00Z", -63_114_076_800), ("4001-01-01T00:00:00Z", 63_113_904_000),
      ("1970-01-01T00:00:00Z", -978_307_200), ("-0001-03-01T00:00:00Z", -63_171_964_800),
    ] {
      XCTAssertEqual(PlistDate.text(seconds), text)
      XCTAssertEqual(PlistDate.seconds(text), seconds)
    }
    XCTAssertEqual(PlistDate.text(-0.5), "2000-12-31T23:59:59Z")
    XCTAssertNil(PlistDate.text(.nan))
  }
}
