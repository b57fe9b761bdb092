import CodeGeneration
import XCTest

/// Asks this machine's compiler. Truth: the symbols that objects compiled from the declarations
/// themselves leave undefined (observed with Swift 6.3.1).
final class SymbolProbeTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func compiler() throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let found = path.split(separator: ":").map { $0 + "/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return try XCTUnwrap(found, "no swiftc in PATH")
  }

  private func symbols(
    _ source: String, file: String = "Person.swift", module: String = "ModA",
    others: [(String, String)] = []
  ) throws -> [AccessorSymbols] {
    var types = TypeTable()
    let scanned = DeclarationScanner.scan(source, path: file)
    types.add(scanned, module: module)
    for (name, text) in others {
      types.add(DeclarationScanner.scan(text, path: "\(name).swift"), module: name)
    }
    return try SymbolProbe(compiler: compiler(), cache: folder.path)
      .symbols(of: scanned.managed, module: module, types: types)
  }

  func testSymbolsOfEveryKindOfType() throws {
    let found = try symbols(
      """
      open class Person: NSManagedObject {
        @NSManaged public var name: String?
        @NSManaged var part: Int64
        @NSManaged public var friends: Set<Person>?
        @NSManaged public var born: Foundation.Date?
        @NSManaged public var größe: Double
        @NSManaged func addToFriends(_ v: Person)
        @NSManaged var set: NSSet?
        @NSManaged var color: Color?
        @NSManaged var key: NSManagedObjectID?
        struct Color {}
      }
      """)
    XCTAssertEqual(
      found.map(\.read),
      [
        "$s4ModA6PersonC4nameSSSgvg", "$s4ModA6PersonC4parts5Int64Vvg",
        "$s4ModA6PersonC7friendsShyACGSgvg",
        "$s4ModA6PersonC4born20FoundationEssentials4DateVSgvg",
        "$s4ModA6PersonC009gre_GkaIiSdvg", "$s4ModA6PersonC12addToFriendsyyACF",
        "$s4ModA6PersonC3set10Foundation5NSSetCSgvg", "$s4ModA6PersonC5colorAC5ColorVSgvg",
        "$s4ModA6PersonC3key8CoreData17NSManagedObjectIDCSgvg",
      ])
    XCTAssertEqual(found[0].write, "$s4ModA6PersonC4nameSSSgvs")
    XCTAssertEqual(found[5].write, "")
  }

  func testSymbolsAcrossModules() throws {
    let found = try symbols(
      """
      import ModA
      extension Person { @NSManaged public var ext: Int32 }
      public class Worker: Person { @NSManaged public var boss: Person? }
      """, file: "B.swift", module: "ModB",
      others: [("ModA", "open class Person: NSManagedObject {}")])
    XCTAssertEqual(
      found.map(\.read),
      ["$s4ModA6PersonC0A1BE3exts5Int32Vvg", "$s4ModB6WorkerC4boss0A1A6PersonCSgvg"])
  }

  func testThePrivateSymbolHoldsTheFilesName() throws {
    let found = try symbols(
      "open class Person: NSManagedObject { @NSManaged private var secret: String? }")
    XCTAssertEqual(
      found.map(\.read),
      ["$s4ModA6PersonC6secret33_0631934E3AAD477ED71FE0EB0841B218LLSSSgvg"])
  }

  func testAnUnknownTypeIsNamedAtItsPlace() {
    XCTAssertThrowsError(
      try symbols("class Person: NSManagedObject {\n  @NSManaged var shape: Shape?\n}")
    ) { error in
      let text = "\(error)"
      XCTAssertTrue(text.hasPrefix("Person.swift:2:"), text)
      XCTAssertTrue(text.contains("Person.shape is @NSManaged: cannot find type 'Shape'"), text)
    }
  }

  func testTheAnswerIsRemembered() throws {
    let source = "class Person: NSManagedObject { @NSManaged var name: String? }"
    let first = try symbols(source)
    let answer = folder.appending(path: "probe/answer.sil")
    XCTAssertTrue(FileManager.default.fileExists(atPath: answer.path))
    try FileManager.default.removeItem(at: answer)
    XCTAssertEqual(try symbols(source), first)
    XCTAssertFalse(FileManager.default.fileExists(atPath: answer.path), "the compiler was asked")
    XCTAssertNotEqual(try symbols(source.replacing("name", with: "title")), first)
  }

  func testACompilerThatPassesValuesOtherwiseIsNoticed() {
    let text = """
      sil hidden @probe_read_0 : $@convention(method) (@guaranteed P) -> () {
        %2 = function_ref @$s1M1PC1aSSvg : $@convention(method) (@guaranteed P) -> @owned String
      }
      sil hidden @probe_write_0 : $@convention(method) (@guaranteed String, @guaranteed P) -> () {
        %2 = function_ref @$s1M1PC1aSSvs : $@convention(method) (@owned String, @guaranteed P) -> ()
      }
      sil [dynamically_replacable] @$s1M1PC1aSSvg : $@convention(method) (@guaranteed P) -> @owned String
      sil [dynamically_replacable] @$s1M1PC1aSSvs : $@convention(method) (SETTER String, @guaranteed P) -> ()
      sil [dynamically_replacable] @twin_read_0 : $@convention(method) (@guaranteed P) -> @owned String {
      }
      sil [dynamically_replacable] @twin_write_0 : $@convention(method) (@owned String, @guaranteed P) -> () {
      }
      """
    for (convention, agrees) in [("@owned", true), ("@guaranteed", false)] {
      let answer = ProbeAnswer(text.replacing("SETTER", with: convention))
      let symbols = AccessorSymbols(read: "$s1M1PC1aSSvg", write: "$s1M1PC1aSSvs")
      XCTAssertEqual(answer.symbols(0, isFunction: false), symbols)
      XCTAssertEqual(answer.agrees(symbols, 0), agrees, convention)
    }
  }
}
