public import CoreData
public import Workbook
import XCTest

/// Asserts that a context sees the graph that is wanted, and says how it differs.
///
/// - Parameters:
///   - context: the context; only the entities that `wanted` names are looked at.
///   - wanted: every object of these entities, with the values that matter.
///   - message: what to say before the differences.
public func XCTAssertGraph(
  _ context: NSManagedObjectContext, _ wanted: Graph, _ message: String = "",
  file: StaticString = #filePath, line: UInt = #line
) {
  do {
    let entities = Set(wanted.nodes.map(\.entity))
    let found = try Graph(of: context, entities: Array(entities))
    let differences = found.differences(from: wanted)
    guard !differences.isEmpty else { return }
    let head = message.isEmpty ? "the graph differs:" : "\(message):"
    XCTFail(
      head + "\n" + differences.map { "  " + $0 }.joined(separator: "\n"),
      file: file, line: line)
  } catch {
    XCTFail("the graph cannot be read: \(error)", file: file, line: line)
  }
}

/// Asserts that a query on the store's file gives these rows.
public func XCTAssertRows(
  _ bench: Bench, _ sql: String, _ wanted: [String], _ message: String = "",
  file: StaticString = #filePath, line: UInt = #line
) {
  do {
    let found = try bench.rows(sql)
    guard found != wanted else { return }
    let head = message.isEmpty ? "the rows in the store differ" : message
    XCTFail(
      "\(head):\n  expected \(shown(wanted))\n  yours are \(shown(found))\n  (\(sql))",
      file: file, line: line)
  } catch {
    XCTFail("the store cannot be read: \(error)", file: file, line: line)
  }
}

/// Asserts that the exercise's last call has run no more statements than this.
public func XCTAssertStatements(
  atMost limit: Int, _ message: String, file: StaticString = #filePath, line: UInt = #line
) {
  let count = CostMeter.lastStatements
  guard count > limit else { return }
  XCTFail(
    "\(message): expected at most \(limit) statement\(limit == 1 ? "" : "s"), yours ran \(count)",
    file: file, line: line)
}

/// Asserts that a list of things is what was wanted, and says what is missing, what is too many, or
/// that the order is wrong.
public func XCTAssertList(
  _ found: [String], _ wanted: [String], _ what: String,
  file: StaticString = #filePath, line: UInt = #line
) {
  guard found != wanted else { return }
  let missing = wanted.filter { !found.contains($0) }
  let extra = found.filter { !wanted.contains($0) }
  var reasons: [String] = []
  if !missing.isEmpty { reasons.append("yours lacks \(missing.joined(separator: ", "))") }
  if !extra.isEmpty { reasons.append("yours has also \(extra.joined(separator: ", "))") }
  if reasons.isEmpty {
    reasons.append(
      found.count == wanted.count ? "the order is wrong" : "some are there more than once")
  }
  XCTFail(
    "\(what): \(reasons.joined(separator: "; "))\n  expected \(shown(wanted))\n"
      + "  yours is \(shown(found))", file: file, line: line)
}

private func shown(_ list: [String]) -> String {
  "[" + list.joined(separator: ", ") + "]"
}
