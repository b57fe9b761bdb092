package import CoreData
private import Foundation
private import SQLiteDriver

/// The model of a store that comes without one.
package enum StoreModel {
  /// The model that the store keeps in its cache, or one inferred from its tables.
  ///
  /// - Returns: with an inferred one why the store's own is not to be had; nil if its kind keeps none.
  package static func read(
    _ database: ReadOnlyDatabase, path: String
  ) throws -> (model: NSManagedObjectModel, origin: ModelJSON.Origin, fault: String?) {
    let tables = try database.tables()
    guard tables.contains("Z_PRIMARYKEY") else {
      throw CoordinatorError.notAStore(
        URL(fileURLWithPath: path), why: "it is a database without Z_PRIMARYKEY")
    }
    // A cache that cannot be read leaves the tables to tell.
    let fault: String?
    do {
      let content = try cache(database, tables)
      if let content { return (try ModelCache.decode(content, path: path), .cache, nil) }
      fault = lackOfCache(database, path)
    } catch {
      let reason = (error as? any CoreDataErrorConvertible)?.reason ?? "\(error)"
      fault =
        "the model that \(path) keeps cannot be read: "
        + (reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }
    return (try ModelInference.model(of: storeTables(database)), .inferred, fault)
  }

  /// What a person has to know who gets an inferred model of a store that should keep its own.
  package static func note(_ fault: String) -> String {
    "note: \(fault). A model inferred from the tables is used, with names in lower case, numbers for "
      + "booleans and data for what only the true model can read; --model MODEL gives another."
  }

  /// That a store does not keep its model, though those of its framework do; nil if they do not.
  private static func lackOfCache(_ database: ReadOnlyDatabase, _ path: String) -> String? {
    // Metadata that cannot be read are told of where they are asked for.
    let metadata = try? SQLiteMetadata.read(from: database.connection, path: path)
    guard let version = metadata?[StoreMetadata.Key.frameworkVersion] as? NSNumber,
      SQLEra(frameworkVersion: version.intValue).hasModelCache
    else { return nil }
    return "\(path) does not keep its model any more: there is none in Z_MODELCACHE"
  }

  /// What stands in the model cache, if there is one.
  private static func cache(_ database: ReadOnlyDatabase, _ tables: [String]) throws -> Data? {
    guard tables.contains("Z_MODELCACHE") else { return nil }
    return try database.connection.data("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
  }

  private static func storeTables(_ database: ReadOnlyDatabase) throws -> StoreTables {
    let connection = database.connection
    let entities = try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY")
    var columns: [String: [SQLTable.Column]] = [:]
    // What a store's opening takes for its tables (`FoundTables`): no views, nothing virtual.
    let rows = try connection.rows(
      "SELECT m.name, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p "
        + "WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY m.rowid, p.cid")
    for row in rows {
      guard let table = row[0].text, let name = row[1].text, let type = row[2].text else {
        continue
      }
      columns[table, default: []].append(SQLTable.Column(name: name, type: type))
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
