import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter01

/// `openContainer(with:at:)` opens a store where it was told to.
final class E0106Grader: Grader {
  func testOpens() throws {
    let bench = try Bench("01-GettingStarted/Model")
    let url = bench.storeURL.deletingLastPathComponent().appendingPathComponent("Yours.sqlite")
    let container = try attempt { try openContainer(with: bench.model, at: url) }
    XCTAssertEqual(container.name, "Model", "the container's name")
    let stores = container.persistentStoreCoordinator.persistentStores
    XCTAssertList(
      stores.map { $0.url?.lastPathComponent ?? "nil" }, ["Yours.sqlite"], "the open stores")
    XCTAssertEqual(stores.first?.type, NSSQLiteStoreType, "the store's type")
    let description = try XCTUnwrap(container.persistentStoreDescriptions.first)
    XCTAssertTrue(
      description.shouldMigrateStoreAutomatically, "shouldMigrateStoreAutomatically is not set")
    XCTAssertTrue(
      description.shouldInferMappingModelAutomatically,
      "shouldInferMappingModelAutomatically is not set")
    let saved = SavedData(context: container.viewContext)
    saved.name = "kept"
    try container.viewContext.save()
    XCTAssertTrue(FileManager.default.fileExists(atPath: url.path), "there is no file at the URL")
  }

  func testAFileThatIsNoStore() throws {
    let bench = try Bench("01-GettingStarted/Model")
    let url = bench.storeURL.deletingLastPathComponent().appendingPathComponent("Text.sqlite")
    try Data(repeating: 0x61, count: 5000).write(to: url)
    var thrown: (any Error)?
    do {
      _ = try attempt { try openContainer(with: bench.model, at: url) }
    } catch let skip as XCTSkip {
      throw skip
    } catch {
      thrown = error
    }
    XCTAssertNotNil(thrown, "a file that is no store was opened without an error")
  }
}
