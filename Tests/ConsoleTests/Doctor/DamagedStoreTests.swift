import Console
import CoreData
import Foundation
import Inspector
import XCTest

/// Stores and models with random bytes changed or cut off: an error or an answer, never a trap, a hang
/// or unbounded memory. Seeded, so that a failure can be had again; `COREBOOK_SOAK` makes it long.
final class DamagedStoreTests: XCTestCase {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil

  private func damaged(_ data: Data, _ random: inout Random) -> Data {
    var data = data
    if Int.random(in: 0..<8, using: &random) == 0 {
      return data.prefix(Int.random(in: 0..<data.count, using: &random))
    }
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: 0..<data.count, using: &random)
      data[data.startIndex + place] = UInt8.random(in: 0...255, using: &random)
    }
    return data
  }

  func testDamagedStoresAreOpenedOrRefused() throws {
    let names = ["011-authors-books-2015", "041-samplemodel2-v2-2024", "002-recipes-2010"]
    for (number, name) in names.enumerated() {
      let original = try Data(contentsOf: Shared.url("corpus/pairs/\(name)/store.sqlite"))
      var random = Random(state: UInt64(number) + 17)
      for round in 0..<(Self.isSoak ? 400 : 25) {
        let folder = try Scratch.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("store.sqlite")
        try damaged(original, &random).write(to: url)
        look(url, "\(name) round \(round)")
      }
    }
  }

  /// Everything that looks at a store; any error will do.
  private func look(_ url: URL, _ place: String) {
    _ = try? StoreDoctor.examine(url, name: place)
    guard let (context, _) = try? CorpusStores.open(url) else { return }
    for entity in context.persistentStoreCoordinator?.managedObjectModel.entities ?? [] {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      for object in (try? context.fetch(request)) ?? [] {
        for property in entity.properties { _ = try? object.get(property.name) }
      }
    }
  }

  func testDamagedModelsAreReadOrRefused() throws {
    let names = [
      "041-samplemodel2-v2-2024/modelcache.mom", "011-authors-books-2015/modelcache.mom",
    ]
    for (number, name) in names.enumerated() {
      guard let original = try? Data(contentsOf: Shared.url("corpus/pairs/\(name)")) else {
        continue
      }
      var random = Random(state: UInt64(number) + 99)
      for _ in 0..<(Self.isSoak ? 2000 : 150) {
        let folder = try Scratch.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("model.mom")
        try damaged(original, &random).write(to: url)
        guard let model = try? ModelFile.read(url) else { continue }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try? coordinator.addPersistentStore(
          ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
      }
    }
  }

  /// Files of the other store types.
  func testDamagedAtomicStoresAreOpenedOrRefused() throws {
    let model = try ModelFile.read(Scenario.orgChart)
    for (number, type) in [NSXMLStoreType, NSBinaryStoreType].enumerated() {
      let folder = try Scratch.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("store.file")
      let whole = try coordinator(model, type, url)
      let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      context.persistentStoreCoordinator = whole
      for index in 0..<5 {
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue("person \(index)", forKey: "name")
      }
      try context.save()
      let original = try Data(contentsOf: url)
      var random = Random(state: UInt64(number) + 5)
      for _ in 0..<(Self.isSoak ? 3000 : 200) {
        try damaged(original, &random).write(to: url)
        guard let opened = try? coordinator(model, type, url) else { continue }
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = opened
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        for person in (try? other.fetch(request)) ?? [] { _ = try? person.get("employees") }
      }
    }
  }

  private func coordinator(
    _ model: NSManagedObjectModel, _ type: String, _ url: URL
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    return coordinator
  }

  /// Stores that lie about themselves in their tables.
  func testHostileTables() throws {
    let cases = [
      "DELETE FROM Z_METADATA", "UPDATE Z_METADATA SET Z_PLIST = zeroblob(100)",
      "UPDATE Z_METADATA SET Z_PLIST = 7", "UPDATE Z_METADATA SET Z_UUID = NULL",
      "DROP TABLE Z_PRIMARYKEY", "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 9223372036854750000",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = NULL", "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Same'",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = zeroblob(5000)", "DELETE FROM Z_MODELCACHE",
      "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'", "DROP TABLE ZBOOK",
      "CREATE TABLE Z_9999999999999999999X (Z_1A, Z_99999999999999999999B)",
      "CREATE TABLE \"Z; drop\" (a)", "UPDATE ZBOOK SET Z_ENT = 'x', Z_OPT = x'ff'",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT",
    ]
    let original = try Shared.url("corpus/pairs/041-samplemodel2-v2-2024/store.sqlite")
    for sql in cases {
      let copy = try PrivateCopy(of: original)
      try HostileSQL.run(sql, on: copy.url)
      look(copy.url, sql)
      let session = Session()
      try? session.open(StackPlan(model: nil, store: copy.url, writes: true))
      _ = session.printed("fetch Book")
      _ = session.printed("insert Book title=\"x\"")
      _ = session.printed("save")
      session.close()
    }
  }

  /// What the doctor advises for a damaged file is done as it says: the rows in front of the damage and
  /// those behind it are saved.
  func testTheAdviceSavesWhatIsBehindTheDamage() throws {
    let folder = try Scratch.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("store.sqlite")
    let coordinator = try coordinator(ModelFile.read(Scenario.orgChart), NSSQLiteStoreType, url)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for number in 1...3000 {
      let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
      person.setValue("<person \(number)>", forKey: "name")
    }
    try context.save()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    var data = try Data(contentsOf: url)
    let middle = try XCTUnwrap(data.range(of: Data("<person 1500>".utf8))).lowerBound
    let page = middle / 4096 * 4096
    data.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xFF, count: 4096))
    try data.write(to: url)
    let doctor = try Executable.run(["doctor", url.path])
    XCTAssertEqual(doctor.status, 1, doctor.errors)
    let advice = try XCTUnwrap(doctor.text.firstMatch(of: #/save what can be read with “(.+?)”/#)).1
    let command = advice.replacingOccurrences(of: "STORE", with: url.path)
    if try Program.run("/bin/sh", ["-c", "command -v sqlite3"]).status != 0 {
      throw XCTSkip("SKIPPED: no sqlite3 on the path")
    }
    let run = try Program.run("/bin/sh", ["-c", command], in: folder)
    XCTAssertNotEqual(run.status, 127, "there is no such program as in “\(command)”")
    let saved = try String(
      contentsOf: folder.appendingPathComponent("saved.sql"), encoding: .utf8)
    for number in [1, 1000, 2000, 3000] {
      XCTAssertTrue(saved.contains("'<person \(number)>'"), "\(number)")
    }
    XCTAssertFalse(saved.contains("'<person 1500>'"), "the damage is real")
  }
}
