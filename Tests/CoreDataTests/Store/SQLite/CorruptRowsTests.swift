import SQLiteDriver
import XCTest

@testable import CoreData

/// Rows that contradict each other, as a damaged file or a careless hand leaves them: an error that
/// names them, and never memory that is not the row's.
final class CorruptRowsTests: XCTestCase {
  /// Books and graphic novels with many properties of their own, and their pages.
  private func makeModel() -> NSManagedObjectModel {
    let book = TestModel.entity("Book", [TestModel.attribute("title", .stringAttributeType)])
    let extra = (0..<70).map { TestModel.attribute("extra\($0)", .stringAttributeType) }
    let novel = TestModel.entity("GraphicNovel", extra)
    book.subentities = [novel]
    let page = TestModel.entity("Page", [TestModel.attribute("number", .integer32AttributeType)])
    let pages = TestModel.relationship("pages", page, toMany: true, .cascadeDeleteRule)
    let its = TestModel.relationship("book", book, toMany: false)
    TestModel.join(pages, its)
    book.properties += [pages]
    page.properties += [its]
    return TestModel.model([book, novel, page])
  }

  /// A book `plain` and a novel `drawn` with a page each.
  private func makeStack() throws -> Stack {
    let stack = try Stack(makeModel())
    for (entity, title) in [("Book", "plain"), ("GraphicNovel", "drawn")] {
      let book = stack.insert(entity, ["title": title])
      _ = stack.insert("Page", ["number": 1, "book": book])
    }
    try stack.context.save()
    return stack
  }

  private func run(_ sql: String, _ stack: Stack) throws {
    let connection = try SQLiteConnection(path: stack.url.path)
    try connection.execute(sql)
  }

  private func page(of title: String, _ stack: Stack) throws -> NSManagedObject {
    try XCTUnwrap(stack.fetch("Page", "book.title == %@", [title]).first)
  }

  override func setUpWithError() throws {
    try XCTSkipIf(Stack.storeType != NSSQLiteStoreType, "rows of SQLite stores")
  }

  /// The entity-key column (format fact 21) names an entity that the relationship cannot lead to.
  func testAReferenceToAnEntityOfAnotherTable() throws {
    let stack = try makeStack()
    for number in ["3", "99", "0", "NULL", "-1"] {
      try run("UPDATE ZPAGE SET Z1_BOOK = \(number), Z_OPT = Z_OPT + 1", stack)
      try stack.reopen()
      let book = try XCTUnwrap(page(of: "plain", stack).get("book") as? NSManagedObject, number)
      XCTAssertEqual(book.entity.name, "Book", number)
      XCTAssertEqual(try book.get("title") as? String, "plain", number)
    }
  }

  /// The entity-key column says that a book is a novel; a novel's values are not in a book's row.
  func testAReferenceToASubEntityThatTheRowIsNot() throws {
    let stack = try makeStack()
    try run("UPDATE ZPAGE SET Z1_BOOK = 2, Z_OPT = Z_OPT + 1", stack)
    try stack.reopen()
    let books = try stack.fetch("Book", "title == 'plain'", in: stack.another())
    XCTAssertEqual(books.count, 1)
    let book = try XCTUnwrap(page(of: "plain", stack).get("book") as? NSManagedObject)
    XCTAssertEqual(book.entity.name, "GraphicNovel")
    // The fetch finds the row that the wrong object stands for.
    XCTAssertEqual(try stack.fetch("Book", "title == 'plain'").count, 1)
    // There is no such novel: an inaccessible fault reads as nil, and counts as deleted.
    XCTAssertNil(try book.get("extra69"))
    XCTAssertTrue(book.isDeleted)
    withExtendedLifetime(books) {}
  }

  /// An object asked for as one of the parent entity reads the row of the child, whose null bits take
  /// more words.
  func testAnObjectOfTheParentReadsTheRowOfAChild() throws {
    let stack = try makeStack()
    try stack.reopen()
    let novels = try stack.fetch("GraphicNovel", in: stack.another())
    let uri = try XCTUnwrap(novels.first).objectID.uriRepresentation().absoluteString
    let id = try XCTUnwrap(
      stack.coordinator.managedObjectID(
        forURIRepresentation: XCTUnwrap(
          URL(string: uri.replacing("/GraphicNovel/", with: "/Book/")))))
    let book = stack.context.object(with: id)
    XCTAssertEqual(book.entity.name, "Book")
    XCTAssertEqual(try book.get("title") as? String, "drawn")
    book.setValue("redrawn", forKey: "title")
    try stack.context.save()
    XCTAssertEqual(try stack.sql("SELECT ZTITLE FROM ZBOOK WHERE Z_ENT = 2"), [["redrawn"]])
    withExtendedLifetime(novels) {}
  }

  /// Keys begin with 1; a row with another one would be taken for an unsaved object.
  func testRowsWithKeysThatAreNone() throws {
    for key in ["0", "-3"] {
      let stack = try makeStack()
      try run("UPDATE ZPAGE SET Z_PK = \(key) WHERE Z_PK = 1", stack)
      try stack.reopen()
      XCTAssertThrowsError(try stack.fetch("Page"), key) {
        XCTAssertEqual(($0 as NSError).code, NSManagedObjectReferentialIntegrityError, key)
      }
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Page")
      request.resultType = .managedObjectIDResultType
      XCTAssertThrowsError(try stack.context.fetch(request), key)
    }
  }

  /// Counters and places at the end of the integers, from where nothing can be counted on.
  func testCountersAtTheEnd() throws {
    let last = String(Int64.max)
    let stack = try makeStack()
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) WHERE Z_NAME = 'Page'", stack)
    try stack.reopen()
    _ = stack.insert("Page")
    XCTAssertThrowsError(try stack.context.save()) {
      XCTAssertEqual(($0 as NSError).code, NSPersistentStoreSaveError)
    }
    let request = NSBatchInsertRequest(entityName: "Page", objects: [["number": 1], ["number": 2]])
    XCTAssertThrowsError(try stack.context.execute(request))
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 2) WHERE Z_NAME = 'Page'", stack)
    XCTAssertThrowsError(
      try stack.another().execute(
        NSBatchInsertRequest(entityName: "Page", objects: (0..<5).map { ["number": $0] })))
  }

  func testTheHistorysCountersAtTheEnd() throws {
    let model = makeModel()
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer {
      for end in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: url.path + end)
      }
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSPersistentHistoryTrackingKey: true])
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for name in ["CHANGE", "TRANSACTION", "TRANSACTIONSTRING"] {
      try SQLiteConnection(path: url.path).execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = CASE WHEN Z_NAME = ? THEN \(Int64.max) ELSE 5 END",
        [.text(name)])
      context.transactionAuthor = name
      _ = NSEntityDescription.insertNewObject(forEntityName: "Page", into: context)
      XCTAssertThrowsError(try context.save(), name) {
        XCTAssertEqual(($0 as NSError).code, NSPersistentStoreSaveError)
      }
    }
  }

  /// Places of an ordered relationship grow by 1024 (format fact 22).
  func testPlacesAtTheEnd() throws {
    let team = TestModel.entity("Team", [])
    let player = TestModel.entity(
      "Player", [TestModel.attribute("number", .integer32AttributeType)])
    let players = TestModel.relationship("players", player, toMany: true)
    players.isOrdered = true
    let its = TestModel.relationship("team", team, toMany: false)
    TestModel.join(players, its)
    team.properties = [players]
    player.properties += [its]
    let stack = try Stack(TestModel.model([team, player]))
    let owner = stack.insert("Team")
    owner.setValue(
      NSOrderedSet(array: (1...3).map { stack.insert("Player", ["number": $0]) }), forKey: "players"
    )
    try stack.context.save()
    try run("UPDATE ZPLAYER SET Z_FOK_TEAM = \(Int64.max) WHERE ZNUMBER = 3", stack)
    try stack.reopen()
    let again = try XCTUnwrap(stack.fetch("Team").first)
    let members = try XCTUnwrap(again.value(forKey: "players") as? NSOrderedSet)
    let added = NSMutableOrderedSet(orderedSet: members)
    added.add(stack.insert("Player", ["number": 4]))
    again.setValue(added, forKey: "players")
    try stack.context.save()
    XCTAssertEqual(
      try stack.sql("SELECT ZNUMBER FROM ZPLAYER ORDER BY Z_FOK_TEAM"),
      [["1"], ["2"], ["3"], ["4"]])
  }

  /// Rows that a script of SQL has made have no version often.
  func testRowsWithoutAVersion() throws {
    let stack = try makeStack()
    try run("UPDATE ZBOOK SET Z_OPT = NULL", stack)
    try stack.reopen()
    let book = try XCTUnwrap(stack.fetch("Book", "title == 'plain'").first)
    book.setValue("changed", forKey: "title")
    try stack.context.save()
    book.setValue("changed again", forKey: "title")
    try stack.context.save()
    XCTAssertEqual(
      try stack.sql("SELECT ZTITLE, Z_OPT FROM ZBOOK WHERE Z_ENT = 1"), [["changed again", "2"]])
    let novel = try XCTUnwrap(stack.fetch("GraphicNovel").first)
    stack.context.delete(novel)
    try stack.context.save()
    XCTAssertEqual(try stack.sql("SELECT COUNT(*) FROM ZBOOK"), [["1"]])
  }

  /// A row of no entity of its table, met by a cascade.
  func testABatchDeletionThatMeetsARowOfNoEntity() throws {
    let stack = try makeStack()
    try run("UPDATE ZPAGE SET Z_ENT = 77", stack)
    try stack.reopen()
    let request = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
    XCTAssertThrowsError(try stack.context.execute(request)) {
      XCTAssertEqual(($0 as NSError).code, NSManagedObjectReferentialIntegrityError)
    }
    XCTAssertEqual(try stack.sql("SELECT COUNT(*) FROM ZBOOK"), [["2"]])
    let update = NSBatchUpdateRequest(entityName: "Page")
    update.propertiesToUpdate = ["number": 7]
    XCTAssertThrowsError(try stack.context.execute(update))
    XCTAssertEqual(try stack.sql("SELECT DISTINCT ZNUMBER FROM ZPAGE"), [["1"]])
  }
}
