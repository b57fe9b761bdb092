import CodeGeneration
import XCTest

final class TargetGeneratorTests: XCTestCase {
  private func generate(
    _ sources: [String], models: [ModelShape], others: [(String, String)] = []
  ) throws -> String {
    var target = TargetSources(module: "M")
    target.models = models
    for (index, source) in sources.enumerated() {
      target.add(source: source, path: "F\(index).swift")
    }
    for (name, source) in others {
      target.types.add(DeclarationScanner.scan(source, path: "\(name).swift"), module: name)
    }
    return try TargetGenerator(target, outputName: "Out.swift").text { declarations, _ in
      declarations.map { AccessorSymbols(read: "\($0.name)_get", write: "\($0.name)_set") }
    }
  }

  private func document(_ text: String) throws -> ModelShape {
    try ModelDocument.read(Data(text.utf8), name: "M", path: "M.xcdatamodel/contents")
  }

  func testAccessorsHaveTheAccessOfWhatTheyStandFor() throws {
    let text = try generate(
      [
        """
        open class Player: NSManagedObject {
          @NSManaged open internal(set) var name: String?
          @NSManaged private var goals: Int16
        }
        class Team: NSManagedObject { @NSManaged public func addToPlayers(_ value: Player) }
        """
      ], models: [Samples.model])
    for part in [
      "@_silgen_name(\"name_get\")\n  public dynamic func _managed0Get() -> String? {\n    "
        + "_managed(_ManagedNames.p_name)",
      "@_silgen_name(\"name_set\")\n  internal dynamic func _managed0Set(_ value: __owned String?)",
      "public dynamic func _managed1Get() -> Int16",
      "@_silgen_name(\"addToPlayers_get\")\n  internal dynamic func _managed2Call(_ value: Player)",
      "_managedAdd(_ManagedNames.p_players, value)",
      "[\n      Player.self,\n      Team.self,\n    ],",
      "models: [\n      [\"Keeper\", \"Plain\", \"Player\", \"Team\"],\n    ])",
    ] { XCTAssertTrue(text.contains(part), "\(part)\n---\n\(text)") }
  }

  func testConditionsAreRepeated() throws {
    let text = try generate(
      ["class Player: NSManagedObject {\n#if DEBUG\n@NSManaged var name: String?\n#endif\n}"],
      models: [Samples.model])
    XCTAssertTrue(text.contains("#if DEBUG\n\nnonisolated extension Player {"), text)
  }

  func testClassesAreWrittenWhereTheModelSaysSo() throws {
    let model = try document(Samples.document)
    let text = try generate(["class Worker: Person {}"], models: [model])
    for part in [
      "public class Person: NSManagedObject {}", "extension Worker {",
      "public var age: Int16 {\n    get { _managed(_ManagedNames.p_age) }\n    "
        + "set { _setManaged(_ManagedNames.p_age, newValue) }",
      "public var tags: [String]? {\n    get { _managedTransformable(_ManagedNames.p_tags) }",
      "public var namesakes: [Person] {\n    get { _managedFetched(",
      "public func insertIntoFriends(_ value: Person, at idx: Int) {",
    ] { XCTAssertTrue(text.contains(part), "\(part)\n---\n\(text)") }
    XCTAssertFalse(text.contains("class Worker"))
  }

  func testAClassWrittenByHandOrElsewhereIsNotWrittenAgain() throws {
    let model = try document(Samples.document)
    let own = try generate(
      ["class Worker: Person {}\npublic class Person: NSManagedObject {}"], models: [model])
    XCTAssertFalse(own.contains("public class Person"))
    let text = try generate(
      [], models: [model],
      others: [("N", "public class Worker: Person {}\npublic class Person: NSManagedObject {}")])
    XCTAssertFalse(text.contains("extension"), text)
  }

  func testPropertiesWrittenByHandAreNotWrittenAgain() throws {
    var model = try document(Samples.document)
    model.entities[1].attributes = [AttributeShape(name: "pay", type: .double)]
    let text = try generate(
      ["class Worker: Person { @NSManaged var pay: Double }"], models: [model])
    XCTAssertFalse(text.contains("var pay"), text)
    XCTAssertTrue(text.contains("@_silgen_name(\"pay_get\")"), text)
  }

  func testAModelThatAnotherTargetWritesIsOnlyReferredTo() throws {
    var model = try document(Samples.document)
    model.owner = "N"
    let text = try generate(
      ["import N\nclass Friend: NSManagedObject {}"], models: [model],
      others: [("N", "public class Worker: Person {}")])
    XCTAssertFalse(text.contains("class Person"), text)
    XCTAssertTrue(text.contains("[\n      Friend.self,\n    ],"), text)
  }

  /// What key-value coding goes through: what `@objc` takes and, for a property of the model, what
  /// `@NSManaged` could be there.
  func testAccessorsOfTheClassAreListed() throws {
    let text = try generate(
      [
        """
        enum Level: Int16 { case low, high }
        class Team: NSManagedObject {}
        class Player: NSManagedObject {
          var name: String { get { "" } set {} }
          var goals: Level { .low }
          var fans: Int32? { 1 }
          var team: Team? { nil }
          var shout: String { "" }
          var level: Level { .low }
          var maybe: Int? { nil }
          private var secret: String { "" }
          override var description: String { "" }
          #if DEBUG
            var debugged: Set<Team> { [] }
          #endif
        }
        class Other { var name: String { "" } }
        private class Unseen: NSManagedObject { var name: String { "" } }
        """
      ], models: [Samples.model])
    let lines = text.split(separator: "\n").filter { $0.contains("list.append") }
    XCTAssertEqual(
      lines.map { $0.drop { $0 == " " } },
      ["name", "team", "shout", "debugged"].map {
        "list.append(_ManagedAccessor(\"\($0)\", \\Player.\($0)))"
      }, text)
    XCTAssertTrue(text.contains("#if DEBUG\n  list.append"), text)
    XCTAssertTrue(text.contains("NSManagedObject._registerAccessors(_managedAccessors)\n}"), text)
  }

  func testImportsSayTheirAccessWhereTheOthersDo() throws {
    let text = try generate(
      ["package import CoreData\nclass Player: NSManagedObject { @NSManaged var name: String? }"],
      models: [Samples.model])
    XCTAssertTrue(text.contains("#else\npublic import CoreData\n"), text)
    let extended = try generate(
      [
        """
        import CoreData
        internal import N
        extension Player { @NSManaged var name: String? }
        extension Team { @NSManaged public var players: Set<Player> }
        """
      ], models: [Samples.model],
      others: [("N", "open class Player: NSManagedObject {}\nopen class Team: NSManagedObject {}")])
    XCTAssertTrue(extended.contains("#else\nimport CoreData\n"), extended)
    XCTAssertTrue(extended.contains("public import N\n#else\npublic import N\n"), extended)
  }

  /// Foundation on Linux has classes of the same names, which a file with both imports could not tell
  /// from CoreData's.
  func testNamesThatFoundationHasTooAreSettled() throws {
    let inner = try generate(
      ["import CoreData\nimport Foundation\nlet p = NSPredicate(value: true)"], models: [])
    for name in [
      "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression", "NSPredicate",
      "NSSortDescriptor",
    ] {
      XCTAssertTrue(inner.contains("\ninternal typealias \(name) = CoreData.\(name)\n"), inner)
    }
    let outer = try generate(
      [
        "import CoreData\npublic func f() -> NSPredicate? { nil }",
        "import CoreData\npackage func g(_ order: NSSortDescriptor) {}",
      ], models: [])
    XCTAssertTrue(outer.contains("public typealias NSPredicate ="), outer)
    XCTAssertTrue(outer.contains("package typealias NSSortDescriptor ="), outer)
    XCTAssertTrue(outer.contains("internal typealias NSExpression ="), outer)
    let own = try generate(
      ["import CoreData\ntypealias NSPredicate = CoreData.NSPredicate"], models: [])
    XCTAssertFalse(own.contains("typealias NSPredicate"), own)
    XCTAssertTrue(own.contains("typealias NSExpression"), own)
    let without = try generate(["import Foundation\nstruct A {}"], models: [])
    XCTAssertFalse(without.contains("typealias"), without)
  }

  /// Where a model cannot be read, that is all there is to say.
  func testAnUnreadableModelIsTheOnlyMessage() throws {
    var target = TargetSources(module: "M")
    target.messages = ["M.xcdatamodel/contents:1:1: error: it is no model"]
    target.add(
      source: "class Player: NSManagedObject { @NSManaged var name: String? }", path: "F.swift")
    XCTAssertThrowsError(
      try TargetGenerator(target, outputName: "Out.swift").text { _, _ in [] }
    ) { XCTAssertEqual(($0 as? TargetProblems)?.messages, target.messages) }
  }

  func testACategoryWithoutClassIsRefused() throws {
    let model = try document(Samples.document)
    XCTAssertThrowsError(try generate([], models: [model])) { error in
      let messages = (error as? TargetProblems)?.messages ?? []
      XCTAssertEqual(messages.count, 1)
      XCTAssertTrue(
        messages[0].contains("entity 'Worker' is set to Category/Extension"), messages[0])
    }
  }

  /// A model that contradicts itself is an error of the build, at the model's file, with every fault.
  func testAContradictoryModelIsRefused() throws {
    let model = try document(
      """
      <model>
        <entity name="Team"><attribute name="name" attributeType="String"/>
          <relationship name="players" destinationEntity="Player" inverseName="club"/>
          <relationship name="coach" destinationEntity="Coach"/>
          <relationship name="fans" destinationEntity="Fan" inverseName="team"/>
        </entity>
        <entity name="Player" parentEntity="Person"/>
        <entity name="Fan" parentEntity="Team"><attribute name="name" attributeType="String"/>
          <relationship name="team" destinationEntity="Team"/>
        </entity>
        <entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/><entity name="A"/>
      </model>
      """)
    XCTAssertThrowsError(try generate([], models: [model])) { error in
      let messages = (error as? TargetProblems)?.messages ?? []
      let expected = [
        "the inverse 'club' of 'Team.players' is not a relationship of the destination",
        "the relationship 'Team.coach' leads to 'Coach', which the model does not have",
        "'Team.fans' names 'Fan.team' as its inverse, but not the other way round",
        "the entity 'Player' inherits from 'Person', which the model does not have",
        "'Fan.name' has the name of an inherited property",
        "the entity 'A' inherits from itself", "the entity 'B' inherits from itself",
        "there are two entities 'A'",
      ]
      XCTAssertEqual(messages, expected.map { "M.xcdatamodel/contents:1:1: error: \($0)" })
    }
    var others = model
    others.owner = "N"
    XCTAssertNoThrow(try generate([], models: [others]), "that is said where it is built")
  }

  func testEveryProblemIsSaidAtOnce() throws {
    XCTAssertThrowsError(
      try generate(
        ["class Player: NSManagedObject {\n@NSManaged var a: Int\n@NSManaged var b: Int\n}"],
        models: [Samples.model])
    ) { error in
      XCTAssertEqual((error as? TargetProblems)?.messages.count, 2)
    }
  }

  func testCommandLine() throws {
    let arguments = try ToolArguments([
      "--module", "M", "--folder", "/t", "--output", "/o.swift", "--cache", "/c", "a.swift",
      "--dependency", "N", "/n", "b.swift",
    ])
    XCTAssertEqual(arguments.sources, ["a.swift", "b.swift"])
    XCTAssertEqual(arguments.dependencies, [.init(name: "N", folder: "/n")])
    XCTAssertThrowsError(try ToolArguments(["--module"]))
    XCTAssertThrowsError(try ToolArguments(["--modul", "M"]))
    XCTAssertThrowsError(try ToolArguments(["a.swift"]))
    XCTAssertEqual(CodegenTool.run(["--what", "x"]).count, 1)
  }
}
