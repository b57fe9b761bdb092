import CoreData
import XCTest

/// The statements computed from a model against those of the store that Apple's framework made from
/// it (z-format sections 1 to 9). Truth: corpus.
final class SchemaCorpusTests: XCTestCase {
  /// The stores whose statements are not all those of their model, and why. Every single statement is
  /// explained by one of the rules in ``SchemaDifference``.
  private static let exceptions: [String: Set<SchemaDifference.Reason>] = [
    "014": [.selfPair], "015": [.selfPair], "016": [.selfPair], "017": [.selfPair],
    "018": [.selfPair, .migratedInPlace], "019": [.migratedInPlace],
    "020": [.migratedInPlace],
    "027": [.applicationIndexes, .orderColumns, .joinNumbers],
    "034": [.migratedInPlace, .applicationIndexes, .joinNumbers],
    "038": [.selfPair], "043": [.applicationIndexes, .orderColumns],
  ]

  /// The stores that Apple's framework migrated in place (facts 74 to 77).
  private static let migrated: Set = ["018", "019", "020", "034"]

  func testStatementsOfEveryStoreWithAKnownModel() throws {
    var (matched, explained, total, statementCount, explainedStatements) = (0, 0, 0, 0, 0)
    for item in try Shared.pairs() {
      guard let (ours, theirs) = try statements(item) else { continue }
      total += 1
      statementCount += theirs.count
      let number = String(item.lastPathComponent.prefix(3))
      let difference = SchemaDifference(
        ours: ours, theirs: theirs, isMigrated: Self.migrated.contains(number))
      XCTAssertEqual(difference.unexplained, [], item.lastPathComponent)
      XCTAssertEqual(difference.reasons, Self.exceptions[number] ?? [], item.lastPathComponent)
      explainedStatements += theirs.subtracting(ours).count
      if ours == theirs { matched += 1 } else { explained += 1 }
    }
    print(
      "matched \(matched) of \(total), \(explained) explained exceptions: "
        + "\(statementCount - explainedStatements) of \(statementCount) statements are the same, "
        + "a rule explains each of the others")
    XCTAssertGreaterThanOrEqual(total, 40)
    XCTAssertGreaterThanOrEqual(matched, 29)
  }

  /// The order of statements, too, is that of stores that were never migrated (facts 43, 47, 48).
  func testOrderOfStatements() throws {
    for number in ["006", "009", "011", "022", "028", "030", "031", "036", "039", "041"] {
      let pairs = try Shared.pairs()
      let item = try XCTUnwrap(pairs.first { $0.lastPathComponent.hasPrefix(number) })
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
