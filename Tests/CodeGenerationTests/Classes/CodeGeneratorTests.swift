import CodeGeneration
import XCTest

/// Truth: the text Xcode writes (documented form), `@objc` lines set apart.
final class CodeGeneratorTests: XCTestCase {
  func testXcodeForm() throws {
    let files = CodeGenerator.generate(model: Samples.model, style: .nsManaged)
    XCTAssertEqual(
      files.keys.sorted(),
      ["Keeper", "Player", "Team"].flatMap {
        ["\($0)+CoreDataClass.swift", "\($0)+CoreDataProperties.swift"]
      })
    let keeper = try XCTUnwrap(files["Keeper+CoreDataClass.swift"])
    XCTAssertTrue(
      keeper.contains(
        "#if canImport(ObjectiveC)\n@objc(Keeper)\n#endif\npublic class Keeper: Player {}\n"))
    let player = try XCTUnwrap(files["Player+CoreDataProperties.swift"])
    for line in [
      "@nonobjc public class func fetchRequest() -> NSFetchRequest<Player> {",
      "@NSManaged public var name: String?", "@NSManaged public var goals: Int16",
      "@NSManaged public var fans: NSNumber?", "@NSManaged public var born: Date?",
      "@NSManaged public var tags: [String]?", "@NSManaged public var wage: NSDecimalNumber?",
      "@NSManaged public var team: Team?", "extension Player: Identifiable {}",
    ] { XCTAssertTrue(player.contains(line), line) }
    let team = try XCTUnwrap(files["Team+CoreDataProperties.swift"])
    for line in [
      "@objc(addPlayersObject:)", "@NSManaged public func addToPlayers(_ value: Player)",
      "@NSManaged public func removeFromPlayers(_ values: NSSet)",
      "@NSManaged public func insertIntoLineup(_ value: Player, at idx: Int)",
      "@objc(replaceLineupAtIndexes:withLineup:)",
      "@NSManaged public func addToLineup(_ values: NSOrderedSet)",
    ] { XCTAssertTrue(team.contains(line), line) }
  }

  func testWhatIsGeneratedIsFoundAgain() throws {
    let files = CodeGenerator.generate(model: Samples.model, style: .nsManaged)
    var target = TargetSources(module: "League")
    target.models = [Samples.model]
    for (name, text) in files { target.add(source: text, path: name) }
    var asked = 0
    let text = try TargetGenerator(target, outputName: "Out.swift").text { declarations, _ in
      asked = declarations.count
      return declarations.map { _ in AccessorSymbols(read: "r", write: "w") }
    }
    XCTAssertEqual(asked, 10 + 4 + 10)
    XCTAssertTrue(text.contains("static let p_lineup = ManagedProperty(\"lineup\")"))
  }

  func testWrapperForm() throws {
    let files = CodeGenerator.generate(model: Samples.model, style: .wrapper)
    XCTAssertEqual(files.keys.sorted(), ["Keeper.swift", "Player.swift", "Team.swift"])
    let player = try XCTUnwrap(files["Player.swift"])
    for line in [
      "public class Player: NSManagedObject {", "@Managed(\"name\") public var name: String?",
      "@Managed(\"goals\") public var goals: Int16?", "@Managed(\"fans\") public var fans: Int32?",
      "@Managed(\"wage\") public var wage: Decimal?", "@Managed(\"team\") public var team: Team?",
    ] { XCTAssertTrue(player.contains(line), line) }
    let team = try XCTUnwrap(files["Team.swift"])
    XCTAssertTrue(team.contains("@Managed(\"players\") public var players: Set<Player>"))
    XCTAssertTrue(team.contains("@Managed(\"lineup\") public var lineup: NSOrderedSet?"))
  }

  func testKeywordsAreEscaped() {
    let model = ModelShape(
      name: "M",
      entities: [
        EntityShape(
          name: "A", className: "A",
          attributes: [AttributeShape(name: "class", type: .string)])
      ])
    let text = CodeGenerator.generate(model: model, style: .wrapper)["A.swift"] ?? ""
    XCTAssertTrue(text.contains("@Managed(\"class\") public var `class`: String?"), text)
  }
}
