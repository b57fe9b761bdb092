import Console
import Foundation
import XCTest

/// `.explain` proposes a fetch index where a whole table is read, and none where there is one. Truth:
/// SQLite's own plan with the index in place.
final class IndexAdviceTests: XCTestCase {
  private func explained(_ fetch: String, indexes: String = "") throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = folder.appendingPathComponent("M.xcdatamodeld/M.xcdatamodel")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    try """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Town" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 32"/>
        <relationship name="people" optional="YES" toMany="YES" destinationEntity="Person"
          inverseName="town" inverseEntity="Person"/>
        \(indexes)
      </entity>
      <entity name="Person" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="town" optional="YES" maxCount="1" destinationEntity="Town"
          inverseName="people" inverseEntity="Town"/>
      </entity>
    </model>
    """.write(
      to: package.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let session = try Scenario.session(model: folder.appendingPathComponent("M.xcdatamodeld"))
    defer { session.close() }
    let lines = session.printed(".explain fetch " + fetch).split(separator: "\n").map(String.init)
    return lines.filter { $0.hasPrefix("  -- ") }.map { String($0.dropFirst(5)) }
  }

  private func index(_ name: String, _ properties: String...) -> String {
    let elements = properties.map {
      "<fetchIndexElement property=\"\($0)\" type=\"Binary\" order=\"ascending\"/>"
    }
    return "<fetchIndex name=\"\(name)\">\(elements.joined())</fetchIndex>"
  }

  func testAnIndexIsProposedAndThenFound() throws {
    let proposal =
      "every row of Town is read; a fetch index of Town, byName with the element name (Binary, "
      + "ascending), avoids it"
    for predicate in [
      "name == 'x'", "name BEGINSWITH 'x'", "name IN {'x', 'y'}", "name BETWEEN {'x', 'y'}",
      "name == 'x' AND size > 3", "size != 2 AND name LIKE 'x*'",
    ] {
      XCTAssertEqual(try explained("Town where \(predicate)"), [proposal], predicate)
      XCTAssertEqual(
        try explained("Town where \(predicate)", indexes: index("byName", "name")), [], predicate)
    }
  }

  func testAnIndexThatSparesSortingIsPreferred() throws {
    let fetch = "Town where name == 'x' order by size"
    XCTAssertEqual(
      try explained(fetch),
      [
        "every row of Town is read; a fetch index of Town, byNameAndSize with the elements name "
          + "(Binary, ascending) and size (Binary, ascending), avoids it"
      ])
    XCTAssertEqual(try explained(fetch, indexes: index("byNameAndSize", "name", "size")), [])
  }

  func testAnIndexOfAJoinedEntity() throws {
    let fetch = "Person where town.name == 'x'"
    let proposal = try explained(fetch)
    XCTAssertEqual(proposal.count, 1)
    XCTAssertTrue(
      proposal[0].contains("a fetch index of Town, byName with the element name"), proposal[0])
    XCTAssertEqual(try explained(fetch, indexes: index("byName", "name")), [])
  }

  func testWhereNoIndexHelps() throws {
    for predicate in ["name CONTAINS 'x'", "name ==[c] 'x'", "NOT name == 'x'", "size + 1 == 3"] {
      let lines = try explained("Town where \(predicate)")
      XCTAssertTrue(lines.first?.contains("no fetch index helps") == true, "\(predicate): \(lines)")
    }
    XCTAssertEqual(
      try explained("Town"), ["every row of Town is read, as nothing is asked of its properties"])
  }
}
