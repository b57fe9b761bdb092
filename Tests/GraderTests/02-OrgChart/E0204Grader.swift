import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter02

/// `letGo(_:in:)` deletes a person and leaves nothing dangling.
final class E0204Grader: Grader {
  func testTheBossTakesOver() throws {
    var data = UnseenData()
    let names = data.people(6)
    let bench = try Bench("02-OrgChart/OrgChart")
    let people = try people(names, bench)
    people[0].employees = [people[1], people[4]]
    people[1].employees = [people[2], people[3]]
    let company = bench.insert("Organization", ["name": "Led"])
    company.setValue(people[1], forKey: "leader")
    let other = bench.insert("Organization", ["name": "Other"])
    other.setValue(people[5], forKey: "leader")
    try bench.save()
    try attempt { try letGo(people[1], in: bench.context) }
    var wanted = Graph()
    wanted.add("Organization", "Led", ["leader": nil])
    wanted.add("Organization", "Other", ["leader": .text(names[5])])
    wanted.add("Person", names[0], ["employees": .many([names[2], names[3], names[4]])])
    for name in names[2...] { wanted.add("Person", name, ["employees": []]) }
    XCTAssertGraph(try bench.fresh(), wanted, "what a relaunch finds differs")
    nothingDangles(in: bench)
  }

  func testWithoutABoss() throws {
    let bench = try Bench("02-OrgChart/OrgChart")
    let people = try people(["Ada", "Bruno"], bench)
    people[0].employees = [people[1]]
    try bench.save()
    try attempt { try letGo(people[0], in: bench.context) }
    var wanted = Graph()
    wanted.add("Person", "Bruno", ["employees": []])
    XCTAssertGraph(try bench.fresh(), wanted, "the employee of a boss without a boss")
  }

  private func people(_ names: [String], _ bench: Bench) throws -> [Person] {
    try names.map { try XCTUnwrap(bench.insert("Person", ["name": $0]) as? Person) }
  }

  private func nothingDangles(in bench: Bench) {
    XCTAssertRows(
      bench,
      "select ZNAME from ZPERSON where Z2EMPLOYEES not in (select Z_PK from ZPERSON)", [],
      "somebody's boss is a person who is gone")
    XCTAssertRows(
      bench,
      "select ZNAME from ZORGANIZATION where ZLEADER not in (select Z_PK from ZPERSON)", [],
      "an organization's leader is a person who is gone")
  }
}
