import SQLiteDriver
import XCTest

@testable import CoreData

/// One store in three versions, each migrated by Apple's framework from the one before (corpus 018 to
/// 020: one UUID, the same rows): our migration of each older one gives what Apple's gave. Truth: the
/// corpus.
final class AppleMigratedStoreTests: XCTestCase {
  private let items = ["018", "019", "020"]

  private func folder(_ number: String) throws -> URL {
    // XCTUnwrap would make a failure of the skip that a missing folder is.
    let pairs = try Shared.pairs()
    return try XCTUnwrap(pairs.first { $0.lastPathComponent.hasPrefix(number + "-") })
  }

  private func model(_ number: String) throws -> NSManagedObjectModel {
    try ModelFile.read(folder(number).appendingPathComponent("model.xcdatamodel.contents.xml"))
  }

  private func bench(_ number: String) throws -> MigrationBench {
    let bench = try MigrationBench()
    try bench.take(folder(number).appendingPathComponent("store.sqlite"))
    return bench
  }

  func testOurMigrationGivesWhatApplesGave() throws {
    for (index, older) in items.enumerated() {
      for newer in items.dropFirst(index + 1) {
        let ours = try bench(older)
        let coordinator = try ours.open(model(newer), sources: [model(older)])
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        let apples = try bench(newer)
        let name = "\(older) to \(newer)"
        try compareObjects(ours, apples, newer, name)
        try compareTables(ours, apples, name)
      }
    }
  }

  /// Facts 29 and 30: a join table between two relationships of one entity is named as Apple's
  /// framework names it, though the order of its hash table is not quite known.
  func testJoinTablesAreNamedAsApplesAre() throws {
    let ours = try bench("015")
    try ours.open(model("016"), sources: [model("015")])
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1"
    XCTAssertEqual(try ours.rows(names), try bench("016").rows(names))
  }

  private func compareObjects(
    _ ours: MigrationBench, _ apples: MigrationBench, _ number: String, _ name: String
  ) throws {
    let mine = try StoreDump(ours.url, model(number)).records
    let theirs = try StoreDump(apples.url, model(number)).records
    XCTAssertEqual(mine.keys.sorted(), theirs.keys.sorted(), name)
    XCTAssertGreaterThan(mine.count, 90)
    for (reference, record) in theirs {
      guard let own = mine[reference] else { continue }
      XCTAssertEqual(own.toOnes, record.toOnes, "\(name): \(reference)")
      for (key, members) in record.toManies {
        XCTAssertEqual(
          own.toManies[key]?.sorted(), members.sorted(), "\(name): \(reference).\(key)")
      }
      for key in Set(own.values.keys).union(record.values.keys) {
        XCTAssertEqual(own.values[key], record.values[key], "\(name): \(reference).\(key)")
      }
    }
  }

  private func compareTables(
    _ ours: MigrationBench, _ apples: MigrationBench, _ name: String
  ) throws {
    let keys = "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
    XCTAssertEqual(try ours.rows(keys), try apples.rows(keys), name)
    let columns =
      "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p "
      + "WHERE m.type = 'table' ORDER BY 1, 2"
    XCTAssertEqual(try ours.rows(columns), try apples.rows(columns), name)
    let indexes =
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1"
    let (mine, theirs) = (Set(try ours.rows(indexes)), Set(try apples.rows(indexes)))
    // Apple's store keeps the indexes of older versions (format fact 76).
    XCTAssertEqual(mine.subtracting(theirs), [], name)
    XCTAssertGreaterThan(mine.count, 50)
  }
}
