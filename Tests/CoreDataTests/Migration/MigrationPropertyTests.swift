import XCTest

@testable import CoreData

/// Random pairs of models with random data: an inferred migration keeps every value that has a place
/// to go. 60 pairs; 5,000 where COREBOOK_SOAK is set. COREBOOK_SEED=n runs one alone.
final class MigrationPropertyTests: XCTestCase {
  func testRandomPairsOfModels() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["COREBOOK_SOAK"] == nil ? 60 : 5000
    let seeds = environment["COREBOOK_SEED"].flatMap { Int($0) }.map { [$0] } ?? Array(1...count)
    var outcome = (migrated: 0, refused: 0, unfit: 0)
    for seed in seeds {
      let pair = RandomModelPair(seed: seed)
      let bench = try MigrationBench()
      var filler = try Filler(pair.old, seed: seed)
      try filler.fill(
        bench.url, perEntity: 8,
        options: seed % 3 == 0 ? [NSPersistentHistoryTrackingKey: NSNumber(value: true)] : [:])
      let difference = ModelDifference(from: pair.old, to: pair.new)
      guard difference.isInferable else {
        outcome.refused += 1
        try expectRefusal(bench, pair)
        continue
      }
      do {
        let faults = try bench.faults(from: pair.old, to: pair.new)
        outcome.migrated += 1
        XCTAssertTrue(
          faults.isEmpty,
          "seed \(seed): \(pair.log)\n\(faults.prefix(5).joined(separator: "\n"))")
      } catch let error as NSError where error.isUnfitRows {
        outcome.unfit += 1
        XCTAssertNoThrow(try bench.open(pair.old, [:]), "seed \(seed)")
      } catch {
        XCTFail("seed \(seed): \(pair.log): \(error)")
      }
      if (testRun?.failureCount ?? 0) > 3 { return }
    }
    print("MigrationPropertyTests: \(outcome)")
    if seeds.count > 1 { XCTAssertGreaterThan(outcome.migrated, seeds.count / 2) }
  }

  /// A refused migration leaves the store as it was.
  private func expectRefusal(_ bench: MigrationBench, _ pair: RandomModelPair) throws {
    let before = try StoreDump(bench.url, pair.old).records.count
    XCTAssertThrowsError(try bench.open(pair.new)) { error in
      XCTAssertEqual((error as NSError).code, 134140, "\(error)")
    }
    XCTAssertEqual(try StoreDump(bench.url, pair.old).records.count, before)
  }
}

extension NSError {
  /// Whether a migration failed because the rows do not fit the new model: 134110 for rows without a
  /// value, of an abstract entity, or with several owners.
  fileprivate var isUnfitRows: Bool {
    code == 134110 && (userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 134110
      && (userInfo[NSUnderlyingErrorKey] as? NSError)?.userInfo["entity"] != nil
  }
}
