import Foundation
import XCTest

/// What is said of a store and a model that do not fit: what a migration would need.
final class RenamingAdviceTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private var store: String { folder.appendingPathComponent("store.sqlite").path }

  override func setUpWithError() throws {
    folder = try Scratch.folder()
    let made = try Executable.run([
      "--model", Scenario.orgChart.path, "--store", store, "-c", "insert Person name=\"A\";;save",
    ])
    XCTAssertEqual(made.status, 0, made.errors)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// The store's model with an attribute written otherwise.
  private func model(_ old: String, _ new: String) throws -> String {
    let source = try Executable.run(["model", store, "--as", "xml"]).text
    XCTAssertTrue(source.contains(old), source)
    let model = folder.appendingPathComponent("New.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try source.replacingOccurrences(of: old, with: new).write(
      to: model.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    return model.path
  }

  /// A migration that depends on the rows is not promised.
  func testAConditionIsSaid() throws {
    let model = try model(
      "<attribute name=\"name\"",
      "<attribute name=\"kilos\" attributeType=\"Double\"/><attribute name=\"name\"")
    let opened = try Executable.run(["--store", store, "--model", model, "-c", "count Person"])
    XCTAssertEqual(opened.status, 3)
    XCTAssertTrue(opened.errors.contains("can do this, on condition: every"), opened.errors)
    XCTAssertTrue(opened.errors.contains("'corebook migrate STORE --to MODEL'"), opened.errors)
    XCTAssertFalse(opened.errors.contains("shouldMigrateStoreAutomatically"), opened.errors)
    let difference = try Executable.run(["model", "diff", store, model])
    XCTAssertTrue(
      difference.text.hasSuffix("can do this where the rows have what is needed\n"),
      difference.text)
  }

  /// What goes may only have lost its name.
  func testARenamingIsSuggested() throws {
    let model = try model("<attribute name=\"id\"", "<attribute name=\"number\"")
    let plan = try Executable.run(["migrate", store, "--to", model, "--dry-run"])
    let note =
      "note: if “number” is what “id” was, give it the renaming identifier id (elementID=\"id\" in the "
      + "model's source), and it is kept\n"
    XCTAssertTrue(plan.text.contains(note), plan.text + plan.errors)
    XCTAssertTrue(try Executable.run(["model", "diff", store, model]).text.contains(note))
  }
}
