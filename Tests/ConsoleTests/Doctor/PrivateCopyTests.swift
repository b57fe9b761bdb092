import Console
import CoreData
import Foundation
import Inspector
import XCTest

/// Looking at a store changes nothing outside of its copy, wherever links in its folder lead.
final class PrivateCopyTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws { folder = try Scratch.folder() }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func makeStore() throws -> URL {
    let entity = NSEntityDescription()
    entity.name = "Thing"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let url = folder.appendingPathComponent("real.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    try coordinator.remove(store)
    return url
  }

  private func mode(_ url: URL) throws -> Int? {
    let found = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    return (found as? NSNumber)?.intValue
  }

  /// A link among the external data to a file that has nothing to do with the store.
  func testLinksInTheSupportFolderAreNotFollowed() throws {
    let store = try makeStore()
    let other = folder.appendingPathComponent("other")
    try Data("x".utf8).write(to: other)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: other.path)
    let support = folder.appendingPathComponent(".real_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: support, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: support.appendingPathComponent(UUID().uuidString), withDestinationURL: other)
    let kept = support.appendingPathComponent(UUID().uuidString)
    try Data("kept".utf8).write(to: kept)
    let copy = try PrivateCopy(of: store)
    XCTAssertEqual(try mode(other), 0o644)
    let copied = copy.url.deletingLastPathComponent()
      .appendingPathComponent(".real_SUPPORT/_EXTERNAL_DATA")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: copied.path), [kept.lastPathComponent])
  }

  /// A store reached by a link is copied, not the link.
  func testALinkToAStoreIsFollowed() throws {
    let store = try makeStore()
    let link = folder.appendingPathComponent("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store.path)
    let copy = try PrivateCopy(of: link)
    let type = try FileManager.default.attributesOfItem(atPath: copy.url.path)[.type]
    XCTAssertEqual(type as? FileAttributeType, .typeRegular)
    XCTAssertEqual(copy.url.lastPathComponent, "link.sqlite")
    XCTAssertEqual(try mode(store), 0o444)
    XCTAssertEqual(try mode(copy.url), 0o600)
  }

  /// The log of a store that is reached by a link lies beside the store.
  func testTheLogBesideTheStoreComesAlong() throws {
    let store = try makeStore()
    let link = folder.appendingPathComponent("link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store)
    try Data("log".utf8).write(to: folder.appendingPathComponent("real.sqlite-wal"))
    let copy = try PrivateCopy(of: link)
    XCTAssertEqual(
      try String(contentsOfFile: copy.url.path + "-wal", encoding: .utf8), "log")
  }
}
