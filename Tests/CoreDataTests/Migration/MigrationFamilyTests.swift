import XCTest

@testable import CoreData

/// Every family of the corpus: each store that Apple's framework wrote is migrated to each later model
/// of its family, and held against what it was, object by object. Where there is only a model, a store
/// is made of it with random objects. Truth: the corpus for the stores, the models' difference for
/// what must come out. Without COREBOOK_SOAK each store goes to the next and to
/// the last model only.
final class MigrationFamilyTests: XCTestCase {
  private let isSoak = ProcessInfo.processInfo.environment["COREBOOK_SOAK"] != nil

  /// The items of each family, oldest first.
  private let families: [String: [String]] = [
    "messaging": [
      "014", "015", "016", "017", "047", "059", "018", "019", "020",
    ],
    "feedback": ["006", "054", "007", "008"],
    "moody": ["012", "055", "013"],
    "bookmarks": ["036", "037", "038", "068"],
    "posts": ["022", "023"],
    "samplemodel": ["028", "100", "064"],
    "samplemodel2": ["029", "041"],
    "example": ["030", "092", "093"],
    "oedatabase": ["057", "077", "061"],
    "coredatatest": ["072", "080", "051"],
    "momctests": ["049", "046"],
    "photos": ["027", "034", "043"],
  ]

  func testMessaging() throws { try check("messaging", atLeast: 14) }
  func testFeedback() throws { try check("feedback", atLeast: 3) }
  func testMoody() throws { try check("moody", atLeast: 1) }
  func testBookmarks() throws { try check("bookmarks", atLeast: 5) }
  func testPosts() throws { try check("posts", atLeast: 1) }
  func testSampleModel() throws { try check("samplemodel", atLeast: 1) }
  func testSampleModel2() throws { try check("samplemodel2", atLeast: 1) }
  func testExample() throws { try check("example", atLeast: 2) }
  func testOpenEmu() throws { try check("oedatabase", atLeast: 2) }
  func testCoreDataTest() throws { try check("coredatatest", atLeast: 2) }
  func testMomcTests() throws { try check("momctests", atLeast: 1) }
  func testPhotos() throws { try check("photos", atLeast: 1) }

  private func check(_ family: String, atLeast expected: Int) throws {
    let items = try families[family]?.map { try Item($0) } ?? []
    var migrated = 0
    var refused: [String] = []
    for (index, older) in items.enumerated() {
      for (place, newer) in items.enumerated().dropFirst(index + 1) {
        if !isSoak && place > index + 1 && place < items.count - 1 { continue }
        let (old, new) = (try older.model(), try newer.model())
        let name = "\(older.name) to \(newer.name)"
        let refusals = ModelDifference(from: old, to: new).refusals
        guard refusals.isEmpty else {
          refused.append("\(name): \(refusals.map(\.explanation).joined(separator: " "))")
          continue
        }
        let bench = try MigrationBench()
        if let store = older.store {
          try bench.take(store)
        } else {
          var filler = try Filler(old, seed: index + 1)
          try filler.fill(bench.url, perEntity: 6)
        }
        do {
          let faults = try bench.faults(from: old, to: new)
          XCTAssertTrue(
            faults.isEmpty, "\(name): \(faults.count): \(faults.prefix(5).joined(separator: "\n"))")
        } catch {
          XCTFail("\(name): \(error)")
        }
        migrated += 1
      }
    }
    print("MigrationFamilyTests: \(family): \(migrated) migrations; refused: \(refused)")
    XCTAssertGreaterThanOrEqual(migrated, expected, "\(refused)")
  }

  /// An item of the corpus.
  private struct Item {
    let folder: URL
    var name: String { folder.lastPathComponent }

    init(_ number: String) throws {
      let pairs = try Shared.pairs()
      folder = try XCTUnwrap(pairs.first { $0.lastPathComponent.hasPrefix(number + "-") }, number)
    }

    var store: URL? {
      let url = folder.appendingPathComponent("store.sqlite")
      return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// The model, read anew each time: a model in use is frozen.
    func model() throws -> NSManagedObjectModel {
      for name in [
        "model.xcdatamodel.contents.xml", "modelcache.mom", "SampleModel2.xcdatamodel.contents.xml",
      ] {
        let url = folder.appendingPathComponent(name)
        if FileManager.default.fileExists(atPath: url.path) { return try ModelFile.read(url) }
      }
      throw XCTSkip("SKIPPED: \(folder.path) has no model")
    }
  }
}
