import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter02

/// `tree(of:)` prints a person and everybody below.
final class E0203Grader: Grader {
  func testTheTree() throws {
    var data = UnseenData()
    let names = data.people(9)
    let bench = try Bench("02-OrgChart/OrgChart")
    let people = names.map { bench.insert("Person", ["name": $0]) }
    // 0 → 1, 2, 3; 1 → 4, 5; 5 → 6; 6 → 7; 3 → 8
    let below = [0: [1, 2, 3], 1: [4, 5], 5: [6], 6: [7], 3: [8]]
    for (boss, employees) in below {
      people[boss].setValue(NSSet(array: employees.map { people[$0] }), forKey: "employees")
    }
    try bench.save()
    func lines(_ index: Int, _ indentation: String) -> [String] {
      ["\(indentation)Name: \(names[index])"]
        + (below[index] ?? []).sorted { names[$0] < names[$1] }
        .flatMap { lines($0, indentation + "  ") }
    }
    let context = bench.context
    let request = NSFetchRequest<Person>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == %@", names[0])
    context.reset()
    let root = try XCTUnwrap(try context.fetch(request).first)
    let found = try attempt { try tree(of: root) }
    check(found, lines(0, ""))
  }

  func testSomebodyAlone() throws {
    let bench = try Bench("02-OrgChart/OrgChart")
    let alone = try XCTUnwrap(bench.insert("Person", ["name": "Solo"]) as? Person)
    let found = try attempt { try tree(of: alone) }
    check(found, ["Name: Solo"])
  }

  private func check(_ found: String, _ wanted: [String]) {
    let text = found.hasSuffix("\n") ? String(found.dropLast()) : found
    guard text != wanted.joined(separator: "\n") else { return }
    XCTFail(
      "the tree differs:\n  expected:\n\(shown(wanted))\n  yours:\n"
        + shown(text.components(separatedBy: "\n")))
  }

  private func shown(_ lines: [String]) -> String {
    lines.map { "    |" + $0 }.joined(separator: "\n")
  }
}
