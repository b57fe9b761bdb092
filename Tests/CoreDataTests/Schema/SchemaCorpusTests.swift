import CoreData
import XCTest

/// The statements computed from a model against those of the store that Apple's framework made from
/// it (z-format sections 1 to 9). Truth: corpus.
final class SchemaCorpusTests: XCTestCase {
  /// A store whose statements are not those of its model, with the reason and how many statements
  /// it has that we have not, and the other way round.
  private struct Exception {
    let reasons: [Reason]
    let missing: Int
    let extra: Int
  }

  /// The numbered reasons, as DIFFERENCES.md explains them.
  private enum Reason: Int {
    /// 1. Two relationships of one entity that are inverse to each other: which of them names the
    /// join table follows the hash order of Apple's dictionaries (z-format facts 29 and 30).
    case selfPair = 1
    /// 2. Migrated in place: renamed tables and stale indexes stay (facts 74 to 77).
    case migratedInPlace = 2
    /// 3. Apple's own application made or dropped indexes that its model does not list: R-trees,
    /// indexes of single attributes, a missing `Z_ENT` index (facts 41, 42, 60).
    case applicationIndexes = 3
    /// 4. Several order columns in one table stand in hash order (fact 30).
    case orderColumns = 4
    /// 5. Which of two join columns of the same name gets the number follows hash order (fact 31).
    case joinNumbers = 5
  }

  private static let exceptions: [String: Exception] = [
    "014": Exception(reasons: [.selfPair], missing: 2, extra: 2),
    "015": Exception(reasons: [.selfPair], missing: 2, extra: 2),
    "016": Exception(reasons: [.selfPair], missing: 2, extra: 2),
    "017": Exception(reasons: [.selfPair], missing: 2, extra: 2),
    "018": Exception(reasons: [.selfPair, .migratedInPlace], missing: 3, extra: 2),
    "019": Exception(reasons: [.migratedInPlace], missing: 35, extra: 13),
    "020": Exception(reasons: [.migratedInPlace], missing: 40, extra: 17),
    "027": Exception(
      reasons: [.applicationIndexes, .orderColumns, .joinNumbers], missing: 89, extra: 7),
    "034": Exception(
      reasons: [.migratedInPlace, .applicationIndexes, .orderColumns, .joinNumbers], missing: 55,
      extra: 26),
    "038": Exception(reasons: [.selfPair], missing: 2, extra: 2),
    "043": Exception(reasons: [.applicationIndexes, .orderColumns], missing: 5, extra: 1),
  ]

  func testStatementsOfEveryStoreWithAKnownModel() throws {
    var matched = 0
    var explained = 0
    var total = 0
    for item in try Shared.pairs() {
      guard let (ours, theirs) = try statements(item) else { continue }
      total += 1
      let missing = theirs.subtracting(ours)
      let extra = ours.subtracting(theirs)
      let number = String(item.lastPathComponent.prefix(3))
      if missing.isEmpty, extra.isEmpty {
        matched += 1
        XCTAssertNil(Self.exceptions[number], "\(number) matches, yet has an exception")
      } else if let exception = Self.exceptions[number] {
        explained += 1
        XCTAssertEqual(missing.count, exception.missing, "\(number): missing")
        XCTAssertEqual(extra.count, exception.extra, "\(number): extra")
      } else {
        XCTFail(
          "\(item.lastPathComponent): \(missing.count) missing, \(extra.count) extra\n"
            + missing.sorted().map { "  store: \($0)" }.joined(separator: "\n")
            + extra.sorted().map { "\n  ours:  \($0)" }.joined())
      }
    }
    print("matched \(matched) of \(total), \(explained) explained exceptions")
    XCTAssertGreaterThanOrEqual(total, 40)
  }

  /// The order of statements, too, is that of stores that were never migrated (facts 43, 47, 48).
  func testOrderOfStatements() throws {
    for number in ["006", "009", "011", "022", "028", "030", "031", "036", "039", "041"] {
      let item = try XCTUnwrap(Shared.pairs().first { $0.lastPathComponent.hasPrefix(number) })
      let schema = try self.schema(item)
      let history = number == "041" ? schema.historyStatements() : []
      XCTAssertEqual(
        (schema.statements() + history).map(Self.normalise), try Self.lines(item), number)
    }
  }

  private func statements(_ item: URL) throws -> (ours: Set<String>, theirs: Set<String>)? {
    guard try source(item) != nil else { return nil }
    let theirs = Set(try Self.lines(item))
    let schema = try self.schema(item)
    let hasHistory = theirs.contains { $0.hasPrefix("CREATE TABLE ACHANGE") }
    let history = hasHistory ? schema.historyStatements() : []
    return (Set((schema.statements() + history).map(Self.normalise)), theirs)
  }

  private func schema(_ item: URL) throws -> SQLSchema {
    let metadata = try XCTUnwrap(Shared.plist(item.appendingPathComponent("metadata.plist")))
    let version = try XCTUnwrap(metadata["NSPersistenceFrameworkVersion"] as? Int)
    let model = try ModelFile.read(XCTUnwrap(source(item)))
    return try SQLSchema(model: model, era: SQLEra(frameworkVersion: version))
  }

  private func source(_ item: URL) throws -> URL? {
    ["model.xcdatamodel.contents.xml", "modelcache.mom"].map { item.appendingPathComponent($0) }
      .first {
        FileManager.default.fileExists(atPath: $0.path)
          && FileManager.default.fileExists(atPath: item.appendingPathComponent("schema.sql").path)
      }
  }

  /// The store's statements, without the tables that SQLite itself makes for an R-tree and without
  /// what an application made under names of its own (fact 60).
  private static func lines(_ item: URL) throws -> [String] {
    let text = try String(contentsOf: item.appendingPathComponent("schema.sql"), encoding: .utf8)
    return text.split(separator: "\n").map { normalise(String($0)) }.filter { line in
      !line.isEmpty && !line.contains(" TRIGGER ZT_") && !line.contains(" INDEX RADAR_")
        && !(line.hasPrefix("CREATE TABLE \"Z_RT_"))
    }
  }

  private static func normalise(_ statement: String) -> String {
    statement.trimmingCharacters(in: CharacterSet(charactersIn: "; \t\r\n"))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
