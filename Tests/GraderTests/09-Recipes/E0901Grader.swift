import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter09

/// `installDefaultStore(from:to:)` copies once.
final class E0901Grader: Grader {
  func testTheFirstLaunch() throws {
    let bench = try Bench("09-Recipes/Recipes")
    let (source, target) = try files(beside: bench)
    let hasCopied = try attempt { try installDefaultStore(from: source, to: target) }
    XCTAssertTrue(hasCopied, "at the first launch the store is to be copied")
    XCTAssertEqual(try? Data(contentsOf: target), Data("ready-made".utf8), "the copy")
    XCTAssertTrue(FileManager.default.fileExists(atPath: source.path), "the original is gone")
  }

  func testTheSecondLaunch() throws {
    let bench = try Bench("09-Recipes/Recipes")
    let (source, target) = try files(beside: bench)
    _ = try attempt { try installDefaultStore(from: source, to: target) }
    try Data("changed by its user".utf8).write(to: target)
    let hasCopied = try attempt { try installDefaultStore(from: source, to: target) }
    XCTAssertFalse(hasCopied, "at the second launch there is a store already")
    XCTAssertEqual(
      try? Data(contentsOf: target), Data("changed by its user".utf8), "the user's own store")
  }

  private func files(beside bench: Bench) throws -> (URL, URL) {
    let folder = bench.storeURL.deletingLastPathComponent()
    let source = folder.appendingPathComponent("Default.sqlite")
    try Data("ready-made".utf8).write(to: source)
    return (source, folder.appendingPathComponent("Application Support/Recipes.sqlite"))
  }
}
