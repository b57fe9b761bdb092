import CoreData
import LeagueData

/// The writing workloads, and undo.
extension EngineRun {
  func insertAll() throws -> Figure {
    let teams = try files.teams()
    let players = try files.players()
    let stack = try openStack()
    var figure = try insert(teams, players, stack, .w1)
    try stack.close()
    figure.checksum = RawControl.state(of: storeURL.path)
    return figure
  }

  /// W1 while somebody listens to what saves announce, and looks at the objects.
  func insertAllHeard() throws -> Figure {
    let teams = try files.teams()
    let players = try files.players()
    let stack = try openStack()
    // Heard on the queue that saves, which is this one.
    nonisolated(unsafe) var heard = 0
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: stack.context, queue: nil
    ) { note in
      heard = (note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
    }
    var figure = try insert(teams, players, stack, .w1heard)
    NotificationCenter.default.removeObserver(observer)
    guard heard == teams.count + players.count else {
      throw BenchmarkError.unreadable("a save announced \(heard) objects")
    }
    try stack.close()
    figure.checksum = RawControl.state(of: storeURL.path)
    return figure
  }

  private func insert(
    _ teams: [LeagueTeam], _ players: [LeaguePlayer], _ stack: BenchStack, _ kind: FigureKind
  ) throws -> Figure {
    let context = stack.context
    let clock = start(stack)
    var made: [BenchTeam] = []
    made.reserveCapacity(teams.count)
    for source in teams {
      let team = BenchTeam(context: context)
      team.name = source.name
      team.uniformColor = source.color
      made.append(team)
    }
    for index in players.indices {
      let player = BenchPlayer(context: context)
      player.firstName = players[index].firstName
      player.lastName = players[index].lastName
      player.email = players[index].email
      player.number = players[index].number
      player.dateOfBirth = Date(timeIntervalSinceReferenceDate: Double(players[index].birth))
      player.team = made[players[index].team]
    }
    try context.save()
    return stop(clock, kind, rows: teams.count + players.count)
  }

  func updateTenth() throws -> Figure {
    let stack = try openStack()
    let players = try stack.context.fetch(NSFetchRequest<BenchPlayer>(entityName: "Player"))
    // Registered means with its values: the control, too, knows every number before it starts.
    var sum: Int64 = 0
    for player in players { sum += Int64(player.number) }
    let clock = start(stack)
    var rows = 0
    for player in players where player.number % 10 == 3 {
      player.number += 100
      rows += 1
    }
    try stack.context.save()
    var figure = stop(clock, .w5, rows: rows)
    withExtendedLifetime((players, sum)) {}
    try stack.close()
    figure.checksum = RawControl.state(of: storeURL.path)
    return figure
  }

  func deleteTeams() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let clock = start(stack)
    let teams = try context.fetch(NSFetchRequest<BenchTeam>(entityName: "Team"))
    var deleted = 0
    for team in teams where team.name?.utf8.last == UInt8(ascii: "5") {
      context.delete(team)
      deleted += 1
    }
    try context.save()
    var figure = stop(clock, .w6, rows: deleted * 101)
    try stack.close()
    figure.checksum = RawControl.state(of: storeURL.path)
    return figure
  }

  func changeAndUndo() throws -> [Figure] {
    let stack = try openStack()
    let context = stack.context
    let players = try context.fetch(NSFetchRequest<BenchPlayer>(entityName: "Player"))
    var sum: Int64 = 0
    for player in players { sum += Int64(player.number) }
    let changed = min(10_000, players.count)
    context.processPendingChanges()
    let setting = start(stack)
    for player in players.prefix(changed) { player.number += 1000 }
    context.processPendingChanges()
    var figures = [stop(setting, .w7set, rows: changed)]
    let undoing = start(stack)
    context.undo()
    var figure = stop(undoing, .w7, rows: changed)
    figure.checksum = 0
    for player in players { figure.checksum += Int64(player.number) }
    figures.append(figure)
    if context.hasChanges || figure.checksum != sum {
      throw BenchmarkError.unreadable("undo left changes behind")
    }
    return figures
  }
}
