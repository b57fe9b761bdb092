import SQLiteDriver
import XCTest

@testable import CoreData

/// The file of a cache: what damage, hostility and neighbours do to it. Form and place are ours.
final class SectionCacheFileTests: XCTestCase {
  private var launches: Launches!
  private let model = ModelLayout.of(GarageModel.make())

  override func setUpWithError() throws {
    launches = try Launches()
    try launches.fill()
    try fetch()
  }

  override func tearDown() { launches = nil }

  /// - Returns: how many SELECTs were needed.
  @discardableResult
  private func fetch() throws -> Int {
    try launches.run { launch in
      let controller = launch.controller()
      let selects = try launch.selects { try controller.performFetch() }
      XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [5, 5, 5, 5])
      XCTAssertEqual(controller.sections?.map(\.name), ["0", "1", "2", "3"])
      return selects
    }
  }

  private var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: launches.files[0])) }
  }

  private func replace(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: launches.files[0])
  }

  func testReadingGivesWhatWasWritten() throws {
    let information = try XCTUnwrap(SectionInformation(try bytes, model))
    XCTAssertEqual(information.name, "Cars")
    XCTAssertEqual(information.sections.map(\.name), ["0", "1", "2", "3"])
    XCTAssertEqual(information.keys.count, 20)
    XCTAssertEqual(information.encoded(model), try bytes)
    XCTAssertEqual(try fetch(), 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: launches.files[0].path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600, "section names are data")
  }

  func testDamageIsNoticedAndMended() throws {
    let good = try bytes
    for length in [0, 1, 10, 11, 43, 44, good.count / 2, good.count - 1] {
      try replace(Array(good.prefix(length)))
      XCTAssertEqual(try fetch(), 1, "\(length)")
      XCTAssertEqual(try fetch(), 0, "\(length)")
    }
    for place in stride(from: 0, to: good.count, by: 7) {
      var bad = good
      bad[place] ^= 0x40
      XCTAssertNil(SectionInformation(bad, model), "\(place)")
    }
    try replace(good + [0])
    XCTAssertEqual(try fetch(), 1)
    try replace((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    XCTAssertEqual(try fetch(), 1)
    XCTAssertEqual(try fetch(), 0)
  }

  /// A file whose digest is right, made to do harm.
  func testHostileFiles() throws {
    let good = try XCTUnwrap(SectionInformation(try bytes, model))
    var made = good
    made.sections[0].count = 6
    XCTAssertNil(SectionInformation(made.encoded(model), model), "more objects than there are")
    made = good
    made.keys[1] = made.keys[0]
    XCTAssertNil(SectionInformation(made.encoded(model), model), "an object twice")
    made = good
    made.keys[3].pk = -4
    XCTAssertNil(SectionInformation(made.encoded(model), model), "no such key")
    let other = ModelLayout.of(TestModel.employees())
    XCTAssertNil(SectionInformation(good.encoded(model), other), "no such entity")
    let sign = Array(good.encoded(model).prefix(11))
    for body: [UInt8] in [
      [], [255], [255, 255, 255, 255, 255, 255, 255, 255, 255, 127],
      Array(repeating: 128, count: 40),
      [0, 0, 0, 0, 0, 255, 255, 255, 255, 15], [0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 15],
      [0, 0, 0, 0, 0, 0, 1, 0, 255, 255, 255, 31, 0], [2, 0xC3, 0x28, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 1, 0, 0],
    ] {
      XCTAssertNil(SectionInformation(sign + Digest.sha256(body) + body, model), "\(body)")
    }
    XCTAssertNotNil(
      SectionInformation(
        sign + Digest.sha256(Array(repeating: 0, count: 8)) + Array(repeating: 0, count: 8), model))
  }

  /// What a well-made file says of another name, store or question is not for this controller.
  func testFilesOfOthers() throws {
    let good = try XCTUnwrap(SectionInformation(try bytes, model))
    for change in [
      { $0.name = "Other" }, { $0.store = "Other" }, { $0.fingerprint[3] ^= 1 },
      { $0.state.file?.modified -= 1 }, { $0.state = StoreState() },
    ] as [(inout SectionInformation) -> Void] {
      var made = good
      change(&made)
      try replace(made.encoded(model))
      let selects = try launches.run { launch in
        let controller = launch.controller(batch: 0)
        return try launch.selects { try controller.performFetch() }
      }
      XCTAssertEqual(selects, 2)
      XCTAssertEqual(try fetch(), 0)
    }
  }

  /// Rows that are read anyhow show whether the keys are theirs.
  func testAFileWithAnotherOrder() throws {
    var made = try XCTUnwrap(SectionInformation(try bytes, model))
    made.keys.reverse()
    try replace(made.encoded(model))
    try launches.run { launch in
      let controller = launch.controller(batch: 0)
      try controller.performFetch()
      XCTAssertEqual(controller.sections?.map(\.numberOfObjects), [5, 5, 5, 5])
      for (place, section) in (controller.sections ?? []).enumerated() {
        for object in section.objects as? [NSManagedObject] ?? [] {
          XCTAssertEqual(object.value(forKey: "stars") as? Int, place)
        }
      }
    }
    XCTAssertEqual(try fetch(), 0, "mended")
  }

  /// Keys of objects that are gone: whoever asks such an object learns that it is.
  func testAFileThatNamesObjectsThatAreNotThere() throws {
    var made = try XCTUnwrap(SectionInformation(try bytes, model))
    made.keys[0].pk = 4711
    try replace(made.encoded(model))
    try launches.run { launch in
      let controller = launch.controller()
      try controller.performFetch()
      let first = controller.object(at: IndexPath(row: 0, section: 0))
      XCTAssertNil(first.value(forKey: "vin"), "an inaccessible fault")
      XCTAssertEqual(
        controller.object(at: IndexPath(row: 1, section: 0)).value(forKey: "vin") as? String,
        "v0004")
    }
  }

  func testWhatIsNoOrdinaryFileIsLeft() throws {
    let file = launches.files[0]
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    XCTAssertEqual(try fetch(), 1)
    XCTAssertEqual(try fetch(), 1)
    try FileManager.default.removeItem(at: file)
    XCTAssertEqual(mkfifo(file.path, 0o600), 0)
    XCTAssertEqual(try fetch(), 1, "does not wait for a writer")
    XCTAssertEqual(try fetch(), 0, "replaced")
    let elsewhere = launches.folder.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: file, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
    let before = try Data(contentsOf: elsewhere)
    XCTAssertEqual(try fetch(), 1)
    XCTAssertEqual(try Data(contentsOf: elsewhere), before, "not written through a link")
    try FileManager.default.removeItem(at: file)
    XCTAssertTrue(FileManager.default.createFile(atPath: file.path, contents: nil))
    XCTAssertEqual(truncate(file.path, 1 << 40), 0)
    XCTAssertEqual(try fetch(), 1, "a terabyte is not read")
  }

  func testOldFilesGo() throws {
    let folder = SectionCaches.shared.files
    for number in 0..<300 { folder.write([1], to: folder.file("n\(number)", store: "s")) }
    XCTAssertEqual(launches.files.count, SectionCacheFolder.mostFiles)
    XCTAssertNotNil(folder.read(folder.file("n299", store: "s")))
    XCTAssertNil(folder.read(folder.file("n2", store: "s")))
    folder.remove("n299")
    XCTAssertNil(folder.read(folder.file("n299", store: "s")))
    XCTAssertEqual(
      folder.file("../../x", store: "/y").deletingLastPathComponent().path, folder.url.path)
  }

  /// Writers in each other's way leave a whole file of one of them.
  func testWritersAtOneFile() throws {
    let folder = SectionCaches.shared.files
    let file = folder.file("Cars", store: "s")
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for _ in 0..<50 {
        folder.write(Array(repeating: UInt8(number), count: 10_000), to: file)
        let found = folder.read(file) ?? []
        XCTAssertEqual(found.count, 10_000)
        XCTAssertEqual(Set(found).count, 1)
      }
    }
    XCTAssertEqual(launches.files.count, 2, "no draft is left")
  }

  func testWhereTheFilesAre() {
    let standard = SectionCacheFolder.standard.url
    XCTAssertEqual(standard.lastPathComponent, "FetchedResults")
    XCTAssertEqual(
      standard.deletingLastPathComponent().lastPathComponent, ProcessInfo.processInfo.processName)
  }
}

/// Looking into a write-ahead log (SQLite's documentation, "WAL-mode File Format").
final class WriteAheadLogTests: XCTestCase {
  func testTheDigestIsAnotherAfterEachCommitAndOnlyThen() throws {
    let launches = try Launches()
    let path = launches.url.path
    let connection = try SQLiteConnection(path: path)
    let other = try SQLiteConnection(path: path)
    _ = try connection.rows("PRAGMA journal_mode = WAL")
    XCTAssertEqual(WriteAheadLog.content(ofDatabase: path), .nothing)
    try connection.execute("CREATE TABLE t (a)")
    var seen = [WriteAheadLog.content(ofDatabase: path)]
    func look(_ isNew: Bool, line: UInt = #line) {
      let content = WriteAheadLog.content(ofDatabase: path)
      XCTAssertEqual(content != seen.last, isNew, line: line)
      if isNew { XCTAssertFalse(seen.contains(content), line: line) }
      seen.append(content)
    }
    for _ in 0..<3 {
      try connection.execute("INSERT INTO t VALUES (1)")
      look(true)
      try connection.execute("UPDATE t SET a = random()")
      look(true)
    }
    XCTAssertEqual(try other.integer("SELECT count(*) FROM t"), 3)
    look(false)
    // More than the page cache holds goes into the log before the commit, and is taken back.
    _ = try connection.rows("PRAGMA cache_size = 1")
    try connection.begin(.immediate)
    for _ in 0..<50 { try connection.execute("INSERT INTO t VALUES (randomblob(3000))") }
    look(false)
    try connection.rollback()
    look(false)
    try connection.execute("INSERT INTO t VALUES (2)")
    look(true)
    _ = try other.rows("PRAGMA wal_checkpoint(PASSIVE)")
    look(false)
    try connection.execute("INSERT INTO t VALUES (2)")
    look(true)
    _ = try other.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    XCTAssertEqual(WriteAheadLog.content(ofDatabase: path), .nothing)
  }

  func testDamagedLogs() throws {
    let launches = try Launches()
    let log = URL(fileURLWithPath: launches.url.path + "-wal")
    for bytes in [[], [1, 2, 3], Array(repeating: UInt8(0xFF), count: 4000)] {
      try Data(bytes).write(to: log)
      XCTAssertEqual(WriteAheadLog.content(ofDatabase: launches.url.path), .nothing)
    }
    try FileManager.default.removeItem(at: log)
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: false)
    XCTAssertEqual(WriteAheadLog.content(ofDatabase: launches.url.path), .nothing)
  }
}
