package import CoreData
private import Foundation
private import SQLiteDriver

/// The model of a store that comes without one.
package enum StoreModel {
  /// The model that the store keeps in its cache, or one inferred from its tables.
  ///
  /// - Returns: with an inferred one why the store's own cannot be read; nil if it keeps none.
  package static func read(
    _ database: ReadOnlyDatabase, path: String
  ) throws -> (model: NSManagedObjectModel, origin: ModelJSON.Origin, fault: String?) {
    let tables = try database.tables()
    guard tables.contains("Z_PRIMARYKEY") else {
      throw CoordinatorError.notAStore(
        URL(fileURLWithPath: path), why: "it is a database without Z_PRIMARYKEY")
    }
    var fault: String?
    if tables.contains("Z_MODELCACHE"),
      let content = try database.connection.data("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
    {
      do throws(ModelError) {
        return (try ModelCache.decode(content, path: path), .cache, nil)
      } catch {
        // The tables are left to tell.
        fault = error.description
      }
    }
    return (try ModelInference.model(of: storeTables(database, tables)), .inferred, fault)
  }

  private static func storeTables(
    _ database: ReadOnlyDatabase, _ tables: [String]
  ) throws -> StoreTables {
    let connection = database.connection
    let entities = try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY")
    var columns: [String: [SQLTable.Column]] = [:]
    for table in tables {
      let rows = try connection.rows(
        "SELECT name, type FROM pragma_table_info(?1)", [.text(table)])
      columns[table] = rows.compactMap { row in
        guard case .text(let name) = row[0], case .text(let type) = row[1] else { return nil }
        return SQLTable.Column(name: name, type: type)
      }
    }
    return StoreTables(
      entities: entities.compactMap { row in
        guard case .integer(let number) = row[0], case .text(let name) = row[1] else { return nil }
        let parent: Int64 = if case .integer(let number) = row[2] { number } else { 0 }
        return StoreTables.Entity(
          number: Int(number), name: name, superNumber: Int(parent))
      }, tables: columns, indexes: Set(try database.indexes()))
  }
}
