import CodeGeneration
import XCTest

/// Whatever the source, the scanner comes to an end and does not trap. Seeded, so that a failure
/// comes again.
final class ScannerFuzzTests: XCTestCase {
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let pieces = [
    "@NSManaged ", "var ", "func ", "class ", "extension ", "import ", "typealias ", "A", "b", ": ",
    "Int16", "?", "!", "<", ">", "(", ")", "[", "]", "{", "}", "\n", ",", ".", "->", "= ", "#if ",
    "#else\n", "#endif\n", "#elseif x\n", "\"", "\"\"\"", "\\(", "#\"", "/*", "*/", "//", "/", "`",
    "public ", "private(set) ", "static ", "é", "👋", "0", "@objc(a:) ", "&", "any ", "in ",
  ]

  func testPiecesInAnyOrder() {
    var random = Random(state: 20_010_101)
    for _ in 0..<3000 {
      let count = Int.random(in: 1...60, using: &random)
      let source = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      _ = DeclarationScanner.scan(source, path: "F.swift")
    }
  }

  func testThisPackagesSourcesWholeAndCutAnywhere() throws {
    var random = Random(state: 7)
    let folder = OutsidePackage.repository.appendingPathComponent("Sources/CodeGeneration")
    let walk = FileManager.default.enumerator(atPath: folder.path)
    var types: Set<String> = []
    while let name = walk?.nextObject() as? String {
      guard name.hasSuffix(".swift") else { continue }
      let source = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let file = DeclarationScanner.scan(source, path: name)
      types.formUnion(file.types.map(\.name))
      XCTAssertEqual(file.managed, [], name)
      let cut = Int.random(in: 0..<source.count, using: &random)
      _ = DeclarationScanner.scan(String(source.prefix(cut)), path: name)
    }
    XCTAssertTrue(types.isSuperset(of: ["SourceLexer", "DeclarationScanner.Scope", "TypeName"]))
  }
}
