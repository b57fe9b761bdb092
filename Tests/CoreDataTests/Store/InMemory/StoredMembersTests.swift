import XCTest

@testable import CoreData

final class StoredMembersTests: XCTestCase {
  /// Random additions and removals against a plain list.
  func testItAgreesWithAPlainList() {
    var members = StoredMembers()
    var oracle: [ObjectKey] = []
    var seed: UInt64 = 11
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    for step in 0..<20_000 {
      // Grows beyond what is searched through, shrinks to nothing, and grows again.
      let isGrowing = step / 2_000 % 2 == 0
      let key = ObjectKey(entity: 3, pk: Int64(random(200) + 1))
      if random(4) == 0 ? !isGrowing : isGrowing {
        members.append(key)
        if !oracle.contains(key) { oracle.append(key) }
      } else {
        members.remove(key)
        oracle.removeAll { $0 == key }
      }
      XCTAssertEqual(members.count, oracle.count)
      XCTAssertEqual(members.contains(key), oracle.contains(key))
      guard step % 37 == 0 else { continue }
      XCTAssertTrue(members.checkInvariants())
      XCTAssertEqual(Array(members.keys), oracle)
    }
    XCTAssertEqual(Array(StoredMembers(oracle + oracle).keys), oracle)
  }
}
