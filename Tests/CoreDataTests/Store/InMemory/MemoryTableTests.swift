import XCTest

@testable import CoreData

final class MemoryTableTests: XCTestCase {
  /// Random insertions and removals against a dictionary.
  func testATableAgreesWithADictionary() throws {
    let layout = try XCTUnwrap(ModelLayout.of(TestModel.league()).entity(named: "Team"))
    let table = MemoryTable()
    var oracle: [Int64: Int32] = [:]
    var seed: UInt64 = 7
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    for step in 0..<5_000 {
      let pk = Int64(random(300) + 1)
      if random(3) == 0 {
        table.remove(pk)
        oracle[pk] = nil
      } else {
        var batch = RowBatch()
        let (row, _) = batch.add(layout, pk: pk, version: Int32(step))
        table.set(row)
        oracle[pk] = Int32(step)
      }
      if step % 50 == 0 { XCTAssertTrue(table.checkInvariants()) }
    }
    var found: [Int64: Int32] = [:]
    var keys: [Int64] = []
    table.forEach {
      found[$0.pk] = $0.version
      keys.append($0.pk)
    }
    XCTAssertEqual(found, oracle)
    XCTAssertEqual(keys, keys.sorted())
    XCTAssertEqual(table.count, oracle.count)
    XCTAssertEqual(table.lastKey, 300)
  }
}
