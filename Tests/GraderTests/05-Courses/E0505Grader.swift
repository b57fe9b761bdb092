import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter05

/// `favoriteColor()` and `setFavoriteColor(_:)` keep a color in two attributes.
final class E0505Grader: Grader {
  func testAColorIsKept() throws {
    var data = UnseenData()
    let name = data.people(1)[0]
    let color = RGB(
      red: .random(in: 0...99, using: &data), green: .random(in: 100...199, using: &data),
      blue: .random(in: 200...255, using: &data))
    let bench = try Bench("05-Courses/Courses")
    let teacher = try XCTUnwrap(bench.insert("Teacher", ["name": name]) as? Teacher)
    let none = try attempt { try teacher.favoriteColor() }
    XCTAssertNil(none, "a color that was never set")
    try attempt { try teacher.setFavoriteColor(color) }
    let first = try attempt { try teacher.favoriteColor() }
    XCTAssertEqual(first, color, "the color just set")
    XCTAssertEqual(
      teacher.colorData, Data([color.red, color.green, color.blue]), "colorData before the save")
    try bench.save()
    let bytes = String(format: "%02X%02X%02X", color.red, color.green, color.blue)
    XCTAssertRows(
      bench, "select hex(ZCOLORDATA) from ZTEACHER", [bytes], "the bytes in the store")

    let context = try bench.fresh()
    let request = NSFetchRequest<Teacher>(entityName: "Teacher")
    let again = try XCTUnwrap(try context.fetch(request).first)
    let kept = try attempt { try again.favoriteColor() }
    XCTAssertEqual(kept, color, "the color after a relaunch")
    XCTAssertFalse(again.hasChanges, "the teacher has changes, and was only looked at")
    try attempt { try again.setFavoriteColor(nil) }
    let cleared = try attempt { try again.favoriteColor() }
    XCTAssertNil(cleared, "the color that was set to nil")
    try context.save()
    XCTAssertRows(
      bench, "select count(ZCOLORDATA) from ZTEACHER", ["0"], "rows with bytes after nil was set")
  }

  func testUndoAndOthers() throws {
    let bench = try Bench("05-Courses/Courses")
    let teacher = try XCTUnwrap(bench.insert("Teacher", ["name": "Ada"]) as? Teacher)
    let red = RGB(red: 255, green: 0, blue: 0)
    let blue = RGB(red: 0, green: 0, blue: 255)
    try attempt { try teacher.setFavoriteColor(red) }
    try bench.save()
    let undo = UndoManager()
    undo.groupsByEvent = false
    bench.context.undoManager = undo
    undo.beginUndoGrouping()
    try attempt { try teacher.setFavoriteColor(blue) }
    bench.context.processPendingChanges()
    undo.endUndoGrouping()
    let second = try attempt { try teacher.favoriteColor() }
    XCTAssertEqual(second, blue, "the second color")
    bench.context.undo()
    let undone = try attempt { try teacher.favoriteColor() }
    XCTAssertEqual(undone, red, "the color after an undo")
    bench.context.undoManager = nil
    teacher.colorData = Data([1, 2, 3])
    let changed = try attempt { try teacher.favoriteColor() }
    XCTAssertEqual(
      changed, RGB(red: 1, green: 2, blue: 3), "the color after colorData was changed")
  }
}
