import CoreData
import SQLiteDriver
import XCTest

/// Schemas of small models (z-format; seeds; acceptance).
final class SQLSchemaTests: XCTestCase {
  /// The layout of the seed text, statement by statement (seeds 000-11). Truth: documented.
  func testTheOrgChartOfTheSeed() throws {
    let schema = try SQLSchema(model: acceptance("OrgChart"), era: .seed)
    XCTAssertEqual(
      schema.statements(),
      [
        "CREATE TABLE ZORGANIZATION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZID INTEGER, ZLEADER INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ZORGANIZATION_ZLEADER_INDEX ON ZORGANIZATION (ZLEADER)",
        "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZID INTEGER, Z2EMPLOYEES INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ZPERSON_Z2EMPLOYEES_INDEX ON ZPERSON (Z2EMPLOYEES)",
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
          + "Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), "
          + "Z_PLIST BLOB)",
      ])
  }

  /// Today's form has all tables first and the model cache (facts 2 and 48).
  func testTheOrgChartOfToday() throws {
    let schema = try SQLSchema(model: acceptance("OrgChart"))
    XCTAssertEqual(schema.statements().last, "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    XCTAssertTrue(schema.statements()[1].hasPrefix("CREATE TABLE ZPERSON"))
    XCTAssertEqual(
      schema.entities["Person"]?.toMany["employees"],
      .ownColumn(table: "ZPERSON", column: "Z2EMPLOYEES"))
  }

  /// The join table of the courses, as the acceptance script names it (facts 25 to 27, 46).
  func testTheJoinTableOfTheCourses() throws {
    let schema = try SQLSchema(model: acceptance("Courses"))
    let join = SQLJoin(
      table: "Z_1COURSE_TEACHER", ownColumn: "Z_1TEACHER_COURSE", otherColumn: "Z_3COURSE_TEACHER",
      orderColumn: nil)
    XCTAssertEqual(schema.entities["Course"]?.toMany["course_teacher"], .join(join))
    XCTAssertEqual(
      schema.entities["Teacher"]?.toMany["teacher_course"],
      .join(
        SQLJoin(
          table: "Z_1COURSE_TEACHER", ownColumn: "Z_3COURSE_TEACHER",
          otherColumn: "Z_1TEACHER_COURSE", orderColumn: nil)))
    XCTAssertEqual(
      schema.entities["Course"]?.toMany["course_section"],
      .foreignKey(table: "ZSECTION", column: "ZSECTION_COURSE", orderColumn: nil))
    XCTAssertTrue(
      schema.statements().contains(
        "CREATE UNIQUE INDEX Z_Course_UNIQUE_courseId ON ZCOURSE (ZCOURSEID COLLATE BINARY ASC)"))
  }

  /// Sub-entities share the root's table and an interval of numbers (facts 5, 10, 21, 59); two
  /// columns of one name get a number (fact 18).
  func testInheritance() throws {
    let schema = try SQLSchema(model: acceptance("League"))
    let person = try XCTUnwrap(schema.entities["Person"])
    let coach = try XCTUnwrap(schema.entities["Coach"])
    let player = try XCTUnwrap(schema.entities["Player"])
    XCTAssertEqual([person.number, coach.number, player.number], [1, 2, 3])
    XCTAssertEqual([person.lastNumber, player.lastNumber, player.superNumber], [3, 3, 1])
    XCTAssertEqual(player.table, "ZPERSON")
    XCTAssertEqual(coach.columns["team"]?.name, "ZTEAM")
    XCTAssertEqual(player.columns["team"]?.name, "ZTEAM1")
    XCTAssertEqual(player.columns["dateOfBirth"]?.name, "ZDATEOFBIRTH")
    XCTAssertEqual(
      schema.entities["Team"]?.toMany["players"],
      .foreignKey(table: "ZPERSON", column: "ZTEAM1", orderColumn: nil))
    XCTAssertNil(schema.entities["Team"]?.columns["coach"]?.entityKeyColumn, "Coach is a leaf")
  }

  func testEntityKeysAndOrderColumns() throws {
    let model = try read(
      """
      <entity name="Page"><relationship name="book" maxCount="1" destinationEntity="Book"
        inverseName="pages"/></entity>
      <entity name="Book"><relationship name="pages" toMany="YES" ordered="YES"
        destinationEntity="Page" inverseName="book"/></entity>
      <entity name="Novel" parentEntity="Book"/>
      """)
    let schema = try SQLSchema(model: model)
    XCTAssertEqual(
      schema.entities["Page"]?.columns["book"],
      SQLColumn(
        name: "ZBOOK", type: "INTEGER", entityKeyColumn: "Z1_BOOK", orderColumn: "Z_FOK_BOOK"))
    XCTAssertEqual(
      schema.entities["Novel"]?.toMany["pages"],
      .foreignKey(table: "ZPAGE", column: "ZBOOK", orderColumn: "Z_FOK_BOOK"))
  }

  /// Only the entities of the configuration have tables; a relationship out of it is an error.
  func testConfigurations() throws {
    let model = try read(
      """
      <entity name="A"/><entity name="B"/>
      <entity name="C"><relationship name="a" maxCount="1" destinationEntity="A"/></entity>
      <configuration name="One"><memberEntity name="B"/></configuration>
      <configuration name="Two"><memberEntity name="C"/></configuration>
      """)
    let schema = try SQLSchema(model: model, configuration: "One")
    XCTAssertEqual(schema.tables.map(\.name), ["ZB"])
    XCTAssertEqual(schema.entities["B"]?.number, 1)
    XCTAssertThrowsError(try SQLSchema(model: model, configuration: "Two")) {
      XCTAssertTrue("\($0)".contains("“C.a” leads to “A”"), "\($0)")
    }
    XCTAssertThrowsError(try SQLSchema(model: model, configuration: "Three"))
  }

  func testTwoEntitiesOfOneTableAreRefused() throws {
    let model = try read("<entity name=\"Thing\"/><entity name=\"THING\"/>")
    XCTAssertThrowsError(try SQLSchema(model: model)) {
      XCTAssertTrue("\($0)".contains("would share the table ZTHING"), "\($0)")
    }
  }

  /// Names go into SQL without quotes, as Apple's do: one that SQL would not take whole is refused.
  func testNamesThatSQLDoesNotTake() throws {
    for (entity, property) in [
      ("A B", "x"), ("A;--", "x"), ("A", "x y"), ("A", "x'"), ("A", "x\"y"), ("A", "x)"), ("", "x"),
      ("A", "x.y"), ("A", "x\0y"), ("A-B", "x"), ("A", "x,y"), ("A\n", "x"),
    ] {
      let model = NSManagedObjectModel()
      let description = NSEntityDescription()
      description.name = entity
      let attribute = NSAttributeDescription()
      attribute.name = property
      attribute.attributeType = .stringAttributeType
      description.properties = [attribute]
      model.entities = [description]
      XCTAssertThrowsError(try SQLSchema(model: model), "\(entity).\(property)") {
        XCTAssertTrue("\($0)".contains("no name for a table or column"), "\($0)")
      }
    }
    let model = try read(
      "<entity name=\"Größe_1\"><attribute name=\"名前\" attributeType=\"String\"/></entity>")
    let connection = try SQLiteConnection.inMemory()
    for statement in try SQLSchema(model: model).statements() { try connection.execute(statement) }
  }

  /// The name of an index is free text.
  func testNamesOfIndexesAreQuotedWhereTheyMust() throws {
    let model = try read(
      """
      <entity name="A"><attribute name="x" attributeType="String"/>
      <fetchIndex name="by x, quick&quot;ly"><fetchIndexElement property="x"/></fetchIndex>
      <fetchIndex name="byX"><fetchIndexElement property="x"/></fetchIndex></entity>
      """)
    let connection = try SQLiteConnection.inMemory()
    for statement in try SQLSchema(model: model).statements() { try connection.execute(statement) }
    XCTAssertEqual(
      try connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY rowid"
      ).map { $0[0].text }, ["Z_A_x", "Z_A_by x, quick\"ly", "Z_A_byX"])
  }

  func testErasByName() {
    XCTAssertEqual(SQLEra(name: "seed"), .seed)
    XCTAssertEqual(SQLEra(name: "latest"), .latest)
    XCTAssertEqual(SQLEra(name: "637"), SQLEra(frameworkVersion: 637))
    XCTAssertNil(SQLEra(name: "yesterday"))
  }

  /// A found store's names win: every column and table that the layout names exists, in stores that
  /// were migrated and renamed, too (section 11). Truth: corpus.
  func testLayoutsOfFoundStoresNameWhatIsThere() throws {
    for item in try Shared.pairs() {
      let candidates = ["model.xcdatamodel.contents.xml", "modelcache.mom"].map {
        item.appendingPathComponent($0)
      }
      guard FileManager.default.fileExists(atPath: item.path + "/schema.sql"),
        let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) })
      else { continue }
      let model = try ModelFile.read(url)
      let store = try StoreTables(item, SQLSchema(model: model))
      let columns = store.tables.mapValues { $0.map(\.name) }
      let numbers = Dictionary(uniqueKeysWithValues: store.entities.map { ($0.name, $0.number) })
      let layout = try SQLSchema(
        model: model, found: FoundTables(era: .latest, numbers: numbers, columns: columns))
      for entity in layout.entitiesInOrder {
        let place = "\(item.lastPathComponent) \(entity.name)"
        for (name, column) in entity.columns {
          for part in [column.name, column.entityKeyColumn, column.orderColumn].compactMap({ $0 }) {
            XCTAssertTrue(
              columns[entity.table]?.contains(part) ?? false, "\(place).\(name) \(part)")
          }
        }
        for (name, toMany) in entity.toMany {
          let (table, parts): (String, [String?]) =
            switch toMany {
            case .foreignKey(let table, let column, let order): (table, [column, order])
            case .ownColumn(let table, let column): (table, [column])
            case .join(let join):
              (join.table, [join.ownColumn, join.otherColumn, join.orderColumn])
            }
          for part in parts.compactMap({ $0 }) {
            XCTAssertTrue(
              columns[table]?.contains(part) ?? false, "\(place).\(name) \(table).\(part)")
          }
        }
      }
    }
  }

  private func acceptance(_ name: String) throws -> NSManagedObjectModel {
    try ModelFile.read(Shared.url("acceptance/models/\(name).xcdatamodeld"))
  }

  private func read(_ entities: String) throws -> NSManagedObjectModel {
    try ModelSourceReader.read(Data("<model>\(entities)</model>".utf8), path: "test")
  }
}
