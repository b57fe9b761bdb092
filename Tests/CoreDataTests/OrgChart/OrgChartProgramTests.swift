import SQLiteDriver
import XCTest

@testable import CoreData

/// The OrgChart text's program gives the text's figures (seeds 000).
final class OrgChartProgramTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("orgchart-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  private var store: URL { folder.appendingPathComponent("OrgChart.sqlite") }

  func testTheIDsAreTheTexts() {  // 000-10
    XCTAssertEqual(
      ["MyCompany, Inc.", "John", "Jane", "Bill"].map(OrgChartProgram.hash),
      [-19904, -28989, 6050, 28151])
  }

  func testCreateDataThenReadDataAfterRelaunch() throws {  // 000-10, 12, 13
    try OrgChartProgram(model: OrgChartProgram.makeModel(), store: store).createData()
    let relaunched = try OrgChartProgram(model: OrgChartProgram.makeModel(), store: store)
    try relaunched.readData()
    XCTAssertEqual(
      relaunched.lines,
      [
        "Organization: MyCompany, Inc. (-19904)", "  John (-28989)", "    Bill (28151)",
        "    Jane (6050)",
      ])
    try relaunched.addEmployee("Sue", under: "Jane")
    let again = try OrgChartProgram(model: OrgChartProgram.makeModel(), store: store)
    try again.readData()
    XCTAssertEqual(again.lines.last, "      Sue (\(OrgChartProgram.hash("Sue")))")
  }

  func testTheModelInCodeIsTheEditors() throws {  // 000-1
    let url = try packageChapter()
    let edited = try XCTUnwrap(NSManagedObjectModel(contentsOf: url))
    XCTAssertEqual(
      OrgChartProgram.makeModel().entityVersionHashesByName, edited.entityVersionHashesByName)
  }

  private func packageChapter() throws -> URL {
    Shared.packageRoot.appendingPathComponent("Chapters/02-OrgChart/OrgChart.xcdatamodeld")
  }

  func testTheTablesAreTheTexts() throws {  // 000-11
    try OrgChartProgram(model: OrgChartProgram.makeModel(), store: store).createData()
    let connection = try SQLiteConnection(
      path: store.path, options: SQLiteOpenOptions(mode: .readOnly))
    let rows = try connection.rows(
      "SELECT ZID, Z2EMPLOYEES, ZNAME FROM ZPERSON ORDER BY Z_PK"
    ).map { row in
      row.map { $0.text ?? $0.integer.map(String.init) ?? "" }
    }
    XCTAssertEqual(
      rows, [["-28989", "", "John"], ["6050", "1", "Jane"], ["28151", "1", "Bill"]])
    XCTAssertEqual(try connection.text("PRAGMA integrity_check"), "ok")
  }

  func testADeletedBossLeavesNoKeyBehindAndComesBack() throws {  // format fact 24
    let program = try OrgChartProgram(model: OrgChartProgram.makeModel(), store: store)
    try program.createData()
    let context = program.managedObjectContext
    let manager = UndoManager()
    context.undoManager = manager
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == 'John'")
    let john = try XCTUnwrap(try context.fetch(request).first)
    context.delete(john)
    try context.save()
    manager.closeEventGroup()
    let connection = try SQLiteConnection(
      path: store.path, options: SQLiteOpenOptions(mode: .readOnly))
    let count = "SELECT COUNT(*) FROM ZPERSON WHERE Z2EMPLOYEES IS NOT NULL"
    XCTAssertEqual(try connection.integer(count), 0)
    context.undo()
    try context.save()
    XCTAssertEqual(try connection.integer(count), 2)
    XCTAssertEqual(john.value(forKeyPath: "employees.@count") as? Int, 2)
  }
}
