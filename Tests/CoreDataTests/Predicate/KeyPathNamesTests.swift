import XCTest

@testable import CoreData

final class KeyPathPlayer: NSManagedObject {
  @Managed("name") var name: String
  @Managed("nick") var nick: String?
  @Managed("goals") var goals: Int32
  @Managed("minutes") var minutes: Int32?
  @Managed("born") var born: Date?
  @Managed("isCaptain") var isCaptain: Bool
  @Managed("team") var team: KeyPathTeam?
}

final class KeyPathTeam: NSManagedObject {
  @Managed("title") var title: String?
  @Managed("players") var players: Set<KeyPathPlayer>
}

final class KeyPathLedger: NSManagedObject {
  static nonisolated(unsafe) var insertions = 0
  @Managed("number") var number: Int32

  override func awakeFromInsert() {
    super.awakeFromInsert()
    Self.insertions += 1
  }
}

/// Swift key paths as names. Truth: documented (`NSSortDescriptor.init(keyPath:ascending:)`).
final class KeyPathNamesTests: XCTestCase {
  private func makeStack() throws -> Stack {
    let player = TestModel.entity(
      "KeyPathPlayer",
      [
        TestModel.attribute("name", .stringAttributeType),
        TestModel.attribute("nick", .stringAttributeType),
        TestModel.attribute("goals", .integer32AttributeType),
        TestModel.attribute("minutes", .integer32AttributeType),
        TestModel.attribute("born", .dateAttributeType),
        TestModel.attribute("isCaptain", .booleanAttributeType),
      ])
    let team = TestModel.entity(
      "KeyPathTeam", [TestModel.attribute("title", .stringAttributeType)])
    player.managedObjectClassName = "KeyPathPlayer"
    team.managedObjectClassName = "KeyPathTeam"
    let players = TestModel.relationship("players", player, toMany: true)
    let its = TestModel.relationship("team", team, toMany: false)
    TestModel.join(players, its)
    player.properties += [its]
    team.properties += [players]
    return try Stack(TestModel.model([player, team]))
  }

  /// A custom accessor that names its property by a Swift key path.
  func testAChangeIsAnnouncedByKeyPath() throws {
    let stack = try makeStack()
    let player = KeyPathPlayer(context: stack.context)
    try stack.context.save()
    var kinds: [NSKeyValueChange] = []
    let token = player.observe(\.nick) { _, change in kinds.append(change.kind) }
    player.willChangeValue(for: \.nick)
    player.setPrimitiveValue("N", forKey: "nick")
    player.didChangeValue(for: \.nick)
    XCTAssertEqual(kinds, [.setting])
    XCTAssertEqual(player.changedValues()["nick"] as? String, "N")
    withExtendedLifetime(token) {}
  }

  func testAttributesAndToOnesAreFound() throws {
    let stack = try makeStack()
    _ = KeyPathTeam(context: stack.context)
    XCTAssertEqual(NSSortDescriptor(keyPath: \KeyPathPlayer.name, ascending: true).key, "name")
    let nick = NSSortDescriptor(keyPath: \KeyPathPlayer.nick, ascending: true)
    XCTAssertEqual(nick.key, "nick")
    XCTAssertEqual(nick.keyPath, \KeyPathPlayer.nick)
    XCTAssertNil(NSSortDescriptor(key: "nick", ascending: true).keyPath)
    let reversed = nick.reversedSortDescriptor as? NSSortDescriptor
    XCTAssertEqual(reversed?.keyPath, \KeyPathPlayer.nick)
    XCTAssertEqual(NSSortDescriptor(keyPath: \KeyPathPlayer.goals, ascending: true).key, "goals")
    XCTAssertEqual(
      NSSortDescriptor(keyPath: \KeyPathPlayer.minutes, ascending: true).key, "minutes")
    XCTAssertEqual(NSSortDescriptor(keyPath: \KeyPathPlayer.born, ascending: true).key, "born")
    XCTAssertEqual(
      NSSortDescriptor(keyPath: \KeyPathPlayer.isCaptain, ascending: true).key, "isCaptain")
    XCTAssertEqual(NSExpression(forKeyPath: \KeyPathPlayer.team).keyPath, "team")
    XCTAssertEqual(NSExpression(forKeyPath: \KeyPathPlayer.team?.title).keyPath, "team.title")
  }

  /// Finding a name runs no code of the program: an object that looks for its number when it is
  /// inserted would look in a context without a store.
  func testNobodyIsToldOfTheSearch() throws {
    NSManagedObject._registerManagedClasses([KeyPathLedger.self], models: [])
    let ledger = TestModel.entity(
      "KeyPathLedger", [TestModel.attribute("number", .integer32AttributeType)])
    ledger.managedObjectClassName = "KeyPathLedger"
    let stack = try Stack(TestModel.model([ledger]))
    _ = KeyPathLedger(context: stack.context)
    XCTAssertEqual(KeyPathLedger.insertions, 1)
    for _ in 0..<2 {
      XCTAssertEqual(
        NSSortDescriptor(keyPath: \KeyPathLedger.number, ascending: true).key, "number")
    }
    XCTAssertEqual(KeyPathLedger.insertions, 1)
  }

  func testAFetchSortsByIt() throws {
    let stack = try makeStack()
    for name in ["b", "c", "a"] {
      let player = KeyPathPlayer(context: stack.context)
      player.name = name
    }
    try stack.context.save()
    let request = NSFetchRequest<KeyPathPlayer>(entityName: "KeyPathPlayer")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \KeyPathPlayer.name, ascending: false)]
    XCTAssertEqual(try stack.context.fetch(request).map(\.name), ["c", "b", "a"])
  }

  func testWhatHasNoNameIsNotGuessed() throws {
    _ = try makeStack()
    XCTAssertNil(KeyPathNames.text(\KeyPathTeam.players))
    XCTAssertNil(KeyPathNames.text(\String.count))
  }
}
