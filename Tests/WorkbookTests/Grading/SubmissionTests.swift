import Foundation
import Workbook
import XCTest

/// What is taken from a learner's folder, and how the folder is called.
final class SubmissionTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = try Package.scratch()
  }

  override func tearDown() {
    chmod(folder.appendingPathComponent("closed").path, 0o700)
    try? FileManager.default.removeItem(at: folder)
  }

  private func exercise() throws -> Exercise {
    try ExerciseCatalog(root: Package.root).exercise("E0203")
  }

  private func make(_ name: String, _ data: Data) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try data.write(to: url.appendingPathComponent(try exercise().fileName))
    return url
  }

  func testEqualNamesAreToldApart() {
    let urls = ["a/ann", "b/ann", "a/bob", "a/Ann", "a/bob/"].map {
      folder.appendingPathComponent($0, isDirectory: true)
    }
    let root = folder.standardizedFileURL.path
    XCTAssertEqual(
      Submission.all(urls).map(\.name), ["\(root)/a/ann", "\(root)/b/ann", "bob", "Ann"])
  }

  /// Found by a newcomer: `grade class` in place of `grade class/*` graded one empty submission.
  func testAFolderOfSubmissionsIsAClass() throws {
    for name in ["class/ann", "class/bob/02-OrgChart", "class/cem/Exercises/02-OrgChart"] {
      _ = try make(name, Data("// nothing".utf8))
    }
    let room = folder.appendingPathComponent("class", isDirectory: true)
    try FileManager.default.createDirectory(
      at: room.appendingPathComponent("dee"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: room.appendingPathComponent("eve"), withDestinationURL: room.appendingPathComponent("ann")
    )
    XCTAssertEqual(Submission.all([room]).map(\.name), ["ann", "bob", "cem", "dee"])
    // Named one by one, each is what it is.
    let ann = room.appendingPathComponent("ann", isDirectory: true)
    XCTAssertEqual(Submission.all([ann]).map(\.name), ["ann"])
    XCTAssertEqual(Submission.all([room, ann]).map(\.name), ["class", "ann"])
    let exercises = ["ann", "cem"].map { room.appendingPathComponent("\($0)/Exercises") }
    XCTAssertEqual(Submission.all(exercises).map(\.name), ["ann", "cem"])
    let empty = room.appendingPathComponent("dee", isDirectory: true)
    XCTAssertEqual(Submission.all([empty]).map(\.name), ["dee"])
  }

  /// Two billion bytes, of which none is read.
  func testAHugeFileIsNotRead() throws {
    let url = try make("huge", Data())
    let file = url.appendingPathComponent(try exercise().fileName)
    XCTAssertEqual(truncate(file.path, 2_000_000_000), 0)
    guard case .refused(.didNotBuild, let reason) = Submission(url).answer(to: try exercise())
    else { return XCTFail("a huge file was taken") }
    XCTAssertTrue(reason.contains("larger than"), reason)
  }

  func testNamesMayBeAnything() throws {
    for name in ["--help", "a\nb", "\u{1B}[31mred", "<b>bold</b>", "=cmd()", "ünïcødé", "."] {
      let url = try make(name, Data("// nothing".utf8))
      XCTAssertEqual(
        Submission(url).answer(to: try exercise()), .text(Data("// nothing".utf8)), name)
    }
  }

  /// Whoever is not root cannot look into a folder that is closed.
  func testAClosedFolderIsNoMissingAnswer() throws {
    guard getuid() != 0 else { throw XCTSkip("nothing is closed to root") }
    let url = folder.appendingPathComponent("closed/02-OrgChart", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    chmod(folder.appendingPathComponent("closed").path, 0)
    let answer = Submission(folder.appendingPathComponent("closed")).answer(to: try exercise())
    guard case .refused(.didNotBuild, _) = answer else { return XCTFail("\(answer)") }
  }
}
