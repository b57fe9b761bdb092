import Foundation
package import SQLiteDriver

/// Says whether a store was made with a model.
enum StoreCompatibility {
  /// - Throws: 134100 with the names of the entities that differ.
  static func check(
    _ metadata: [String: Any], _ model: NSManagedObjectModel, _ configuration: String?, _ url: URL
  ) throws {
    guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return }
    let entities = model.entities(forConfigurationName: configuration) ?? []
    var differing: [String] = []
    var names: Set<String> = []
    for entity in entities {
      let name = entity.name ?? ""
      names.insert(name)
      if stored[name] != model.entityVersionHashesByName[name] { differing.append(name) }
    }
    differing += stored.keys.filter { !names.contains($0) }
    guard differing.isEmpty else {
      throw CoordinatorError.modelMismatch(url, differing: differing.sorted(), metadata: metadata)
    }
  }
}

/// Checks that a found store has the tables that its model needs.
enum SchemaMatch {
  static func check(_ schema: SQLSchema, _ found: FoundTables, path: String) throws {
    for entity in schema.entitiesInOrder where found.columns[entity.table] == nil {
      throw SQLiteStoreError.missingTable(entity.table, entity: entity.name, path: path)
    }
  }
}

extension FoundTables {
  /// Reads what tables, columns and entity numbers a file has.
  package static func read(
    _ connection: SQLiteConnection, _ metadata: [String: Any]
  ) throws -> FoundTables {
    var numbers: [String: Int] = [:]
    for row in try connection.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") {
      if let name = row[0].text, let number = row[1].integer { numbers[name] = Int(number) }
    }
    var columns: [String: [String]] = [:]
    let tables = try connection.rows(
      "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p "
        + "WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY m.rowid, p.cid")
    for row in tables {
      if let table = row[0].text, let column = row[1].text {
        columns[table, default: []].append(column)
      }
    }
    let version = (metadata["NSPersistenceFrameworkVersion"] as? NSNumber)?.intValue
    return FoundTables(
      era: version.map(SQLEra.init(frameworkVersion:)) ?? .latest, numbers: numbers,
      columns: columns)
  }
}
