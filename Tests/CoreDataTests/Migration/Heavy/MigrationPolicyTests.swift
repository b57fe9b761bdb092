import XCTest

@testable import CoreData

/// The hooks of migration policies: their order, their arguments, what they can do (documented:
/// NSEntityMigrationPolicy; Core Data Model Versioning and Data Migration Programming Guide).
final class MigrationPolicyTests: MigrationTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    NSMigrationManager.registerPolicyClass(RecordingPolicy.self, forName: "RecordingPolicy")
    RecordingPolicy.log = []
    RecordingPolicy.failing = nil
    try MigrationKit.makeLeague(at: url("a.sqlite"), teams: 2, players: 3)
  }

  private func mappings(_ policy: String) -> NSMappingModel {
    let model = MigrationKit.league()
    for mapping in model.entityMappings { mapping.entityMigrationPolicyClassName = policy }
    return model
  }

  private func migrate(
    _ mapping: NSMappingModel, _ prepare: (NSMigrationManager) -> Void = { _ in }
  )
    throws
  {
    let manager = NSMigrationManager(
      sourceModel: TestModel.league(), destinationModel: TestModel.league())
    prepare(manager)
    try manager.migrateStore(
      from: url("a.sqlite"), type: .sqlite, mapping: mapping, to: url("b.sqlite"), type: .sqlite)
  }

  func testOrderAndArguments() throws {
    try migrate(mappings("Some.RecordingPolicy"))
    XCTAssertEqual(
      RecordingPolicy.log,
      [
        "begin TeamToTeam", "create TeamToTeam Team", "create TeamToTeam Team",
        "endCreation TeamToTeam", "begin PlayerToPlayer", "create PlayerToPlayer Player",
        "create PlayerToPlayer Player", "create PlayerToPlayer Player",
        "endCreation PlayerToPlayer", "relate TeamToTeam Team", "relate TeamToTeam Team",
        "endRelations TeamToTeam", "relate PlayerToPlayer Player",
        "relate PlayerToPlayer Player", "relate PlayerToPlayer Player",
        "endRelations PlayerToPlayer", "validate TeamToTeam", "end TeamToTeam",
        "validate PlayerToPlayer", "end PlayerToPlayer",
      ])
    XCTAssertEqual(try MigrationKit.lines(url("b.sqlite")), try MigrationKit.lines(url("a.sqlite")))
  }

  /// A mapping that adds an entity has no source objects, one that removes an entity no destination
  /// objects; their other hooks are called all the same.
  func testAddAndRemove() throws {
    let add = MigrationKit.mapping(nil, to: "Team", policy: "RecordingPolicy")
    let remove = MigrationKit.mapping("Player", to: nil, policy: "RecordingPolicy")
    try migrate(MigrationKit.model([add, remove]))
    XCTAssertEqual(RecordingPolicy.log.filter { $0.hasPrefix("create ToTeam") }, [])
    XCTAssertEqual(
      RecordingPolicy.log.filter { $0.hasPrefix("create PlayerTo") }.count, 3,
      "a policy of the program's own sees the objects that go")
    XCTAssertEqual(RecordingPolicy.log.filter { $0.hasPrefix("end ") }.count, 2)
    XCTAssertEqual(try MigrationKit.lines(url("b.sqlite")), [])
  }

  /// What a hook throws comes out as 134170, with the error beneath and the hook named.
  func testEveryHookCanFail() throws {
    for hook in [
      "begin", "create", "endCreation", "relate", "endRelations", "validate", "end",
    ] {
      RecordingPolicy.failing = hook
      XCTAssertThrowsError(try migrate(mappings("Some.RecordingPolicy")), hook) { error in
        let error = error as NSError
        XCTAssertEqual(error.code, NSEntityMigrationPolicyError, hook)
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        XCTAssertEqual(cause?.domain, "Policy", hook)
        XCTAssertTrue("\(error.userInfo["reason"] ?? "")".contains("TeamToTeam"))
      }
      XCTAssertFalse(FileManager.default.fileExists(atPath: url("b.sqlite").path), hook)
    }
  }

  func testClassThatIsNotThere() throws {
    XCTAssertThrowsError(try migrate(mappings("Some.NoSuchPolicy"))) { error in
      let error = error as NSError
      XCTAssertEqual(error.code, NSEntityMigrationPolicyError)
      XCTAssertTrue("\(error.userInfo["reason"] ?? "")".contains("Some.NoSuchPolicy"))
      XCTAssertTrue(error.localizedRecoverySuggestion?.contains("registerPolicyClass") == true)
    }
  }

  /// A class is found by its name with module, without being registered.
  func testClassByName() throws {
    try migrate(mappings("CoreDataTests.SplittingPolicy"))
    let context = try MigrationKit.open(TestModel.league(), url("b.sqlite"))
    XCTAssertEqual(
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Team")), 4)
    XCTAssertEqual(
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Player")), 6)
  }

  /// Several objects made of one are all found again.
  func testAssociations() throws {
    AskingPolicy.answers = []
    NSMigrationManager.registerPolicyClass(AskingPolicy.self, forName: "AskingPolicy")
    let model = MigrationKit.league()
    model.entityMappings[0].entityMigrationPolicyClassName = "CoreDataTests.SplittingPolicy"
    model.entityMappings[1].entityMigrationPolicyClassName = "AskingPolicy"
    try migrate(model) { $0.batchSize = 2 }
    XCTAssertEqual(
      AskingPolicy.answers,
      ["4 teams of all", "2 teams of one", "1 source", "2 sources of all", "no team"])
  }

  /// Documented: `FUNCTION` and the variables; policies answer to methods by name here.
  func testExpressions() throws {
    NSMigrationManager.registerPolicyClass(NamingPolicy.self, forName: "NamingPolicy")
    let team = MigrationKit.mapping(
      "Team", to: "Team",
      attributes: [
        "name": #"FUNCTION($entityPolicy, "shout:", $source.name)"#,
        "uniformColor": "$entityMapping.userInfo.color",
      ], policy: "NamingPolicy")
    team.userInfo = ["color": "red"]
    let player = MigrationKit.mapping(
      "Player", to: "Player",
      attributes: [
        "firstName": "$propertyMapping.name", "lastName": "$manager.userInfo.family",
        "email": "$source.team.name", "number": "$source.number + 100",
      ])
    player.sourceExpression = NSFetchRequestExpression.expression(
      forFetch: NSExpression(
        format: #"FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", "#
          + #""Player", "number > 0")"#),
      context: NSExpression(format: "$manager.sourceContext"), countOnly: false)
    try migrate(MigrationKit.model([team, player])) { $0.userInfo = ["family": "Smith"] }
    let context = try MigrationKit.open(TestModel.league(), url("b.sqlite"))
    let teams = NSFetchRequest<NSManagedObject>(entityName: "Team")
    teams.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    XCTAssertEqual(
      try context.fetch(teams).map { "\($0["name"] ?? "")/\($0["uniformColor"] ?? "")" },
      ["TEAM 0!/red", "TEAM 1!/red"])
    let players = NSFetchRequest<NSManagedObject>(entityName: "Player")
    players.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    XCTAssertEqual(
      try context.fetch(players).map { player in
        ["firstName", "lastName", "email", "number"].map { "\(player[$0] ?? "nil")" }
          .joined(separator: "/")
      }, ["firstName/Smith/Team 1/101", "firstName/Smith/Team 0/102"])
  }

  /// A source expression need not be a fetch.
  func testSourceExpressionOfAnotherKind() throws {
    let model = MigrationKit.league()
    let block = NSExpression(
      block: { _, _, context in
        guard let manager = context?["manager"] as? NSMigrationManager,
          let found = try? manager.sourceContext.fetch(
            NSFetchRequest<NSManagedObject>(entityName: "Player"))
        else { return [Any]() }
        return found.filter { ($0["number"] as? Int ?? 0) != 1 }
      }, arguments: nil)
    model.entityMappings[1].sourceExpression = block
    try migrate(model)
    XCTAssertEqual(try MigrationKit.lines(url("b.sqlite")).count, 2)
    model.entityMappings[1].sourceExpression = NSExpression(forConstantValue: "nonsense")
    try FileManager.default.removeItem(at: url("b.sqlite"))
    XCTAssertThrowsError(try migrate(model)) { error in
      XCTAssertEqual((error as NSError).code, NSMigrationError)
    }
  }

  func testCurrentEntityMapping() throws {
    try migrate(mappings("Some.RecordingPolicy"))
    XCTAssertEqual(RecordingPolicy.wrongCurrent, [])
  }
}

/// Writes down what it is called with.
class RecordingPolicy: NSEntityMigrationPolicy {
  nonisolated(unsafe) static var log: [String] = []
  nonisolated(unsafe) static var failing: String?
  nonisolated(unsafe) static var wrongCurrent: [String] = []

  private func note(
    _ hook: String, _ mapping: NSEntityMapping, _ manager: NSMigrationManager,
    _ object: NSManagedObject? = nil
  ) throws {
    let entity = object.map { " \($0.entity.name ?? "")" } ?? ""
    Self.log.append("\(hook) \(mapping.name ?? "")\(entity)")
    if manager.currentEntityMapping !== mapping { Self.wrongCurrent.append(hook) }
    if manager.mappingModel.entityMappingsByName[mapping.name] !== mapping {
      Self.wrongCurrent.append(hook)
    }
    if Self.failing == hook { throw NSError(domain: "Policy", code: 1) }
  }

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    try note("begin", mapping, manager)
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try note("create", mapping, manager, sInstance)
    XCTAssertTrue(sInstance.managedObjectContext === manager.sourceContext)
    XCTAssertTrue(sInstance.entity === manager.sourceEntity(for: mapping))
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
  }

  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { try note("endCreation", mapping, manager) }

  override func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    try note("relate", mapping, manager, dInstance)
    XCTAssertTrue(dInstance.managedObjectContext === manager.destinationContext)
    XCTAssertTrue(dInstance.entity === manager.destinationEntity(for: mapping))
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
  }

  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { try note("endRelations", mapping, manager) }

  override func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws { try note("validate", mapping, manager) }

  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    try note("end", mapping, manager)
  }
}

/// Makes two objects of each.
class SplittingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let second = NSEntityDescription.insertNewObject(
      forEntityName: mapping.destinationEntityName ?? "", into: manager.destinationContext)
    manager.associate(sourceInstance: sInstance, withDestinationInstance: second, for: mapping)
  }
}

/// Asks the manager for what was made of what.
class AskingPolicy: NSEntityMigrationPolicy {
  nonisolated(unsafe) static var answers: [String] = []

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    let all = manager.destinationInstances(
      forEntityMappingName: "TeamToTeam", sourceInstances: nil)
    Self.answers.append("\(all.count) teams of all")
    let sources = manager.sourceInstances(
      forEntityMappingName: "TeamToTeam", destinationInstances: nil)
    let one = manager.destinationInstances(
      forEntityMappingName: "TeamToTeam", sourceInstances: Array(sources.prefix(1)))
    Self.answers.append("\(one.count) teams of one")
    let back = manager.sourceInstances(
      forEntityMappingName: "TeamToTeam", destinationInstances: Array(one.suffix(1)))
    Self.answers.append(back == Array(sources.prefix(1)) ? "1 source" : "wrong source")
    Self.answers.append("\(sources.count) sources of all")
    let none = manager.destinationInstances(
      forEntityMappingName: "PlayerToPlayer", sourceInstances: sources)
    Self.answers.append(none.isEmpty ? "no team" : "wrong team")
  }
}

/// Answers to a method by name.
class NamingPolicy: NSEntityMigrationPolicy {
  override func value(ofMethod name: String, arguments: [Any?]) throws -> Any? {
    guard name == "shout:" else { return try super.value(ofMethod: name, arguments: arguments) }
    return "\(arguments[0] ?? "")".uppercased() + "!"
  }
}
