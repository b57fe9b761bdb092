import XCTest

@testable import CoreData

final class FormerKeysTests: XCTestCase {
  private func key(_ pk: Int64, _ entity: Int32 = 1) -> ObjectKey {
    ObjectKey(entity: entity, pk: pk)
  }

  func testKeysInARowAreFound() {
    var keys = FormerKeys()
    for number in 1...1000 { keys.note(Int64(-number), key(Int64(number + 7))) }
    XCTAssertEqual(keys[-1], key(8))
    XCTAssertEqual(keys[-1000], key(1007))
    XCTAssertNil(keys[-1001])
    XCTAssertNil(keys[5])
  }

  func testEntitiesAndGapsBeginNewRuns() {
    var keys = FormerKeys()
    keys.note(-1, key(1, 2))
    keys.note(-2, key(1, 1))
    keys.note(-3, key(2, 1))
    keys.note(-7, key(3, 1))
    keys.note(-8, key(9, 1))
    XCTAssertEqual([-1, -2, -3, -7, -8].map { keys[$0]?.pk }, [1, 1, 2, 3, 9])
    XCTAssertEqual(keys[-1]?.entity, 2)
    XCTAssertNil(keys[-4])
    XCTAssertNil(keys[-6])
    XCTAssertNil(keys[-9])
  }

  func testAnyOrderWill() {
    var keys = FormerKeys()
    var wanted: [Int64: ObjectKey] = [:]
    var numbers = SystemRandomNumberGenerator()
    for temporary in (1...500).shuffled(using: &numbers) {
      let key = key(Int64.random(in: 1...900), Int32.random(in: 1...3))
      keys.note(Int64(-temporary), key)
      wanted[Int64(-temporary)] = key
    }
    for (temporary, key) in wanted { XCTAssertEqual(keys[temporary], key) }
    XCTAssertNil(keys[-501])
  }

  func testTheLastOfTwoCounts() {
    var keys = FormerKeys()
    for number in 1...10 { keys.note(Int64(-number), key(Int64(number))) }
    keys.note(-4, key(40))
    XCTAssertEqual(keys[-4], key(40))
    XCTAssertEqual(keys[-5], key(5))
  }
}
