import CoreData
import XCTest

/// The statements computed from a model against those of the store that Apple's framework made from
/// it (z-format sections 1 to 9). Truth: corpus.
final class SchemaCorpusTests: XCTestCase {
  func testStatementsOfEveryStoreWithItsModelSource() throws {
    var matched = 0
    var total = 0
    for item in try Shared.pairs() {
      let source = item.appendingPathComponent("model.xcdatamodel.contents.xml")
      guard let metadata = Shared.plist(item.appendingPathComponent("metadata.plist")),
        FileManager.default.fileExists(atPath: source.path)
      else { continue }
      let text = try String(contentsOf: item.appendingPathComponent("schema.sql"), encoding: .utf8)
      let version = try XCTUnwrap(metadata["NSPersistenceFrameworkVersion"] as? Int)
      let schema = try SQLSchema(
        model: try ModelFile.read(source), era: SQLEra(frameworkVersion: version))
      let ours = Set(schema.statements().map(Self.normalise))
      let theirs = Set(
        text.split(separator: "\n").map { Self.normalise(String($0)) }.filter { !$0.isEmpty })
      total += 1
      if ours == theirs { matched += 1; continue }
      print("--- \(item.lastPathComponent)")
      for line in theirs.subtracting(ours).sorted() { print("  store: \(line.prefix(400))") }
      for line in ours.subtracting(theirs).sorted() { print("  ours:  \(line.prefix(400))") }
    }
    print("matched \(matched) of \(total)")
  }

  private static func normalise(_ statement: String) -> String {
    statement.trimmingCharacters(in: CharacterSet(charactersIn: "; \t\r\n"))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
