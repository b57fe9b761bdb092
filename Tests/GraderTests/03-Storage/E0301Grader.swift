import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter03

/// `openLeague(ofType:at:with:)` opens a store of any type.
final class E0301Grader: Grader {
  func testSQLite() throws { try check(NSSQLiteStoreType, begins: "SQLite format 3") }

  func testBinary() throws { try check(NSBinaryStoreType, begins: "bplist") }

  func testXML() throws { try check(NSXMLStoreType, begins: "<?xml") }

  func testMemory() throws { try check(NSInMemoryStoreType, begins: nil) }

  func testAFileThatIsNoStore() throws {
    let bench = try Bench("03-Storage/League")
    let url = bench.folder.appendingPathComponent("Text.sqlite")
    try Data(repeating: 0x61, count: 5000).write(to: url)
    var thrown: (any Error)?
    do {
      _ = try attempt { try openLeague(ofType: NSSQLiteStoreType, at: url, with: bench.model) }
    } catch let skip as XCTSkip {
      throw skip
    } catch {
      thrown = error
    }
    XCTAssertNotNil(thrown, "a file that is no store was opened without an error")
  }

  private func check(_ type: String, begins: String?) throws {
    var data = UnseenData()
    let name = data.words(1)[0]
    let bench = try Bench("03-Storage/League")
    let url = bench.folder.appendingPathComponent("Yours")
    let coordinator = try attempt { try openLeague(ofType: type, at: url, with: bench.model) }
    XCTAssertList(coordinator.persistentStores.map(\.type), [type], "the types of the open stores")
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    Team(context: context).name = name
    try context.save()
    guard let begins else {
      return XCTAssertFalse(
        FileManager.default.fileExists(atPath: url.path), "a store in memory has left a file")
    }
    let head = (try? Data(contentsOf: url))?.prefix(begins.utf8.count) ?? Data()
    XCTAssertEqual(
      String(decoding: head, as: UTF8.self), begins, "how the file of type \(type) begins")
  }
}
