import CoreData
import XCTest

/// Malformed and hostile models: a clear error, no trap, no hang, bounded cost (issue 5, last item).
final class MalformedModelTests: XCTestCase {
  // MARK: - Sources

  func testFaultsOfSourcesNameTheirLine() throws {
    for (text, words) in [
      ("<model>\n<entity/>\n</model>", "line 2: <entity> has no name"),
      (
        "<model>\n<entity name=\"A\"/>\n<entity name=\"A\"/></model>",
        "line 3: the entity “A” is declared"
      ),
      (
        "<model><entity name=\"A\">\n<attribute name=\"x\" attributeType=\"Colour\"/></entity></model>",
        "line 2: the attribute “x” has the type “Colour”"
      ),
      (
        "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Date\"/>"
          + "<attribute name=\"x\" attributeType=\"Date\"/></entity></model>", "has “x” twice"
      ),
      (
        "<model><entity name=\"A\" parentEntity=\"B\"/></model>",
        "“A” inherits from “B”, which the model does not have"
      ),
      (
        "<model><entity name=\"A\"><relationship name=\"r\" deletionRule=\"Explode\"/></entity></model>",
        "the delete rule “Explode”"
      ),
      (
        "<model><entity name=\"A\"><relationship name=\"r\" maxCount=\"many\"/></entity></model>",
        "maxCount is “many”"
      ),
      (
        "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Integer 16\" "
          + "defaultValueString=\"ten\"/></entity></model>", "the default “ten” of “x”"
      ),
      (
        "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Integer 16\" "
          + "minValueString=\"low\"/></entity></model>", "the limit “low” of “x”"
      ),
      (
        "<model><entity name=\"A\"/><fetchRequest name=\"f\" entity=\"A\" "
          + "predicateString=\"x ==\"/></model>", "the predicate of the fetch request “f”"
      ),
      ("<model><fetchRequest name=\"f\" entity=\"A\"/></model>", "a fetch request is for “A”"),
      (
        "<model><configuration name=\"c\"><memberEntity name=\"A\"/></configuration></model>",
        "the configuration “c” has “A”"
      ),
      (
        "<model><entity name=\"A\"><fetchIndex name=\"i\"><fetchIndexElement property=\"x\"/>"
          + "</fetchIndex></entity></model>", "over a property that “A” does not have"
      ),
      (
        "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Integer 16\" derived=\"YES\" "
          + "derivationExpression=\"1 + 1\"/></entity></model>", "the derivation “1 + 1”"
      ),
      (
        "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Composite\" composite=\"C\"/>"
          + "</entity></model>", "the composite “C” is not in the model"
      ),
    ] {
      assertFails(text, words)
    }
  }

  func testEntityLoopsAreRefused() {
    assertFails("<model><entity name=\"A\" parentEntity=\"A\"/></model>", "in a circle: A → A")
    assertFails(
      """
      <model><entity name="A" parentEntity="C"/><entity name="B" parentEntity="A"/>
      <entity name="C" parentEntity="B"/></model>
      """, "in a circle")
  }

  func testDeepInheritanceIsRefused() {
    let entities = (1...2000).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 - 1)\"/>" }
    assertFails(
      "<model><entity name=\"E0\"/>" + entities.joined() + "</model>", "more than 250 levels")
  }

  func testCompositesThatContainThemselvesAreRefused() {
    assertFails(
      """
      <model><entity name="A"><attribute name="x" attributeType="Composite" composite="C"/></entity>
      <composite name="C"><attribute name="y" attributeType="Composite" composite="C"/></composite>
      </model>
      """, "contains itself")
    let levels = (0..<15).map { level in
      let part = "attributeType=\"Composite\" composite=\"C\(level + 1)\"/>"
      return "<composite name=\"C\(level)\">"
        + (0..<9).map { "<attribute name=\"a\($0)\" \(part)" }.joined() + "</composite>"
    }
    assertFails(
      "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Composite\" composite=\"C0\"/>"
        + "</entity>" + levels.joined() + "<composite name=\"C15\"/></model>", "too many")
  }

  func testEntitiesOfXMLAreRefused() {
    assertFails(
      """
      <?xml version="1.0"?><!DOCTYPE model [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <model><entity name="&x;"/></model>
      """, "may declare entities")
    assertFails(
      """
      <?xml version="1.0"?><!DOCTYPE model [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <model><entity name="&b;"/></model>
      """, "may declare entities")
    assertFails("<model><entity name=\"&undeclared;\"/></model>", "is not a data model")
  }

  /// Faults of the XML are said in words.
  func testFaultsOfXMLAreSaid() {
    for (text, words) in [
      ("<model><entity", "ends too early"), ("<model>", "ends too early"), ("<a", "ends too early"),
      ("<model></entity>", "closed under another name"), ("<a b='1' b='2'/>", "attribute twice"),
      ("<a>\u{1}</a>", "character that XML forbids"), ("<a>&x;</a>", "entity that is not declared"),
    ] {
      assertFails(text, words)
    }
  }

  func testDeepElementsAreRefused() {
    let open = String(repeating: "<a>", count: 10_000)
    assertFails("<model>" + open, "nest deeper than 64")
  }

  func testWrongEncodingsAreRefusedAndOthersRead() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><model><entity name=\"é\"/></model>"
    assertFails(Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }), "line 1")
    let wide = text.replacing("UTF-8", with: "UTF-16")
    let data = try XCTUnwrap(wide.data(using: .utf16))
    XCTAssertEqual(try ModelSourceReader.read(data, path: "t").entities.map(\.name), ["é"])
    assertFails(Data([0xFF, 0xFE, 0, 1, 2, 3]), "is not a data model")
    assertFails(Data(text.replacing("UTF-8", with: "EBCDIC-7").utf8), "is not a data model")
  }

  /// Foundation's parser would end the program.
  func testNamesThatAreNoTextAreRefused() {
    assertFails(Data("<model><a".utf8) + [0xFF] + Data(" b=\"1\"/></model>".utf8), "UTF-8")
  }

  /// Cut off at any place, a source is an error, and never anything else.
  func testTruncatedSources() throws {
    let url = try Shared.url("acceptance/models/League.xcdatamodeld/League.xcdatamodel/contents")
    let data = try Data(contentsOf: url)
    // The last byte is the line's end.
    for length in 0..<(data.count - 2) {
      XCTAssertThrowsError(try ModelSourceReader.read(data.prefix(length), path: "t")) {
        XCTAssertTrue($0 is ModelError)
      }
    }
  }

  // MARK: - Archives

  /// Cut off at any place, or with any byte changed, a compiled model is read or refused.
  func testDamagedArchives() throws {
    let model = try ModelFile.read(Shared.url("acceptance/models/League.xcdatamodeld"))
    let data = ModelArchiveWriter.data(model, form: .modelCache)
    for length in stride(from: 0, to: data.count, by: 7) {
      XCTAssertThrowsError(try ModelArchiveReader.read(data.prefix(length), path: "t"))
    }
    var random = SeededRandom(seed: 42)
    for _ in 0..<3000 {
      var copy = data
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<copy.count, using: &random)
        copy[place] = UInt8.random(in: 0...255, using: &random)
      }
      guard let read = try? ModelArchiveReader.read(copy, path: "t") else { continue }
      _ = ModelConsistency(read)
      _ = read.entityVersionHashesByName
      _ = try? SQLSchema(model: read)
      _ = ModelSourceWriter.text(read)
      read.freeze()
    }
  }

  /// A hostile class name is just a name.
  func testUnknownClassesAreNamed() {
    var writer = KeyedArchiveWriter()
    let root = writer.reserve()
    writer.fill(root, ["NSTask; rm -rf", "NSObject"], [])
    XCTAssertThrowsError(try ModelArchiveReader.read(writer.data(root: root), path: "t")) {
      XCTAssertTrue("\($0)".contains("an archive of the class “NSTask; rm -rf”"), "\($0)")
    }
  }

  func testCircularInheritanceInAnArchive() {
    var writer = KeyedArchiveWriter()
    let root = writer.reserve()
    let (first, second) = (writer.reserve(), writer.reserve())
    let nothing = writer.dictionary([])
    for (place, name, parent) in [(first, "A", second), (second, "B", first)] {
      writer.fill(
        place, ["NSEntityDescription", "NSObject"],
        [
          .init("NSEntityName", writer.string(name)), .init("NSSuperentity", .uid(parent)),
          .init("NSProperties", nothing),
        ])
    }
    let entities = writer.dictionary([("A", .uid(first)), ("B", .uid(second))])
    writer.fill(root, ["NSManagedObjectModel", "NSObject"], [.init("NSEntities", entities)])
    XCTAssertThrowsError(try ModelArchiveReader.read(writer.data(root: root), path: "t")) {
      XCTAssertTrue("\($0)".contains("in a circle"), "\($0)")
    }
  }

  /// Collections that say “two of what says two of what…” end.
  func testCollectionsThatMultiplyAreBounded() throws {
    var writer = KeyedArchiveWriter()
    var item = writer.string("x")
    for _ in 0..<30 { item = writer.array([item, item, item, item]) }
    let root = writer.reserve()
    writer.fill(root, ["Root", "NSObject"], [.init("value", item)])
    let archive = try ModelArchive(writer.data(root: root))
    _ = archive.plain(archive.field("value", of: root))
  }

  /// Plain arrays of arrays, which no archiver writes: what one field gives does not multiply.
  func testArraysThatMultiplyAreBounded() throws {
    func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
    func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
    func array(_ member: Int) -> [UInt8] {
      [0xAF, 0x10, 40] + (0..<40).flatMap { _ in bytes(member) }
    }
    let objects: [[UInt8]] = [
      [0xD2] + [1, 2, 3, 4].flatMap(bytes), text("$objects"), text("$top"),
      [0xA2] + [7, 8].flatMap(bytes), [0xD1] + [5, 6].flatMap(bytes), text("root"), [0x80, 1],
      text("$null"), [0xD1] + [9, 10].flatMap(bytes), text("value"), array(11), array(12),
      array(13), array(7),
    ]
    var list = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(list.count)
      list += object
    }
    let table = list.count
    list += offsets.flatMap(bytes) + [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [objects.count, 0, table] { list += [0, 0, 0, 0, 0, 0] + bytes(number) }
    let archive = try ModelArchive(Data(list))
    guard case .list(let members) = archive.field("value", of: archive.root) else {
      return XCTFail("no list")
    }
    XCTAssertEqual(members, Array(repeating: .list([]), count: 40))
  }

  /// An entity of more properties than anything has slots for.
  func testEntitiesOfTooManyProperties() throws {
    let attributes = (0..<40_000).map { "<attribute name=\"a\($0)\" attributeType=\"Date\"/>" }
    let text = "<model><entity name=\"A\">\(attributes.joined())</entity></model>"
    assertFails(text, "more than 30000 properties")
    let entity = NSEntityDescription()
    entity.name = "A"
    entity.properties = (0..<40_000).map { number in
      let attribute = NSAttributeDescription()
      attribute.name = "a\(number)"
      attribute.attributeType = .dateAttributeType
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    XCTAssertThrowsError(
      try ModelArchiveReader.read(
        ModelArchiveWriter.data(model, form: .compiledModel), path: "t")
    ) { XCTAssertTrue("\($0)".contains("more than 30000 properties"), "\($0)") }
    XCTAssertEqual(ModelConsistency(model).faults.count, 1)
  }

  func testOverlappingObjectsAreRefused() {
    // Twenty objects at the same place, an array of all of them.
    var bytes = Array("bplist00".utf8)
    bytes += [0xAF, 0x10, 200] + Array(repeating: 0, count: 200)
    let table = bytes.count
    bytes += Array(repeating: 8, count: 20)
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [20, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
    XCTAssertThrowsError(try BinaryPlist(Data(bytes))) {
      XCTAssertEqual(($0 as? BinaryPlist.Failure)?.reason, "its objects overlap")
    }
  }

  // MARK: - Size

  /// Ten thousand entities take seconds at most, in any form.
  func testTenThousandEntities() throws {
    let entities = (0..<10_000).map { number in
      """
      <entity name="E\(number)"\(number % 10 == 0 ? "" : " parentEntity=\"E\(number / 10 * 10)\"")>\
      <attribute name="a\(number)" attributeType="String" optional="YES"/>\
      <relationship name="r\(number)" maxCount="1" destinationEntity="E\((number * 7) % 10_000)"/>\
      </entity>
      """
    }
    let text = "<model>" + entities.joined() + "</model>"
    let clock = ContinuousClock()
    let time = try clock.measure {
      let model = try ModelSourceReader.read(Data(text.utf8), path: "t")
      XCTAssertEqual(ModelConsistency(model).faults, [])
      let data = ModelArchiveWriter.data(model, form: .modelCache)
      let again = try ModelArchiveReader.read(data, path: "t")
      XCTAssertEqual(again.versionChecksum, model.versionChecksum)
      XCTAssertEqual(try SQLSchema(model: again).tables.count, 1000)
      let layout = ModelLayout.of(again)
      let entity = try XCTUnwrap(layout.entity(named: "E4321"))
      XCTAssertEqual(entity.slot(ofNameNumber: PropertyNames.number(of: "a4320")), 0)
      XCTAssertEqual(entity.slot(ofNameNumber: PropertyNames.number(of: "r4321")), 3)
      XCTAssertEqual(entity.slot(ofNameNumber: PropertyNames.number(of: "a7")), -1)
    }
    print("ten thousand entities take \(time)")
    XCTAssertLessThan(time, .seconds(30))
  }

  private func assertFails(
    _ text: String, _ words: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    assertFails(Data(text.utf8), words, file: file, line: line)
  }

  private func assertFails(
    _ data: Data, _ words: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertThrowsError(
      try ModelSourceReader.read(data, path: "test"), words, file: file, line: line
    ) {
      XCTAssertTrue("\($0)".contains(words), "\($0)", file: file, line: line)
    }
  }
}

/// Random numbers that repeat.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
