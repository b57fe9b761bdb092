import CoreData
import Extra
import ModelKit

// Uses every property of the model's classes, and says what is not as it should be.

nonisolated(unsafe) var failures = 0

func expect(_ holds: Bool, _ what: String, line: Int = #line) {
  if holds { return }
  failures += 1
  print("line \(line): \(what)")
}

func expectValues(of everything: Everything) {
  expect(everything.anyNumber == 5, "anyNumber")
  expect(everything.blob == Data([1, 2, 3]), "blob")
  expect(everything.date == Date(timeIntervalSinceReferenceDate: 1), "date")
  expect(everything.decimal == NSDecimalNumber(string: "1.25"), "decimal")
  expect(everything.double == 4, "double")
  expect(everything.exact == Decimal(string: "0.5"), "exact")
  expect(everything.flag, "flag")
  expect(everything.float == 0.5, "float")
  expect(everything.größe == 1.75, "größe")
  expect(everything.kind == .rare, "kind")
  expect(everything.large == -1, "large")
  expect(everything.link?.host == "example.org", "link")
  expect(everything.maybeFlag?.boolValue == true, "maybeFlag")
  expect(everything.moment == 60, "moment")
  expect(everything.required == "still here", "required")
  expect(everything.small == 12, "small")
  expect(everything.tags == ["a", "b"], "tags")
  expect(everything.text == "text", "text")
  expect(everything.uuid?.uuidString == "00112233-4455-6677-8899-AABBCCDDEEFF", "uuid")
}

func attributes(_ context: NSManagedObjectContext) throws {
  let everything = Everything(context: context)
  expect(everything.required == "here" && everything.kind == .plain, "default values")
  expect(everything.anyNumber == nil && everything.text == nil && everything.moment == 0, "absent")
  everything.anyNumber = 5
  everything.blob = Data([1, 2, 3])
  everything.date = Date(timeIntervalSinceReferenceDate: 1)
  everything.decimal = NSDecimalNumber(string: "1.25")
  everything.double = 2
  everything.double *= 2
  everything.exact = Decimal(string: "0.5")
  everything.flag.toggle()
  everything.float = 0.5
  everything.größe = 1.75
  everything.kind = .rare
  everything.large = -1
  everything.link = URL(string: "https://example.org/")
  everything.maybeFlag = true
  everything.moment = 60
  everything.required = "still here"
  everything.small += 12
  everything.tags = ["a"]
  everything.tags?.append("b")
  everything.text = "text"
  everything.uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")
  expect(everything.count() == "seen 1" && everything.counted == 1, "private properties")
  expectValues(of: everything)
  expect(everything.value(forKey: "kind") as? Int == 2, "key-value coding sees the raw value")
  expect(everything[keyPath: \.text] == "text", "key paths")
  try context.save()
  context.refresh(everything, mergeChanges: false)
  expect(everything.isFault, "a fault after refreshing")
  expectValues(of: everything)
}

func names(_ set: NSOrderedSet?) -> String {
  (set?.array as? [Player] ?? []).compactMap(\.name).joined()
}

func relationships(_ context: NSManagedObjectContext) throws {
  let team = Team(context: context)
  team.name = "Reds"
  let players = ["a", "b", "c", "d"].map { name in
    let player = Player(context: context)
    player.name = name
    return player
  }
  let keeper = Keeper(context: context)
  keeper.name = "k"
  keeper.nick = "Cat"
  keeper.saves += 3
  team.addToPlayers(players[0])
  team.addToPlayers(NSSet(array: [players[1], keeper]))
  team.removeFromPlayers(players[1])
  expect(team.players?.count == 2 && keeper.team === team && players[1].team == nil, "to-many")
  players[2].team = team
  expect(team.players?.contains(players[2]) == true, "the inverse of a to-one")
  for _ in 0..<100 { team.captain = keeper }
  expect(keeper.captainOf === team, "to-one and its inverse")
  team.addToLineup(NSOrderedSet(array: [players[0], players[1]]))
  team.insertIntoLineup(players[2], at: 0)
  team.insertIntoLineup([players[3]], at: NSIndexSet(index: 1))
  expect(names(team.lineup) == "cdab", "ordered, inserted: \(names(team.lineup))")
  team.replaceLineup(at: 0, with: keeper)
  team.removeFromLineup(at: 1)
  team.removeFromLineup(players[0])
  team.addToLineup(players[0])
  expect(names(team.lineup) == "kba", "ordered, changed: \(names(team.lineup))")
  team.replaceLineup(at: NSIndexSet(index: 2), with: [players[3]])
  team.removeFromLineup(NSOrderedSet(array: [players[1]]))
  team.removeFromLineup(at: NSIndexSet(index: 0))
  expect(names(team.lineup) == "d" && players[3].lineups == [team], "ordered, in sets")
  players[3].lineups = nil
  expect(team.lineup?.count == 0, "the inverse of a set")
  let coach = Coach(context: context)
  coach.age = 50
  coach.addToTrained(keeper)
  expect(keeper.coach === coach && coach.trained?.count == 1, "a class written by the build")
  let ground = Ground(context: context)
  ground.seats = 1000
  try context.save()
  let keepers = try context.fetch(NSFetchRequest<Keeper>(entityName: "Keeper"))
  expect(keepers.first === keeper && keeper.saves == 3 && keeper.nick == "Cat", "another module")
  expect(try context.fetch(Ground.fetchRequest()).first?.seats == 1000, "fetchRequest()")
}

func ownAccessors(_ context: NSManagedObjectContext) throws {
  let players = ["ada", "bob", "abe"].map { name in
    let player = Player(context: context)
    player.name = name
    return player
  }
  expect(players[0].value(forKey: "initial") as? String == "A", "a transient's own accessor")
  expect(players[0].value(forKey: "shout") as? String == "ADA!", "a property of the class alone")
  players[0].setValue(12, forKey: "rank")
  expect(players[0].primitiveValue(forKey: "rank") as? Int16 == 9, "set through the class")
  expect(players[0].value(forKey: "rank") as? Int16 == 109, "read through the class")
  expect(players[0].nickname == "ada" && players[0].value(forKey: "nickname") != nil, "elsewhere")
  expect(NSPredicate(format: "initial == 'A' AND rank > 100").evaluate(with: players[0]), "memory")
  let order = [
    NSSortDescriptor(key: "initial", ascending: false),
    NSSortDescriptor(key: "name", ascending: true),
  ]
  let sorted = NSArray(array: players).sortedArray(using: order)
  expect(sorted.compactMap { ($0 as? Player)?.name } == ["bob", "abe", "ada"], "sorted in memory")
  let team = Team(context: context)
  team.players = NSSet(array: players)
  let initials = team.value(forKeyPath: "players.@distinctUnionOfObjects.initial") as? [String]
  expect(initials?.sorted() == ["A", "B"], "a collection operator")
  try context.save()
  let request = NSFetchRequest<Player>(entityName: "Player")
  request.predicate = NSPredicate(format: "team == %@", team)
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  for (path, names) in [("initial", ["A", "B"]), ("shout", ["ABE!", "ADA!", "BOB!"])] {
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path,
      cacheName: nil)
    try controller.performFetch()
    expect(controller.sections?.map(\.name) == names, "sections of \(path)")
  }
  request.predicate = NSPredicate(format: "rank == 9")
  expect(try context.fetch(request) == [players[0]], "the store has what is stored")
  for player in players { context.delete(player) }
  context.delete(team)
  try context.save()
}

func run() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = CommandLine.arguments.dropFirst().first ?? "Sources/ModelKit/Zoo.xcdatamodeld"
  guard let model = NSManagedObjectModel(contentsOf: URL(fileURLWithPath: path)) else {
    return expect(false, "no model at \(path)")
  }
  for round in 0..<2 {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil,
      at: folder.appendingPathComponent("\(round).sqlite"), options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // Before this program has used a class itself, the model's name for it must be enough.
    let first = NSEntityDescription.insertNewObject(forEntityName: "Keeper", into: context)
    expect(first is Keeper, "the class is found by its name: \(type(of: first))")
    context.delete(first)
    try attributes(context)
    try relationships(context)
    try ownAccessors(context)
    let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    other.persistentStoreCoordinator = coordinator
    for player in try other.fetch(NSFetchRequest<Player>(entityName: "Player")) {
      player.captainOf = player.captainOf
      player.lineups = player.lineups
      player.team?.captain = player
    }
  }
}

let asked = question(about: "a", id: UUID())
expect(asked.subpredicates.count == 2, "\(asked)")
try run()
expect(Alive.players == 0, "\(Alive.players) players leaked")
print(failures == 0 ? "all is well" : "\(failures) failures")
exit(failures == 0 ? 0 : 1)
