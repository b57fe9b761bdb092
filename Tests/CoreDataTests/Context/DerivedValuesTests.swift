import XCTest

@testable import CoreData

/// Derived attributes, computed on saving (Apple's documentation of NSDerivedAttributeDescription;
/// triggers: z-format facts 57 to 59).
final class DerivedValuesTests: XCTestCase {
  private func derived(
    _ name: String, _ type: NSAttributeType, _ text: String
  ) throws -> NSDerivedAttributeDescription {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = false
    let node = try XCTUnwrap(Derivation(text: text)).node
    attribute.derivationExpression = NSExpression(node: node)
    return attribute
  }

  private func model() throws -> NSManagedObjectModel {
    let model = TestModel.league()
    let team = try XCTUnwrap(model.entitiesByName["Team"])
    let player = try XCTUnwrap(model.entitiesByName["Player"])
    team.properties += [
      try derived("playerCount", .integer64AttributeType, "players.@count"),
      try derived("numberSum", .integer64AttributeType, "players.@sum.number"),
      try derived("searchName", .stringAttributeType, "canonical:(name)"),
      try derived("lowerName", .stringAttributeType, "lowercase:(name)"),
      try derived("upperName", .stringAttributeType, "uppercase:(name)"),
      try derived("savedAt", .dateAttributeType, "now()"),
    ]
    player.properties += [try derived("teamName", .stringAttributeType, "team.name")]
    return model
  }

  private func forEachType(_ body: (AnyStack) throws -> Void) throws {
    for type in EveryType.types { try body(AnyStack(type, model())) }
  }

  private func check(
    _ team: NSManagedObject, count: Int, sum: Int, _ type: String, line: UInt = #line
  ) {
    XCTAssertEqual(team.value(forKey: "playerCount") as? Int, count, type, line: line)
    XCTAssertEqual(team.value(forKey: "numberSum") as? Int, sum, type, line: line)
  }

  func testTextsAndTheMomentOfSaving() throws {
    try forEachType { stack in
      let before = Date()
      let team = stack.insert("Team", ["name": "Größe ÉTÉ"])
      try stack.context.save()
      XCTAssertEqual(team.value(forKey: "lowerName") as? String, "größe été", stack.type)
      XCTAssertEqual(team.value(forKey: "upperName") as? String, "GRÖSSE ÉTÉ", stack.type)
      let canonical = try XCTUnwrap(team.value(forKey: "searchName") as? String)
      XCTAssertTrue(["grosse ete", "große ete"].contains(canonical), canonical)
      let first = try XCTUnwrap(team.value(forKey: "savedAt") as? Date)
      XCTAssertGreaterThanOrEqual(first, before)
      team.setValue("B", forKey: "name")
      try stack.context.save()
      try stack.reopen()
      let found = try XCTUnwrap(stack.fetch("Team", "searchName == 'b'").first, stack.type)
      XCTAssertEqual(found.value(forKey: "lowerName") as? String, "b", stack.type)
      XCTAssertGreaterThan(try XCTUnwrap(found.value(forKey: "savedAt") as? Date), first)
    }
  }

  func testCountsAndSumsFollowTheMembers() throws {
    try forEachType { stack in
      let red = stack.insert("Team", ["name": "Red"])
      let blue = stack.insert("Team", ["name": "Blue"])
      let one = stack.insert("Player", ["number": 1, "team": red])
      let two = stack.insert("Player", ["number": 2, "team": red])
      try stack.context.save()
      check(red, count: 2, sum: 3, stack.type)
      check(blue, count: 0, sum: 0, stack.type)
      two.setValue(10, forKey: "number")
      try stack.context.save()
      check(red, count: 2, sum: 11, stack.type)
      one.setValue(blue, forKey: "team")
      try stack.context.save()
      check(red, count: 1, sum: 10, stack.type)
      check(blue, count: 1, sum: 1, stack.type)
      stack.context.delete(two)
      try stack.context.save()
      check(red, count: 0, sum: 0, stack.type)
      try stack.reopen()
      let found = try stack.fetch("Team", sort: ["name"])
      check(found[0], count: 1, sum: 1, stack.type)
      check(found[1], count: 0, sum: 0, stack.type)
      XCTAssertEqual(names(try stack.fetch("Team", "playerCount > 0")), ["Blue"], stack.type)
    }
  }

  func testAValueOfThePartnerIsCarriedOver() throws {
    try forEachType { stack in
      let team = stack.insert("Team", ["name": "Red"])
      let player = stack.insert("Player", ["number": 1, "team": team])
      try stack.context.save()
      XCTAssertEqual(player.value(forKey: "teamName") as? String, "Red", stack.type)
      team.setValue("Blue", forKey: "name")
      try stack.context.save()
      XCTAssertEqual(player.value(forKey: "teamName") as? String, "Blue", stack.type)
      player.setValue(nil, forKey: "team")
      try stack.context.save()
      XCTAssertNil(player.value(forKey: "teamName"), stack.type)
    }
  }

  /// A country with clubs with teams: derivations over two and three steps, and over a relationship
  /// without inverse.
  private func country() throws -> NSManagedObjectModel {
    let country = TestModel.entity("Country", [TestModel.attribute("name", .stringAttributeType)])
    let club = TestModel.entity("Club", [TestModel.attribute("name", .stringAttributeType)])
    let team = TestModel.entity("Team", [TestModel.attribute("name", .stringAttributeType)])
    let (clubs, home) = (
      TestModel.relationship("clubs", club, toMany: true),
      TestModel.relationship("country", country, toMany: false)
    )
    let (teams, owner) = (
      TestModel.relationship("teams", team, toMany: true),
      TestModel.relationship("club", club, toMany: false)
    )
    TestModel.join(clubs, home)
    TestModel.join(teams, owner)
    country.properties += [
      clubs, try derived("teamTotal", .integer64AttributeType, "clubs.@sum.teamCount"),
    ]
    club.properties += [
      home, teams, try derived("shout", .stringAttributeType, "uppercase:(country.name)"),
      try derived("teamCount", .integer64AttributeType, "teams.@count"),
    ]
    team.properties += [
      owner, TestModel.relationship("guest", country, toMany: false),
      try derived("land", .stringAttributeType, "club.country.name"),
      try derived("whisper", .stringAttributeType, "lowercase:(club.country.name)"),
      try derived("visitor", .stringAttributeType, "canonical:(guest.name)"),
    ]
    return TestModel.model([country, club, team])
  }

  private func checkTeam(
    _ stack: AnyStack, _ values: [String: String?], line: UInt = #line
  ) throws {
    let context = stack.another()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
    let team = try XCTUnwrap(context.fetch(request).first, line: line)
    for (key, value) in values {
      let found =
        key == "shout" ? team.value(forKeyPath: "club.shout") : team.value(forKey: key)
      XCTAssertEqual(found as? String, value, "\(stack.type) \(key)", line: line)
    }
  }

  /// A change at the far end reaches everybody who derives from it, also those whom the context that
  /// saves has never seen.
  func testTextsOfFarPartnersFollow() throws {
    for type in EveryType.types {
      let stack = try AnyStack(type, country())
      let country = stack.insert("Country", ["name": "Österreich"])
      let guest = stack.insert("Country", ["name": "Ísland"])
      let club = stack.insert("Club", ["name": "A", "country": country])
      stack.insert("Team", ["name": "B", "club": club, "guest": guest])
      try stack.context.save()
      try checkTeam(
        stack,
        [
          "land": "Österreich", "whisper": "österreich", "visitor": "island",
          "shout": "ÖSTERREICH",
        ])
      let other = stack.another()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Country")
      for found in try other.fetch(request) {
        let isHome = found.value(forKey: "name") as? String == "Österreich"
        found.setValue(isHome ? "Österreich-Ungarn" : "Éire", forKey: "name")
      }
      try other.save()
      try checkTeam(
        stack,
        [
          "land": "Österreich-Ungarn", "whisper": "österreich-ungarn", "visitor": "eire",
          "shout": "ÖSTERREICH-UNGARN",
        ])
    }
  }

  /// Batch requests know no objects; what derives from the rows they change follows all the same.
  func testBatchRequests() throws {
    let stack = try AnyStack(NSSQLiteStoreType, country())
    let country = stack.insert("Country", ["name": "Österreich"])
    let club = stack.insert("Club", ["name": "A", "country": country])
    stack.insert("Team", ["name": "B", "club": club])
    try stack.context.save()
    let update = NSBatchUpdateRequest(entityName: "Country")
    update.propertiesToUpdate = ["name": "Schweiz"]
    _ = try stack.context.execute(update)
    try checkTeam(stack, ["land": "Schweiz", "whisper": "schweiz", "shout": "SCHWEIZ"])
    let insert = NSBatchInsertRequest(
      entityName: "Country", objects: [["name": "Norge"], ["name": "Sverige"]])
    _ = try stack.context.execute(insert)
    try checkTeam(stack, ["land": "Schweiz", "whisper": "schweiz"])
    let delete = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Club"))
    _ = try stack.context.execute(delete)
    let none: String? = nil
    try checkTeam(stack, ["land": none, "whisper": none])
  }

  /// A batch gives rows their own derived texts and the time.
  func testBatchRequestsOnTheObjectsThemselves() throws {
    let stack = try AnyStack(NSSQLiteStoreType, model())
    let insert = NSBatchInsertRequest(
      entityName: "Team", objects: [["name": "Größe"], ["name": "ÉTÉ"]])
    let before = Date()
    _ = try stack.context.execute(insert)
    let teams = try stack.fetch("Team", sort: ["name"])
    XCTAssertEqual(names(teams, "lowerName").sorted(), ["größe", "été"])
    let first = try XCTUnwrap(teams[0].value(forKey: "savedAt") as? Date)
    XCTAssertGreaterThanOrEqual(first, before)
    let update = NSBatchUpdateRequest(entityName: "Team")
    update.predicate = NSPredicate(format: "name == 'ÉTÉ'")
    update.propertiesToUpdate = ["name": "Hiver"]
    _ = try stack.context.execute(update)
    stack.context.refreshAllObjects()
    XCTAssertEqual(names(try stack.fetch("Team", "upperName == 'HIVER'")), ["Hiver"])
    let times = try stack.fetch("Team").compactMap { $0.value(forKey: "savedAt") as? Date }
    XCTAssertEqual(times.filter { $0 > first }.count, 1)
  }

  /// A save that is taken back leaves nothing of the computation of the store.
  func testCountsSurviveAFailedSave() throws {
    let stack = try AnyStack(NSSQLiteStoreType, model())
    let team = stack.insert("Team", ["name": "Red"])
    try stack.context.save()
    let other = stack.another()
    let theirs = try XCTUnwrap(
      other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team")).first)
    theirs.setValue("Theirs", forKey: "name")
    try other.save()
    team.setValue("Mine", forKey: "name")
    stack.insert("Player", ["team": team])
    XCTAssertThrowsError(try stack.context.save())
    stack.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try stack.context.save()
    check(team, count: 1, sum: 0, stack.type)
  }
}
