import Foundation
import XCTest

@testable import ScratchFolders

/// Folders of killed processes go, and nothing else does.
final class FolderSweepTests: XCTestCase {
  private var place = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    place = FileManager.default.temporaryDirectory
      .appendingPathComponent("sweep-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: place) }

  private func folder(_ name: String) throws -> URL {
    let url = place.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: url.appendingPathComponent("store.sqlite"))
    return url
  }

  private func sweep() -> [String] {
    FolderSweep(place.path).run()
    return (try? FileManager.default.contentsOfDirectory(atPath: place.path).sorted()) ?? []
  }

  func testAFolderThatNobodyHoldsGoes() throws {
    let dead = try folder("corebook-held-copy-\(UUID().uuidString)")
    let inner = dead.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA", isDirectory: true)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: inner.appendingPathComponent("A"))
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: inner.path)
    _ = try folder("corebook-held-\(UUID().uuidString)")
    XCTAssertEqual(sweep(), [])
  }

  /// Deeper than a path can say, and closed to its owner: a stale folder goes all the same.
  func testAStaleFolderGoesHoweverDeep() throws {
    let stale = try folder("corebook-held-grading-\(UUID().uuidString)")
    var place = open(stale.path, O_RDONLY)
    for _ in 0..<600 {
      XCTAssertEqual(mkdirat(place, "deeper12", 0o700), 0)
      let below = openat(place, "deeper12", O_RDONLY)
      close(openat(below, "file", O_CREAT | O_WRONLY, 0o600))
      fchmod(place, 0)
      close(place)
      place = below
    }
    fchmod(place, 0)
    close(place)
    chmod(stale.path, 0o755)
    XCTAssertEqual(sweep(), [])
  }

  func testAFolderThatIsHeldStays() throws {
    let live = try folder("corebook-held-\(UUID().uuidString)")
    let descriptor = open(live.path, O_RDONLY | O_DIRECTORY)
    XCTAssertEqual(flock(descriptor, LOCK_EX | LOCK_NB), 0)
    XCTAssertEqual(sweep(), [live.lastPathComponent])
    close(descriptor)
    XCTAssertEqual(sweep(), [])
  }

  /// The folders of this very process, and of one whose folder is only being made.
  func testOwnFoldersStay() throws {
    let own = try TemporaryFolder.make("copy")
    TemporaryFolder.sweep()
    XCTAssertTrue(FileManager.default.fileExists(atPath: own.path))
    TemporaryFolder.remove(own)
    XCTAssertFalse(FileManager.default.fileExists(atPath: own.path))
    let begun = try folder("corebook-held.\(UUID().uuidString)")
    XCTAssertEqual(sweep(), [begun.lastPathComponent])
  }

  func testLinksAreNotFollowed() throws {
    let precious = try folder("precious")
    let link = place.appendingPathComponent("corebook-held-\(UUID().uuidString)")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: precious)
    let dead = try folder("corebook-held-copy-\(UUID().uuidString)")
    try FileManager.default.createSymbolicLink(
      at: dead.appendingPathComponent("elsewhere"), withDestinationURL: precious)
    XCTAssertEqual(sweep(), [link.lastPathComponent, "precious"].sorted())
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: precious.path), ["store.sqlite"])
  }

  func testNamesThatOthersGaveStay() throws {
    let unique = UUID().uuidString
    let names = [
      "corebook", "corebook-held", "corebook-held-notes", "corebook-held-copy-1234",
      "corebook-held-my copy-\(unique)", "corebook-held-..-\(unique)", "my-corebook-held-\(unique)",
      "corebook-held-copy\(unique)", "corebook-\(UUID().uuidString)", "corebook-copy-\(unique)",
    ]
    for name in names { _ = try folder(name) }
    let file = "corebook-held-\(unique)"
    try Data().write(to: place.appendingPathComponent(file))
    XCTAssertEqual(sweep(), (names + [file]).sorted())
  }

  func testFoldersOfOtherUsersStay() throws {
    try XCTSkipUnless(geteuid() == 0, "only root can give a folder away")
    let foreign = try folder("corebook-held-\(UUID().uuidString)")
    XCTAssertEqual(chown(foreign.path, 65534, 65534), 0)
    XCTAssertEqual(sweep(), [foreign.lastPathComponent])
  }
}
