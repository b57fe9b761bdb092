import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter02

/// `found(_:leader:employees:in:)` makes a company, in the graph and in the file.
final class E0201Grader: Grader {
  func testFoundsACompany() throws {
    var data = UnseenData()
    let names = data.people(4)
    let name = data.words(1)[0] + ", Inc."
    let bench = try Bench("02-OrgChart/OrgChart")
    let company = try attempt {
      try found(name, leader: names[0], employees: Array(names[1...]), in: bench.context)
    }
    XCTAssertEqual(company.name, name, "the organization that is returned has another name")
    var wanted = Graph()
    wanted.add("Organization", name, ["id": .number(id(name)), "leader": .text(names[0])])
    wanted.add(
      "Person", names[0], ["id": .number(id(names[0])), "employees": .many(Array(names[1...]))])
    for employee in names[1...] {
      wanted.add("Person", employee, ["id": .number(id(employee)), "employees": []])
    }
    XCTAssertGraph(bench.context, wanted, "the graph in the context differs")
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds in the store differs (saved?)")
    XCTAssertRows(
      bench, "select count(*) from ZPERSON where Z2EMPLOYEES is not null", ["3"],
      "the employees' rows do not point at their boss")
  }

  func testACompanyWithoutEmployees() throws {
    let bench = try Bench("02-OrgChart/OrgChart")
    _ = try attempt { try found("Solo", leader: "Ada", employees: [], in: bench.context) }
    var wanted = Graph()
    wanted.add("Organization", "Solo", ["leader": "Ada"])
    wanted.add("Person", "Ada", ["employees": []])
    XCTAssertGraph(try bench.fresh(), wanted, "a company whose leader works alone")
  }

  private func id(_ name: String) -> Double { Double(identifier(of: name)) }
}
