import XCTest

@testable import CoreData

/// One suite for the stores that live in memory: without a file, binary and XML.
final class MemoryStoreTests: XCTestCase {
  private func forEachType(
    _ model: @autoclosure () -> NSManagedObjectModel, _ body: (AnyStack) throws -> Void
  ) throws {
    for type in AnyStack.atomicTypes {
      try body(AnyStack(type, model()))
    }
  }

  func testValuesAndRelationshipsSurviveAReopening() throws {
    try forEachType(TestModel.league()) { stack in
      let team = stack.insert(
        "Team", ["name": "Größe <&> \"1\"\\", "uniformColor": "r\u{1}d\nline"])
      let date = Date(timeIntervalSinceReferenceDate: 123_456.789)
      for number in 1...3 {
        stack.insert(
          "Player",
          ["firstName": "P\(number)", "number": number, "dateOfBirth": date, "team": team])
      }
      stack.insert("Player", ["lastName": "Alone"])
      try stack.context.save()
      _ = try stack.engine()
      try stack.reopen()
      let found = try XCTUnwrap(stack.fetch("Team").first)
      XCTAssertEqual(found.value(forKey: "name") as? String, "Größe <&> \"1\"\\")
      XCTAssertEqual(found.value(forKey: "uniformColor") as? String, "r\u{1}d\nline")
      let players = try XCTUnwrap(found.value(forKey: "players") as? Set<NSManagedObject>)
      XCTAssertEqual(Set(names(Array(players), "firstName")), ["P1", "P2", "P3"])
      let sorted = try stack.fetch("Player", "number > %@", [1], sort: ["number"])
      XCTAssertEqual(names(sorted, "firstName"), ["P2", "P3"])
      XCTAssertEqual(sorted.first?.value(forKey: "dateOfBirth") as? Date, date)
      let alone = try XCTUnwrap(stack.fetch("Player", "team == nil").first)
      XCTAssertEqual(alone.value(forKey: "lastName") as? String, "Alone")
      XCTAssertNil(alone.value(forKey: "number"))
    }
  }

  func testUpdatesAndDeletionsAreKept() throws {
    try forEachType(TestModel.league()) { stack in
      let red = stack.insert("Team", ["name": "red"])
      let blue = stack.insert("Team", ["name": "blue"])
      let players = (1...4).map { stack.insert("Player", ["number": $0, "team": red]) }
      try stack.context.save()
      players[0].setValue(blue, forKey: "team")
      stack.context.delete(players[3])
      try stack.context.save()
      _ = try stack.engine()
      try stack.reopen()
      XCTAssertEqual(try stack.fetch("Player", "team.name == 'red'", sort: ["number"]).count, 2)
      XCTAssertEqual(
        try stack.fetch("Team", "ANY players.number == 1").map { names([$0])[0] }, ["blue"])
      let team = try XCTUnwrap(stack.fetch("Team", "name == 'red'").first)
      stack.context.delete(team)
      try stack.context.save()
      _ = try stack.engine()
      XCTAssertEqual(try stack.fetch("Player").count, 1, "the rule is to cascade")
    }
  }

  func testManyToManyIsSeenFromBothEnds() throws {
    try forEachType(TestModel.courses()) { stack in
      let algebra = stack.insert("Course", ["title": "Algebra"])
      let logic = stack.insert("Course", ["title": "Logic"])
      let noether = stack.insert("Teacher", ["name": "Noether"])
      noether.setValue(Set([algebra, logic]), forKey: "courses")
      let curry = stack.insert("Teacher", ["name": "Curry"])
      logic.setValue(Set([noether, curry]), forKey: "teachers")
      try stack.context.save()
      try stack.reopen()
      let found = try XCTUnwrap(stack.fetch("Course", "title == 'Logic'").first)
      let teachers = try XCTUnwrap(found.value(forKey: "teachers") as? Set<NSManagedObject>)
      XCTAssertEqual(Set(names(Array(teachers))), ["Noether", "Curry"])
      let first = try XCTUnwrap(stack.fetch("Teacher", "name == 'Noether'").first)
      first.setValue(Set([found]), forKey: "courses")
      try stack.context.save()
      _ = try stack.engine()
      try stack.reopen()
      XCTAssertEqual(
        try stack.fetch("Course", "teachers.@count == 0").map { names([$0], "title")[0] },
        ["Algebra"])
    }
  }

  func testFetchesAreSortedCutAndCounted() throws {
    try forEachType(TestModel.employees()) { stack in
      for salary in [30, 5, 40, 21] { stack.insert("Employee", ["salary": salary]) }
      try stack.context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
      request.fetchOffset = 1
      request.fetchLimit = 2  // B034
      XCTAssertEqual(
        try stack.context.fetch(request).map { $0.value(forKey: "salary") as? Int }, [21, 30])
      request.fetchOffset = 4
      XCTAssertEqual(try stack.context.fetch(request).count, 0)
      request.fetchOffset = 0
      request.fetchLimit = 0
      request.predicate = NSPredicate(format: "salary BETWEEN {6, 39}")
      XCTAssertEqual(try stack.context.count(request.pieces), 2)
    }
  }

  func testPredicatesNameObjects() throws {
    try forEachType(TestModel.employees()) { stack in
      let sales = stack.insert("Department", ["name": "sales"])
      let amy = stack.insert("Employee", ["name": "amy", "department": sales])
      stack.insert("Employee", ["name": "ben"])
      try stack.context.save()
      XCTAssertEqual(names(try stack.fetch("Employee", "department == %@", [sales])), ["amy"])
      XCTAssertEqual(names(try stack.fetch("Employee", "SELF == %@", [amy])), ["amy"])
      XCTAssertEqual(names(try stack.fetch("Employee", "NOT SELF IN %@", [[amy]])), ["ben"])
      XCTAssertEqual(names(try stack.fetch("Department", "%@ IN employees", [amy])), ["sales"])
    }
  }

  func testBlockPredicatesGetManagedObjects() throws {
    try forEachType(TestModel.employees()) { stack in
      for name in ["amy", "ben"] { stack.insert("Employee", ["name": name]) }
      try stack.context.save()
      try stack.reopen()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.predicate = NSPredicate { object, _ in
        (object as? NSManagedObject)?.value(forKey: "name") as? String == "ben"
      }
      XCTAssertEqual(names(try stack.context.fetch(request)), ["ben"])
    }
  }

  /// B050: either everything is written or nothing is.
  func testAFailedSaveLeavesNothingBehind() throws {
    for type in [NSBinaryStoreType, NSXMLStoreType] {
      let stack = try AnyStack(type, TestModel.league())
      let team = stack.insert("Team", ["name": "red"])
      let player = stack.insert("Player", ["number": 1, "team": team])
      try stack.context.save()
      let before = try Data(contentsOf: stack.url)
      let folder = stack.url.deletingLastPathComponent()
      let moved = folder.deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
      try FileManager.default.moveItem(at: folder, to: moved)
      player.setValue(2, forKey: "number")
      player.setValue(nil, forKey: "team")
      stack.insert("Player", ["number": 9])
      XCTAssertThrowsError(try stack.context.save()) { error in
        XCTAssertEqual((error as NSError).code, NSPersistentStoreSaveError)
      }
      try FileManager.default.moveItem(at: moved, to: folder)
      XCTAssertTrue(stack.context.hasChanges)
      let engine = try stack.engine()
      XCTAssertEqual(try Data(contentsOf: stack.url), before)
      var count = 0
      engine.forEachRow { _, _ in count += 1 }
      XCTAssertEqual(count, 2)
      try stack.context.save()
      try stack.reopen()
      XCTAssertEqual(try stack.fetch("Player").count, 2)
      XCTAssertEqual(try stack.fetch("Player", "team == nil").count, 2)
    }
  }

  func testMetadataAreReadWithoutOpening() throws {
    for type in [NSBinaryStoreType, NSXMLStoreType] {
      let stack = try AnyStack(type, TestModel.league())
      let store = try XCTUnwrap(stack.coordinator.persistentStores.first)
      var metadata = stack.coordinator.metadata(for: store)
      metadata["note"] = "mine"
      stack.coordinator.setMetadata(metadata, for: store)
      stack.insert("Team")
      try stack.context.save()
      let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: type, at: stack.url)
      XCTAssertEqual(read["note"] as? String, "mine")
      XCTAssertEqual(read[NSStoreTypeKey] as? String, type)
      XCTAssertEqual(read[NSStoreUUIDKey] as? String, store.identifier)
      XCTAssertEqual(
        (read[NSStoreModelVersionHashesKey] as? [String: Data])?.keys.sorted(), ["Player", "Team"])
    }
  }

  func testAnotherModelOrTypeIsRefused() throws {
    for type in [NSBinaryStoreType, NSXMLStoreType] {
      let stack = try AnyStack(type, TestModel.league())
      stack.insert("Team")
      try stack.context.save()
      let other = NSPersistentStoreCoordinator(managedObjectModel: TestModel.courses())
      XCTAssertThrowsError(
        try other.addPersistentStore(ofType: type, configurationName: nil, at: stack.url)
      ) { XCTAssertEqual(($0 as NSError).code, NSPersistentStoreIncompatibleVersionHashError) }
      let wrong = type == NSXMLStoreType ? NSBinaryStoreType : NSXMLStoreType
      XCTAssertThrowsError(
        try other.addPersistentStore(ofType: wrong, configurationName: nil, at: stack.url)
      ) { XCTAssertEqual(($0 as NSError).code, NSPersistentStoreTypeMismatchError) }
      try Data("garbage".utf8).write(to: stack.url)
      XCTAssertThrowsError(
        try other.addPersistentStore(ofType: type, configurationName: nil, at: stack.url)
      ) { XCTAssertEqual(($0 as NSError).code, CocoaError.Code.fileReadCorruptFile.rawValue) }
      let missing = stack.url.deletingLastPathComponent().appendingPathComponent("absent")
      XCTAssertThrowsError(
        try other.addPersistentStore(
          ofType: type, configurationName: nil, at: missing,
          options: [NSReadOnlyPersistentStoreOption: true])
      ) { XCTAssertEqual(($0 as NSError).code, CocoaError.Code.fileReadNoSuchFile.rawValue) }
    }
  }

  /// Two entities of one family have other properties in the same slot.
  func testADeletionTouchesTheListsOfItsOwnEntityAlone() throws {
    func makeModel() -> NSManagedObjectModel {
      let (first, second) = (TestModel.entity("X", []), TestModel.entity("Y", []))
      let root = TestModel.entity("Root", [])
      let left = TestModel.entity("Left", [TestModel.relationship("xs", first, toMany: true)])
      let right = TestModel.entity("Right", [TestModel.relationship("ys", second, toMany: true)])
      root.subentities = [left, right]
      return TestModel.model([first, second, root, left, right])
    }
    try forEachType(makeModel()) { stack in
      let (x, y) = (stack.insert("X"), stack.insert("Y"))
      let (left, right) = (stack.insert("Left"), stack.insert("Right"))
      left.setValue(NSSet(object: x), forKey: "xs")
      right.setValue(NSSet(object: y), forKey: "ys")
      try stack.context.save()
      stack.context.delete(x)
      try stack.context.save()
      _ = try stack.engine()
      try stack.reopen()
      XCTAssertEqual(
        (try XCTUnwrap(stack.fetch("Right").first).value(forKey: "ys") as? NSSet)?.count, 1,
        stack.type)
      XCTAssertEqual(
        (try XCTUnwrap(stack.fetch("Left").first).value(forKey: "xs") as? NSSet)?.count, 0,
        stack.type)
    }
  }

  /// An object that is asked for as one of the parent entity and saved stays what it is.
  func testAnObjectAskedForAsItsParentEntity() throws {
    func makeModel() -> NSManagedObjectModel {
      let book = TestModel.entity("Book", [TestModel.attribute("title", .stringAttributeType)])
      let extra = (0..<70).map { TestModel.attribute("extra\($0)", .stringAttributeType) }
      let novel = TestModel.entity("GraphicNovel", extra)
      book.subentities = [novel]
      return TestModel.model([book, novel])
    }
    for type in AnyStack.atomicTypes + [NSSQLiteStoreType] {
      let stack = try AnyStack(type, makeModel())
      let novel = stack.insert("GraphicNovel", ["title": "drawn", "extra69": "kept"])
      try stack.context.save()
      let uri = novel.objectID.uriRepresentation().absoluteString
      let other = try XCTUnwrap(URL(string: uri.replacing("/GraphicNovel/", with: "/Book/")))
      let id = try XCTUnwrap(stack.coordinator.managedObjectID(forURIRepresentation: other))
      let context = stack.another()
      let book = context.object(with: id)
      XCTAssertEqual(book.value(forKey: "title") as? String, "drawn", type)
      book.setValue("redrawn", forKey: "title")
      try context.save()
      try stack.reopen()
      let again = try XCTUnwrap(stack.fetch("GraphicNovel").first, type)
      XCTAssertEqual(again.value(forKey: "title") as? String, "redrawn", type)
      XCTAssertEqual(again.value(forKey: "extra69") as? String, "kept", type)
    }
  }
}
