import CoreData
import Workbook
import WorkbookTesting
import XCTest

@testable import Chapter01

/// `sortedRows()` asks for rows in order, twenty at a time.
final class E0104Grader: Grader {
  func testTheOrder() throws {
    var data = UnseenData()
    let words = data.words(12)
    let bench = try Bench("01-GettingStarted/Model")
    var wanted: [(id: Int, name: String)] = []
    for word in words {
      let id = Int.random(in: 1...3, using: &data)
      bench.insert("Entity1", ["id": id, "name": word])
      wanted.append((id, word))
    }
    try bench.save()
    let request = try attempt { try sortedRows() }
    let found = try bench.context.fetch(request).map { "\($0.id) \($0.name ?? "nil")" }
    wanted.sort { ($0.id, $0.name) < ($1.id, $1.name) }
    XCTAssertList(found, wanted.map { "\($0.id) \($0.name)" }, "what your request fetches")
  }

  func testTheBatch() throws {
    let request = try attempt { try sortedRows() }
    XCTAssertEqual(request.fetchBatchSize, 20, "the batch size")
  }
}
