import CodeGeneration
import XCTest

final class AccessorMatcherTests: XCTestCase {
  private let classes = """
    public class Player: NSManagedObject {}
    public class Keeper: Player {}
    public class Team: NSManagedObject {}
    class Other: NSManagedObject {}
    class Stranger {}
    enum Level: Int16 { case low, high }
    typealias Count = Int16

    """

  /// The accessor of the one declaration in `source`, or the message.
  private func match(_ source: String, models: [ModelShape] = [Samples.model]) -> Result<
    Accessor, ToolMessage
  > {
    let file = DeclarationScanner.scan(classes + source, path: "F.swift")
    var types = TypeTable()
    types.add(file, module: "M")
    let matcher = AccessorMatcher(module: "M", types: types, models: models)
    return Result { () throws(ToolMessage) in
      guard let only = file.managed.first else {
        throw ToolMessage(file: "F.swift", text: "no declaration")
      }
      return try matcher.match(only)
    }
  }

  private func body(_ declaration: String, of owner: String = "Player") -> Accessor.Body? {
    try? match("extension \(owner) { @NSManaged \(declaration) }").get().body
  }

  private func message(_ declaration: String, of owner: String = "Player") -> String {
    switch match("extension \(owner) { @NSManaged \(declaration) }") {
    case .success(let accessor): "matched \(accessor.property)"
    case .failure(let message): message.description
    }
  }

  func testDeclaredTypesThatFit() {
    let cases: [(String, Accessor.Body)] = [
      ("var name: String?", .value), ("var name: String", .value), ("var name: NSString?", .value),
      ("var goals: Int16", .value), ("var goals: Int", .value), ("var goals: NSNumber?", .value),
      ("var goals: Count", .value), ("var goals: Level", .rawValue), ("var born: Date?", .value),
      ("var born: TimeInterval", .value), ("var tags: [String]?", .transformable),
      ("var wage: Decimal?", .value), ("var team: Team?", .value),
      ("var team: NSManagedObject?", .value), ("var primitiveName: String?", .primitive),
    ]
    for (declaration, expected) in cases {
      XCTAssertEqual(body(declaration), expected, declaration)
    }
    XCTAssertEqual(body("var players: Set<Player>?", of: "Team"), .value)
    XCTAssertEqual(body("var players: NSSet", of: "Team"), .value)
    XCTAssertEqual(body("var lineup: NSOrderedSet?", of: "Team"), .value)
    XCTAssertEqual(body("var name: String?", of: "Keeper"), .value, "inherited")
  }

  func testDeclaredTypesThatDoNotFit() {
    let cases: [(String, String, String)] = [
      ("Player", "var name: Int16", "the attribute is of type String, for which write String?"),
      ("Player", "var fans: Int16", "Integer 32, for which write Int32, Int64, Int, NSNumber?"),
      ("Player", "var goals: Int16?", "an optional Int16 cannot be @NSManaged, on a Mac either"),
      ("Player", "var team: Player?", "'team' is a to-one relationship; write Team?"),
      ("Player", "var team: Other?", "'team' is a to-one relationship; write Team?"),
      ("Team", "var players: Set<Team>", "write NSSet? or Set<Player>"),
      ("Team", "var players: [Player]", "write NSSet? or Set<Player>"),
      ("Team", "var lineup: NSSet?", "'lineup' is an ordered relationship; write NSOrderedSet?"),
      ("Player", "var nick: String?", "has no property 'nick'; it has born, fans, goals, name"),
      ("Other", "var x: String?", "no entity of the model League has the class 'Other'"),
      ("Stranger", "var x: String?", "'Stranger' is not a subclass of NSManagedObject"),
      ("Team", "func addToGames(_ value: Player)", "has no such function; it has"),
      ("Team", "func addToPlayers(_ value: Team)", "does not fit relationship 'players'"),
      ("Team", "func insertIntoPlayers(_ v: Player, at i: Int)", "has no such function"),
    ]
    for (owner, declaration, part) in cases {
      let text = message(declaration, of: owner)
      XCTAssertTrue(text.contains(part), text)
      XCTAssertTrue(text.hasPrefix("F.swift:8:"), text)
      XCTAssertTrue(text.contains("error: \(owner)."), text)
    }
  }

  func testFunctionsOfToManyRelationships() {
    let cases = [
      ("func addToPlayers(_ value: Player)", "_managedAdd(PROPERTY, value)"),
      ("func removeFromPlayers(_ values: NSSet)", "_managedRemove(PROPERTY, values)"),
      ("func addToPlayers(_ values: Set<Player>)", "_managedAdd(PROPERTY, values)"),
      ("func insertIntoLineup(_ v: Player, at i: Int)", "_managedInsert(PROPERTY, v, at: i)"),
      ("func removeFromLineup(at i: NSIndexSet)", "_managedRemove(PROPERTY, at: i)"),
      (
        "func replaceLineup(at i: NSIndexSet, with v: [Player])",
        "_managedReplace(PROPERTY, at: i, with: v)"
      ),
    ]
    for (declaration, call) in cases {
      XCTAssertEqual(body(declaration, of: "Team"), .call(call), declaration)
    }
  }

  func testAClassAboveTheEntitysTakesItsPropertiesFromThere() {
    let source = "class Base: NSManagedObject { @NSManaged var saves: Int64 }\n"
    let model = ModelShape(
      name: "M",
      entities: [
        EntityShape(
          name: "Low", className: "Low",
          attributes: [AttributeShape(name: "saves", type: .integer64)])
      ])
    XCTAssertEqual(
      try match(source + "class Low: Base {}", models: [model]).get().property, "saves")
  }

  func testWithoutModelTheMessageSaysWhereToPutOne() {
    guard
      case .failure(let message) = match("extension Player { @NSManaged var x: Int }", models: [])
    else { return XCTFail("matched") }
    XCTAssertTrue(message.text.contains("this target has no model"), message.text)
    XCTAssertTrue(message.text.contains("coredata-models.txt"), message.text)
  }
}
