import CoreData

/// The reading workloads.
extension EngineRun {
  private func playerRequest() -> NSFetchRequest<BenchPlayer> {
    NSFetchRequest<BenchPlayer>(entityName: "Player")
  }

  func fetchAll() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let request = playerRequest()
    let clock = start(stack)
    let players = try context.fetch(request)
    var sum: Int64 = 0
    for player in players { sum += Int64(player.number) }
    var figure = stop(clock, .w2, rows: players.count)
    figure.checksum = sum
    withExtendedLifetime(players) {}
    return figure
  }

  func fetchAllReadEverything() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let request = playerRequest()
    let clock = start(stack)
    let players = try context.fetch(request)
    var sum: Int64 = 0
    for player in players {
      let days = (player.dateOfBirth?.timeIntervalSinceReferenceDate ?? 0) / 86_400
      sum += Int64(player.number) + Int64(days) + Int64(player.email?.utf8.count ?? 0)
      if let first = player.firstName, !first.isEmpty { sum += 1 }
      if let last = player.lastName, !last.isEmpty { sum += 1 }
    }
    var figure = stop(clock, .w2b, rows: players.count)
    figure.checksum = sum
    withExtendedLifetime(players) {}
    return figure
  }

  /// W2 by name, with the `NSNumber` that gives.
  func fetchAllByKey() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let request = playerRequest()
    let clock = start(stack)
    let players = try context.fetch(request)
    var sum: Int64 = 0
    for player in players {
      sum += (player.value(forKey: "number") as? NSNumber)?.int64Value ?? 0
    }
    var figure = stop(clock, .w2kvc, rows: players.count)
    figure.checksum = sum
    withExtendedLifetime(players) {}
    return figure
  }

  func fetchSorted() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let request = playerRequest()
    request.predicate = NSPredicate(format: "lastName BEGINSWITH %@", "W")
    request.sortDescriptors = [
      NSSortDescriptor(key: "lastName", ascending: true),
      NSSortDescriptor(key: "firstName", ascending: true),
    ]
    let clock = start(stack)
    let players = try context.fetch(request)
    var sum: Int64 = 0
    for player in players { sum += Int64(player.number) }
    var figure = stop(clock, .w3, rows: players.count)
    var hash: UInt64 = 0
    for player in players {
      for byte in (player.lastName ?? "").utf8 { hash = (hash &* 31 &+ UInt64(byte)) & 0xFFFF_FFFF }
      for byte in (player.firstName ?? "").utf8 {
        hash = (hash &* 31 &+ UInt64(byte)) & 0xFFFF_FFFF
      }
    }
    figure.checksum = sum + Int64(hash)
    return figure
  }

  func walkTeams(prefetching: Bool) throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let request = NSFetchRequest<BenchTeam>(entityName: "Team")
    if prefetching { request.relationshipKeyPathsForPrefetching = ["players"] }
    let clock = start(stack)
    let teams = try context.fetch(request)
    var sum: Int64 = 0
    var rows = 0
    for team in teams {
      for player in team.players {
        sum += Int64(player.number)
        rows += 1
      }
    }
    var figure = stop(clock, prefetching ? .w4b : .w4, rows: rows)
    figure.checksum = sum
    withExtendedLifetime(teams) {}
    return figure
  }

  func countSome() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let request = playerRequest()
    request.predicate = NSPredicate(
      format: "lastName BEGINSWITH %@ AND number > %@", "W", NSNumber(value: 50))
    let clock = start(stack)
    let count = try context.count(for: request)
    var figure = stop(clock, .w8, rows: 1)
    figure.checksum = Int64(count)
    return figure
  }

  func groupTeams() throws -> Figure {
    let stack = try openStack()
    let context = stack.context
    let clock = start(stack)
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToGroupBy = ["team"]
    request.propertiesToFetch = [
      "team",
      Self.aggregate("count", "count:", .expressionForEvaluatedObject(), .integer64AttributeType),
      Self.aggregate(
        "average", "average:", NSExpression(forKeyPath: "number"), .doubleAttributeType),
    ]
    let groups = try context.fetch(request)
    var sum: Int64 = 0
    for group in groups {
      let count = (group["count"] as? NSNumber)?.int64Value ?? 0
      let average = (group["average"] as? NSNumber)?.doubleValue ?? 0
      sum += 7 * count + Int64(1_000_000 * average + 0.5)
    }
    var figure = stop(clock, .w10, rows: groups.count)
    figure.checksum = sum
    withExtendedLifetime(groups) {}
    return figure
  }

  private static func aggregate(
    _ name: String, _ function: String, _ argument: NSExpression, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(forFunction: function, arguments: [argument])
    description.expressionResultType = type
    return description
  }

  func lookUp() throws -> [Figure] {
    let stack = try openStack()
    let ids = try playerIDs(stack)
    var alive: [BenchPlayer] = []
    alive.reserveCapacity(ids.count)
    var figures: [Figure] = []
    for kind in [FigureKind.w9cold, .w9hot] {
      let clock = start(stack)
      var sum: Int64 = 0
      for id in ids {
        guard let player = stack.context.object(with: id) as? BenchPlayer else { continue }
        sum += Int64(player.number)
        if kind == .w9cold { alive.append(player) }
      }
      var figure = stop(clock, kind, rows: ids.count)
      figure.checksum = sum
      figures.append(figure)
    }
    withExtendedLifetime(alive) {}
    return figures
  }

  /// The ids of the workload's walk, made before the clock starts as the control's keys are.
  private func playerIDs(_ stack: BenchStack) throws -> [NSManagedObjectID] {
    guard let uuid = stack.coordinator.persistentStores.first?.identifier else { return [] }
    var x = 12_345
    return try (0..<10_000).map { _ in
      x = (x &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      let text = "x-coredata://\(uuid)/Player/p\(1 + x % playerCount)"
      guard let url = URL(string: text),
        let id = stack.coordinator.managedObjectID(forURIRepresentation: url)
      else { throw BenchmarkError.unreadable(text) }
      return id
    }
  }

  func readOne() throws -> Figure {
    let clock = Clock()
    let context = try openStack().context
    let request = playerRequest()
    request.fetchLimit = 1
    let players = try context.fetch(request)
    let sum = players.reduce(0) { $0 + Int64($1.number) }
    var figure = clock.stop(.start, rows: players.count)
    figure.checksum = sum > 0 ? 1 : 0
    return figure
  }
}
