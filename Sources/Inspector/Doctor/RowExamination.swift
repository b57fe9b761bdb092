import CoreData
import SQLiteDriver

/// The part of an examination that looks at rows, table by table.
struct RowExamination {
  let doctor: StoreDoctor
  let schema: SQLSchema
  let model: NSManagedObjectModel
  let found: FoundTables

  /// An entity with the names of what it is stored in.
  struct Place {
    let entity: SQLEntity
    let description: NSEntityDescription

    /// The condition that a row, under an alias, is of the entity or one of its descendants.
    func range(_ alias: String) -> String {
      "\(alias).Z_ENT BETWEEN \(entity.number) AND \(entity.lastNumber)"
    }
  }

  func run() {
    let descriptions = model.entitiesByName
    let places = schema.entitiesInOrder.compactMap { entity in
      descriptions[entity.name].map { Place(entity: entity, description: $0) }
    }
    checkNumbers(places)
    let abstract = Dictionary(
      grouping: places.filter(\.description.isAbstract), by: \.entity.table)
    for place in places where place.entity.superNumber == 0 {
      checkTable(place, abstract[place.entity.table] ?? [])
    }
    for place in places where hasTable(place) {
      for property in place.description.ownProperties where !property.isTransient {
        check(property, place)
      }
      checkUniqueness(place)
    }
    checkExternalFiles(places)
  }

  // MARK: - Helpers

  func hasTable(_ place: Place) -> Bool { found.columns[place.entity.table] != nil }

  func hasColumn(_ name: String, in table: String) -> Bool {
    found.columns[table]?.contains(name) ?? false
  }

  func place(of description: NSEntityDescription?) -> Place? {
    guard let description, let entity = schema.entities[description.name ?? ""],
      found.columns[entity.table] != nil
    else { return nil }
    return Place(entity: entity, description: description)
  }

  /// The name of the entity of a number; the table's root where it is of none.
  func entityName(_ number: Int64?, _ place: Place) -> String {
    schema.entitiesInOrder.first { Int64($0.number) == number }?.name ?? place.entity.name
  }

  /// Reports each row of a query whose first columns are key and entity number.
  func report(
    _ check: Finding.Check, _ place: Place, _ what: String, _ sql: String, remedy: String,
    _ meaning: ([SQLiteValue]) -> String
  ) {
    doctor.attempt(what) { doctor in
      let rows = try doctor.database.connection.rows(sql + " LIMIT \(StoreDoctor.limit + 1)")
      for row in rows.prefix(StoreDoctor.limit) {
        doctor.add(
          Finding(
            check, entity: entityName(row.count > 1 ? row[1].integer : nil, place),
            key: row.first?.integer, meaning(row), remedy: remedy))
      }
      if rows.count > StoreDoctor.limit {
        doctor.add(
          Finding(
            check, entity: place.entity.name,
            "\(what): more than \(StoreDoctor.limit) objects; the others are not listed",
            remedy: remedy))
      }
    }
  }

  // MARK: - Numbers and keys

  private func checkNumbers(_ places: [Place]) {
    for place in places where found.numbers[place.entity.name] == nil {
      doctor.add(
        Finding(
          .primaryKey, entity: place.entity.name, "Z_PRIMARYKEY does not list the entity",
          remedy: "use the model the store was made with, or migrate the store"))
    }
    let known = Set(places.map(\.entity.name))
    for (name, number) in found.numbers.sorted(by: { $0.key < $1.key })
    where number < 16001 && !known.contains(name) {
      doctor.add(
        Finding(
          .primaryKey, entity: name, "Z_PRIMARYKEY lists an entity that the model does not have",
          remedy: "use the model the store was made with, or migrate the store"))
    }
  }

  private func checkTable(_ place: Place, _ abstractMembers: [Place]) {
    let table = place.entity.table
    guard hasTable(place) else {
      doctor.add(
        Finding(
          .table, entity: place.entity.name, "the store has no table \(table)",
          remedy: "use the model the store was made with, or take a backup"))
      return
    }
    doctor.attempt(table) { doctor in
      let connection = doctor.database.connection
      doctor.count(rows: try connection.integer("SELECT COUNT(*) FROM \(table)") ?? 0)
      let highest = try connection.integer("SELECT MAX(Z_PK) FROM \(table)") ?? 0
      let stored = try connection.integer(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(place.entity.number))])
      if let stored, highest > stored {
        doctor.add(
          Finding(
            .primaryKey, entity: place.entity.name,
            "Z_PRIMARYKEY says the highest key is \(stored), but \(table) has the key \(highest): "
              + "the next new object would get a key in use",
            remedy:
              "UPDATE Z_PRIMARYKEY SET Z_MAX = \(highest) WHERE Z_ENT = \(place.entity.number)"
          ))
      }
    }
    report(
      .entityNumber, place, "\(table).Z_ENT",
      "SELECT Z_PK, Z_ENT FROM \(table) t WHERE Z_ENT IS NULL OR NOT (\(place.range("t")))",
      remedy: "set Z_ENT to the number that Z_PRIMARYKEY gives the object's entity"
    ) { row in
      "its row in \(table) says entity number \(Self.text(row[1])), which is none of this table's"
    }
    report(
      .primaryKey, place, "\(table).Z_PK",
      "SELECT Z_PK, Z_ENT FROM \(table) t WHERE Z_PK < 1",
      remedy: "give the row a key above Z_MAX, and what refers to it the same"
    ) { row in "its row in \(table) has the key \(Self.text(row[0])), but keys begin with 1" }
    for member in abstractMembers {
      report(
        .entityNumber, member, "\(table).Z_ENT",
        "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_ENT = \(member.entity.number)",
        remedy: "set Z_ENT to the number of the sub-entity that the object belongs to"
      ) { _ in "its entity is abstract, so it can have no objects" }
    }
  }

  static func text(_ value: SQLiteValue) -> String { value.sqlLiteral }
}
