import CoreData
import Foundation
import SQLiteDriver
import XCTest

/// Hostile input of each kind in the memory of a small machine: a program that took more than it may
/// would be ended by a signal, not by its own error. Sizes and the limit were measured; the program
/// by itself takes 30 MB, and a file four to six times its size.
final class BoundedMemoryTests: XCTestCase {
  /// Inputs are a tenth as large unless COREBOOK_SOAK is set.
  private static let scale = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] == nil ? 10 : 1
  /// Kilobytes of address space.
  private static let limit = scale == 1 ? 500_000 : 250_000

  private struct Input {
    let name: String
    let data: Data
    /// What the error says; nil where the file can be read.
    let words: String?

    init(_ name: String, _ data: Data, _ words: String?) {
      (self.name, self.data, self.words) = (name, data, words)
    }

    init(_ name: String, _ text: String, _ words: String?) {
      self.init(name, Data(text.utf8), words)
    }
  }

  private func run(_ arguments: [String], in folder: URL) throws -> Program.Result {
    let command = "ulimit -v \(Self.limit); exec timeout 120 \"$@\""
    return try Program.run(
      "/bin/bash", ["-c", command, "bash", try Executable.path()] + arguments, in: folder)
  }

  private func check(_ inputs: [Input], _ verbs: [[String]]) throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for input in inputs {
      try input.data.write(to: folder.appendingPathComponent(input.name))
      for verb in verbs {
        let result = try run([verb[0], input.name] + verb.dropFirst(), in: folder)
        let place = "\(verb[0]) \(input.name): \(result.errors.prefix(300))"
        if let words = input.words {
          XCTAssertTrue([1, 3].contains(result.status), "\(result.status) \(place)")
          XCTAssertTrue((result.errors + result.text).contains(words), place)
        } else {
          XCTAssertEqual(result.status, 0, place)
        }
      }
      try FileManager.default.removeItem(at: folder.appendingPathComponent(input.name))
    }
  }

  func testSources() throws {
    func repeated(_ text: String, _ count: Int) -> String {
      String(repeating: text, count: max(1, count / Self.scale))
    }
    let attributes = (0..<100_000 / Self.scale).map { "a\($0)=\"x\"" }.joined(separator: " ")
    try check(
      [
        Input("cut.xml", "<model><entity name=\"A\"><attribute", "ends too early"),
        Input(
          "circle.xml",
          "<model><entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/></model>",
          "in a circle"),
        Input("deep.xml", "<model>" + repeated("<a>", 1_000_000), "nest deeper"),
        Input(
          "many.xml", "<model>" + repeated("<a/>", 2_100_000) + "</model>",
          Self.scale == 1 ? "2000000 elements" : nil),
        Input("wide.xml", "<model><entity \(attributes)/></model>", "more than 4000 attributes"),
        Input(
          "hidden.xml", "<model><!-- ' --><entity \(attributes)/></model>", "4000 attributes"),
        Input(
          "long.xml", "<model><entity name=\"" + repeated("A", 20_000_000) + "\"/></model>",
          Self.scale == 1 ? "data model" : nil),
        Input("text.xml", "<model>" + repeated("x", 20_000_000), "data model"),
        Input(
          "noise.xml",
          Data((0..<5_000_000 / Self.scale).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }),
          "UTF-8"),
        Input(
          "open.xml",
          "<model><entity name=\"E\"/><fetchRequest name=\"f\" entity=\"E\" predicateString=\""
            + repeated("(", 200_000) + "\"/></model>", "predicate"),
        Input(
          "not.xml",
          "<model><entity name=\"E\"/><fetchRequest name=\"f\" entity=\"E\" predicateString=\""
            + repeated("NOT ", 100_000) + "a = 1\"/></model>", "predicate"),
      ], [["model"]])
  }

  func testTenThousandEntities() throws {
    let count = 10_000 / Self.scale
    let entities = (0..<count).map {
      "<entity name=\"E\($0)\"><attribute name=\"a\" attributeType=\"String\"/>"
        + "<relationship name=\"r\" maxCount=\"1\" destinationEntity=\"E\($0 * 7 % count)\"/></entity>"
    }
    try check(
      [Input("large.xml", "<model>" + entities.joined() + "</model>", nil)],
      [["model"], ["schema"]])
  }

  // MARK: - Archives

  /// A binary list of lists, each of which has the next ten times.
  private func multiplied() -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<40 {
      offsets.append(bytes.count)
      bytes += [0xAA] + Array(repeating: UInt8(level + 1), count: 10)
    }
    offsets.append(bytes.count)
    bytes += [0x10, 1]
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return Data(bytes)
  }

  /// An archive of a model whose notes are lists of lists of lists.
  private func deepNotes() -> Data {
    var writer = KeyedArchiveWriter()
    let root = writer.reserve()
    let entity = writer.reserve()
    var item = writer.string("leaf")
    for _ in 0..<25 { item = writer.array(Array(repeating: item, count: 8)) }
    let notes = writer.dictionary([("A", item)])
    let nothing = writer.dictionary([])
    writer.fill(
      entity, ["NSEntityDescription", "NSObject"],
      [
        .init("NSEntityName", writer.string("A")), .init("NSProperties", nothing),
        .init("NSUserInfo", notes),
      ])
    let entities = writer.dictionary([("A", .uid(entity))])
    writer.fill(root, ["NSManagedObjectModel", "NSObject"], [.init("NSEntities", entities)])
    return writer.data(root: root)
  }

  func testArchives() throws {
    var hostile = KeyedArchiveWriter()
    let root = hostile.reserve()
    hostile.fill(root, ["NSTask", "NSObject"], [])
    var circle = KeyedArchiveWriter()
    let (top, list) = (circle.reserve(), circle.reserve())
    let key = circle.string("A")
    circle.fill(
      list, ["NSDictionary", "NSObject"],
      [.init("NS.keys", .array([key])), .init("NS.objects", .array([.uid(list)]))])
    circle.fill(top, ["NSManagedObjectModel", "NSObject"], [.init("NSEntities", .uid(list))])
    try check(
      [
        Input("class.mom", hostile.data(root: root), "NSTask"),
        Input("circle.mom", circle.data(root: top), "damaged"),
        Input("multiplied.mom", multiplied(), "damaged"),
        Input("notes.mom", deepNotes(), nil),
        Input(
          "noise.mom",
          Data("bplist00".utf8)
            + Data((0..<5_000_000 / Self.scale).map { UInt8(truncatingIfNeeded: $0 >> 4) }),
          "damaged"),
      ], [["model"]])
  }

  // MARK: - Stores

  private func store(
    _ folder: URL, list: Data? = nil, cache: Data? = nil, _ statements: [String] = []
  ) throws -> Data {
    let url = folder.appendingPathComponent("made.sqlite")
    let connection = try SQLiteConnection(path: url.path)
    defer { try? FileManager.default.removeItem(at: url) }
    let model = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "A"
    model.entities = [entity]
    let metadata = StoreMetadata.make(for: model, uuid: UUID().uuidString, type: "SQLite")
    for statement in try SQLSchema(model: model).statements() { try connection.execute(statement) }
    try connection.execute("INSERT INTO Z_PRIMARYKEY VALUES (1, 'A', 0, 1)")
    try connection.execute("INSERT INTO ZA VALUES (1, 1, 1)")
    try connection.execute(
      "INSERT INTO Z_METADATA VALUES (1, 'U', ?)",
      [.blob(try list ?? StoreMetadata.encode(metadata))])
    if let cache { try connection.execute("INSERT INTO Z_MODELCACHE VALUES (?)", [.blob(cache)]) }
    try connection.begin(.immediate)
    for statement in statements { try connection.execute(statement) }
    try connection.commit()
    return try Data(contentsOf: url)
  }

  func testStores() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let numbers = (2...10_000 / Self.scale).map {
      "INSERT INTO Z_PRIMARYKEY VALUES (\($0), 'E\($0)', 0, 0)"
    }
    let inflated = try Deflate.compress(Data(count: 200_000_000))
    try check(
      [
        Input("empty.sqlite", try store(folder, list: Data()), "not a property list"),
        Input("noise.sqlite", try store(folder, list: Data("no".utf8)), "not a property list"),
        Input("bomb.sqlite", try store(folder, list: multiplied()), "not a property list"),
        Input(
          "gone.sqlite", try store(folder, ["DELETE FROM Z_METADATA"]), "not a Core Data store"),
        Input(
          "null.sqlite", try store(folder, ["UPDATE Z_METADATA SET Z_PLIST = NULL"]),
          "not a property list"),
        Input(
          "circle.sqlite",
          try store(
            folder,
            [
              "UPDATE Z_PRIMARYKEY SET Z_SUPER = 2",
              "INSERT INTO Z_PRIMARYKEY VALUES (2, 'B', 1, 0)",
              "DELETE FROM Z_MODELCACHE",
            ]), "contradicts itself"),
      ], [["doctor"], ["export"]])
    try check(
      [
        Input("inflated.sqlite", try store(folder, cache: inflated), "inferred"),
        Input("cache.sqlite", try store(folder, cache: Data("noise".utf8)), "inferred"),
        Input("large.sqlite", try store(folder, numbers), "has no table"),
        Input("notes.sqlite", try store(folder, cache: Deflate.compress(deepNotes())), nil),
      ], [["doctor"]])
  }

  /// Files of the stores that are read as a whole.
  func testAtomicStores() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appendingPathComponent("A.xml")
    try Data("<model><entity name=\"A\"/></model>".utf8).write(to: model)
    let head = "<?xml version=\"1.0\"?><database>"
    try check(
      [
        Input(
          "deep.store", head + String(repeating: "<object>", count: 500_000 / Self.scale),
          "cannot be read"),
        Input(
          "list.store",
          head + "<databaseInfo><metadata><plist version=\"1.0\"><dict>"
            + String(repeating: "<key>a</key><array>", count: 100_000 / Self.scale),
          "cannot be read"),
        Input(
          "many.store",
          head + String(repeating: "<object type=\"A\" id=\"z1\"/>", count: 500_000 / Self.scale)
            + "</database>",
          "cannot be read"),
        Input("bomb.store", multiplied(), "cannot be read"),
      ], [["export", "--model", model.path]])
  }
}
