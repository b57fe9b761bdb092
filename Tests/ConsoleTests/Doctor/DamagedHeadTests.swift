import Foundation
import Inspector
import XCTest

/// A store whose first page is damaged, while its write-ahead log has it whole: SQLite opens it, so every
/// verb does, and the doctor says what is the matter (observed: SQLite; corpus for the store).
final class DamagedHeadTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private var store: String { folder.appendingPathComponent("store.sqlite").path }

  override func setUpWithError() throws {
    folder = try Scratch.folder()
    for suffix in ["", "-wal"] {
      let original = try Shared.url("corpus/pairs/021-hitlist-2017-wal/store.sqlite" + suffix)
      try Data(contentsOf: original).write(to: URL(fileURLWithPath: store + suffix))
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: store))
    try file.write(contentsOf: Data([0xFF]))
    try file.close()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func run(_ words: [String], status: Int32 = 0) throws -> String {
    let result = try Executable.run(words)
    XCTAssertEqual(result.status, status, "\(words): \(result.errors)")
    return result.text
  }

  func testEveryVerbOpensIt() throws {
    let whole = try Shared.url("corpus/pairs/021-hitlist-2017-wal/store.sqlite").path
    XCTAssertEqual(try run(["export", store]), try run(["export", whole]))
    XCTAssertEqual(try run(["model", store]), try run(["model", whole]))
    XCTAssertEqual(try run(["diff", store, whole]), try run(["diff", whole, whole]))
    for words in [["report", store], ["--store", store, "-c", ".metadata"], ["open", store]] {
      _ = try run(words)
    }
    // A model that cannot be taken for the file, and a file of its name that stays.
    _ = try run(["export", whole, "-o", store], status: 3)
  }

  func testTheDoctorSaysWhatIsWrongAndHowItIsMended() throws {
    let report = try run(["doctor", store], status: 1)
    XCTAssertTrue(report.contains("does not begin as SQLite files do"), report)
    XCTAssertTrue(report.contains("1 finding"), report)
    // Any save mends it: closing the store brings the log into the file.
    let entity = try run(["model", store, "--as", "json"])
    XCTAssertTrue(entity.contains("Person"), entity)
    _ = try run(["--store", store, "--write", "-q", "-c", "insert Person ;; save"])
    XCTAssertTrue(try run(["doctor", store]).contains("nothing wrong"))
    XCTAssertTrue(StoreHead.isWhole(URL(fileURLWithPath: store)))
  }

  /// Without the log nothing opens it, and everything says so.
  func testWithoutTheLog() throws {
    try FileManager.default.removeItem(atPath: store + "-wal")
    for verb in ["export", "report", "doctor", "model", "open"] {
      let result = try Executable.run([verb, store])
      XCTAssertEqual(result.status, 3, "\(verb): \(result.errors)")
    }
  }
}
