import CoreData
import XCTest

/// Sort descriptors on plain values.
final class NSSortDescriptorTests: XCTestCase {
  private func order(
    _ values: [String?], _ selector: Selector?, ascending: Bool = true
  ) -> [String?] {
    let sort = NSSortDescriptor(key: "name", ascending: ascending, selector: selector)
    return values.map { ["name": $0 as Any] as [String: Any] }
      .sorted { sort.compare($0, to: $1) == .orderedAscending }
      .map { ($0["name"] as? String?) ?? nil }
  }

  func testNilIsSmallest() {  // B024, inferred
    XCTAssertEqual(order(["b", nil, "a"], nil), [nil, "a", "b"])
    XCTAssertEqual(order(["b", nil, "a"], nil, ascending: false), ["b", "a", nil])
  }

  func testNamedComparisons() {  // B025, orders inferred
    let names = ["file10", "file2", "File1"]
    XCTAssertEqual(order(names, nil), ["File1", "file10", "file2"])
    XCTAssertEqual(
      order(names, Selector("caseInsensitiveCompare:")), ["File1", "file10", "file2"])
    XCTAssertEqual(
      order(names, Selector("localizedStandardCompare:")), ["File1", "file2", "file10"])
    XCTAssertEqual(
      order(["b", "A", "a"], Selector("localizedCaseInsensitiveCompare:"))[2], "b")
  }

  func testNumbersDatesAndKeyPaths() {
    let sort = NSSortDescriptor(key: "a.b", ascending: false)
    XCTAssertEqual(sort.compare(["a": ["b": 1]], to: ["a": ["b": 2]]), .orderedDescending)
    let plain = NSSortDescriptor(key: nil, ascending: true)
    XCTAssertEqual(plain.compare(Date.distantPast, to: Date()), .orderedAscending)
    XCTAssertEqual(plain.compare(1, to: 1.5), .orderedAscending)
  }

  func testBlocksReversalEqualityAndArchiving() throws {
    let byLength = NSSortDescriptor(key: nil, ascending: true) { a, b in
      ("\(a)".count, 0) < ("\(b)".count, 0) ? .orderedAscending : .orderedDescending
    }
    XCTAssertEqual(byLength.compare("zz", to: "aaa"), .orderedAscending)
    let reversed = try XCTUnwrap(byLength.reversedSortDescriptor as? NSSortDescriptor)
    XCTAssertEqual(reversed.compare("zz", to: "aaa"), .orderedDescending)
    let sort = NSSortDescriptor(key: "a", ascending: false)
    XCTAssertEqual(sort, NSSortDescriptor(key: "a", ascending: false))
    XCTAssertNotEqual(sort, NSSortDescriptor(key: "a", ascending: true))
    let data = try NSKeyedArchiver.archivedData(withRootObject: sort, requiringSecureCoding: true)
    XCTAssertEqual(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSSortDescriptor.self, from: data), sort)
  }

  func testArraysSortByDescriptors() {
    let people = [["n": "b", "a": 1], ["n": "a", "a": 1], ["n": "c", "a": 0]] as [[String: Any]]
    let sorted = (people as NSArray).sortedArray(using: [
      NSSortDescriptor(key: "a", ascending: false), NSSortDescriptor(key: "n", ascending: true),
    ])
    XCTAssertEqual(sorted.compactMap { ($0 as? [String: Any])?["n"] as? String }, ["a", "b", "c"])
    let filtered = (people as NSArray).filtered(using: NSPredicate(format: "a == 1"))
    XCTAssertEqual(filtered.count, 2)
  }
}
