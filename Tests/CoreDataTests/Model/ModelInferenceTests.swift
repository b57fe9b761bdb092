import CoreData
import XCTest

/// Models guessed from tables (z-format fact 79). Truth: corpus for the tables, inferred for the
/// guesses.
final class ModelInferenceTests: XCTestCase {
  /// For every store with a known model: the guessed one has the same entities in the same tree, is
  /// without contradiction, and its schema finds every column it names in the store.
  func testGuessedModelsFitTheirStores() throws {
    var checked = 0
    for item in try Shared.pairs() {
      let candidates = ["model.xcdatamodel.contents.xml", "modelcache.mom"].map {
        item.appendingPathComponent($0)
      }
      guard FileManager.default.fileExists(atPath: item.path + "/schema.sql"),
        let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) })
      else { continue }
      let schema = try SQLSchema(model: try ModelFile.read(url))
      let store = try StoreTables(item, schema)
      let guessed = try ModelInference.model(of: store)
      XCTAssertEqual(ModelConsistency(guessed).faults, [], item.lastPathComponent)
      XCTAssertEqual(
        guessed.entities.compactMap(\.name).sorted(), schema.entities.keys.sorted())
      let found = FoundTables(
        era: .latest, numbers: schema.entities.mapValues(\.number),
        columns: store.tables.mapValues { $0.map(\.name) })
      let layout = try SQLSchema(model: guessed, found: found)
      for entity in layout.entitiesInOrder {
        let columns = Set(found.columns[entity.table] ?? [])
        XCTAssertEqual(entity.number, schema.entities[entity.name]?.number)
        for (name, column) in entity.columns {
          for wanted in [column.name, column.entityKeyColumn, column.orderColumn] {
            guard let wanted else { continue }
            XCTAssertTrue(
              columns.contains(wanted), "\(item.lastPathComponent) \(entity.name).\(name) \(wanted)"
            )
          }
        }
        for (name, place) in entity.toMany {
          XCTAssertTrue(
            exists(place, in: found), "\(item.lastPathComponent) \(entity.name).\(name) \(place)")
        }
      }
      checked += 1
    }
    print("guessed the models of \(checked) stores")
    XCTAssertGreaterThanOrEqual(checked, 40)
  }

  /// The OrgChart of the seed text, its inverse-less relationship included.
  func testTheOrgChart() throws {
    let url = try Shared.url("acceptance/models/OrgChart.xcdatamodeld")
    let schema = try SQLSchema(model: try ModelFile.read(url), era: .seed)
    let tables = Dictionary(uniqueKeysWithValues: schema.tables.map { ($0.name, $0.columns) })
    let guessed = try ModelInference.model(
      of: StoreTables(
        entities: schema.entitiesInOrder.map {
          .init(number: $0.number, name: $0.name, superNumber: $0.superNumber)
        },
        tables: tables,
        indexes: ["ZORGANIZATION_ZLEADER_INDEX", "ZPERSON_Z2EMPLOYEES_INDEX"]))
    let person = guessed.entitiesByName["Person"]
    XCTAssertEqual(person?.attributesByName.keys.sorted(), ["id", "name"])
    XCTAssertEqual(person?.relationshipsByName["employees"]?.isToMany, true)
    XCTAssertTrue(person?.relationshipsByName["employees"]?.destinationEntity === person)
    // Nothing says what “leader” is, so it shows as the number it is.
    XCTAssertEqual(
      guessed.entitiesByName["Organization"]?.attributesByName["leader"]?.attributeType,
      .integer64AttributeType)
  }

  /// A column whose name would make a reserved property name is capitalised; its column is the same.
  func testReservedNamesAreAvoided() throws {
    let columns = ["Z_PK", "Z_ENT", "Z_OPT", "ZHASH", "ZDESCRIPTION"].map {
      SQLTable.Column(name: $0, type: "VARCHAR")
    }
    let model = try ModelInference.model(
      of: StoreTables(
        entities: [.init(number: 1, name: "A", superNumber: 0)], tables: ["ZA": columns]))
    XCTAssertEqual(model.entities[0].attributesByName.keys.sorted(), ["Description", "Hash"])
    XCTAssertEqual(ModelConsistency(model).faults, [])
    XCTAssertEqual(
      try SQLSchema(model: model).entities["A"]?.columns["Hash"]?.name, "ZHASH")
  }

  func testAContradictoryTreeIsRefused() {
    for rows in [
      [StoreTables.Entity(number: 1, name: "A", superNumber: 1)],
      [.init(number: 1, name: "A", superNumber: 2), .init(number: 2, name: "B", superNumber: 1)],
      [.init(number: 1, name: "A", superNumber: 7)], [.init(number: 1, name: "", superNumber: 0)],
    ] {
      XCTAssertThrowsError(
        try ModelInference.model(of: StoreTables(entities: rows, tables: [:])))
    }
  }

  /// What follows the inheritance does so by recursion.
  func testAChainOfAncestorsWithoutEnd() {
    let rows = (1...5_000).map {
      StoreTables.Entity(number: $0, name: "E\($0)", superNumber: $0 == 1 ? 0 : $0 - 1)
    }
    XCTAssertThrowsError(try ModelInference.model(of: StoreTables(entities: rows, tables: [:])))
    let ring = (1...5_000).map {
      StoreTables.Entity(number: $0, name: "E\($0)", superNumber: $0 == 1 ? 5_000 : $0 - 1)
    }
    XCTAssertThrowsError(try ModelInference.model(of: StoreTables(entities: ring, tables: [:])))
  }

  /// What Core Data cannot have made is passed over: SQL would not take it for a name.
  func testNamesThatAreNone() throws {
    let columns = ["Z_PK", "ZNAME", "ZA B", "ZA\"B", "Zx) --", "Z'", "Z"].map {
      SQLTable.Column(name: $0, type: "VARCHAR")
    }
    let model = try ModelInference.model(
      of: StoreTables(
        entities: [.init(number: 1, name: "A", superNumber: 0)], tables: ["ZA": columns]))
    XCTAssertEqual(model.entities[0].attributesByName.keys.sorted(), ["name"])
    XCTAssertNoThrow(try SQLSchema(model: model))
  }

  /// A to-one to an entity with sub-entities has an entity-key column (z-format fact 21): without one,
  /// a column of such an entity's name leads elsewhere, nobody can say where.
  func testAColumnNamedLikeAnEntityWithSubentities() throws {
    let rows = [
      StoreTables.Entity(number: 1, name: "Message", superNumber: 0),
      .init(number: 2, name: "TextMessage", superNumber: 1),
      .init(number: 3, name: "Note", superNumber: 0),
    ]
    let message = columns("Z_PK", "Z_ENT", "Z_OPT", "ZREPLYMESSAGE", "ZQUOTE", "Z1_QUOTE")
    let note = columns("Z_PK", "Z_ENT", "Z_OPT", "ZMESSAGE", "ZTEXTMESSAGE")
    let model = try ModelInference.model(
      of: StoreTables(
        entities: rows, tables: ["ZMESSAGE": message, "ZNOTE": note],
        indexes: [
          "ZMESSAGE_ZREPLYMESSAGE_INDEX", "ZMESSAGE_ZQUOTE_INDEX", "ZNOTE_ZMESSAGE_INDEX",
          "ZNOTE_ZTEXTMESSAGE_INDEX",
        ]))
    let entities = model.entitiesByName
    XCTAssertEqual(entities["Message"]?.attributesByName.keys.sorted(), ["replymessage"])
    XCTAssertEqual(
      entities["Message"]?.relationshipsByName["quote"]?.destinationEntity?.name, "Message")
    XCTAssertEqual(entities["Note"]?.attributesByName.keys.sorted(), ["message"])
    XCTAssertEqual(
      entities["Note"]?.relationshipsByName["textmessage"]?.destinationEntity?.name, "TextMessage")
  }

  /// A relationship and an attribute of one family may be called alike in upper case: both are there,
  /// and the inverse of neither leads to what the model does not have.
  func testNamesThatAreTakenInTheFamily() throws {
    let rows = [
      StoreTables.Entity(number: 1, name: "Parent", superNumber: 0),
      .init(number: 2, name: "Child", superNumber: 1),
      .init(number: 3, name: "Tag", superNumber: 0),
    ]
    let model = try ModelInference.model(
      of: StoreTables(
        entities: rows,
        tables: [
          "ZPARENT": columns("Z_PK", "Z_ENT", "Z_OPT", "ZTAGS"),
          "ZTAG": columns("Z_PK", "Z_ENT", "Z_OPT", "ZNAME"),
          "Z_2TAGS": columns("Z_2CHILDREN", "Z_3TAGS"),
          // Nothing that Core Data would make: the other side has no name.
          "Z_3CHILDREN": columns("Z_3", "Z_2CHILDREN"),
        ]))
    XCTAssertEqual(ModelConsistency(model).faults, [])
    let child = model.entitiesByName["Child"]
    XCTAssertEqual(child?.attributesByName.keys.sorted(), ["tags"])
    XCTAssertEqual(child?.relationshipsByName["Tags"]?.inverseRelationship?.name, "children")
  }

  /// What SQLite has under a name that no property's name becomes in upper case is passed over.
  func testColumnsThatNoPropertyHas() throws {
    let model = try ModelInference.model(
      of: StoreTables(
        entities: [.init(number: 1, name: "A", superNumber: 0)],
        tables: ["ZA": columns("Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "Zname", "ZŉX", "ZSTRAßE", "ZÄ")])
    )
    XCTAssertEqual(model.entities[0].attributesByName.keys.sorted(), ["name", "ä"])
  }

  private func columns(_ names: String...) -> [SQLTable.Column] {
    names.map { SQLTable.Column(name: $0, type: "INTEGER") }
  }

  private func exists(_ place: SQLToMany, in found: FoundTables) -> Bool {
    switch place {
    case .foreignKey(let table, let column, let order):
      has([column, order], table, found)
    case .ownColumn(let table, let column): has([column], table, found)
    case .join(let join):
      has([join.ownColumn, join.otherColumn, join.orderColumn], join.table, found)
    }
  }

  private func has(_ columns: [String?], _ table: String, _ found: FoundTables) -> Bool {
    columns.compactMap { $0 }.allSatisfy { found.columns[table]?.contains($0) ?? false }
  }
}
