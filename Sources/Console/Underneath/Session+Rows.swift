import CoreData
import Inspector
import SQLiteDriver

extension Session {
  /// The connection of the open SQLite store.
  var storeConnection: SQLiteConnection? { sqliteStore?.connection }

  var sqliteStore: SQLiteStore? {
    stack?.coordinator.persistentStores.lazy.compactMap { $0.engine as? SQLiteStore }.first
  }

  /// `.rows [on|off]`
  func setRows(_ isOn: Bool?) throws {
    settings.showsRows = isOn ?? !settings.showsRows
    if isOn == nil { acknowledge("rows \(settings.showsRows ? "on" : "off")") }
  }

  /// Runs a save and prints the rows it changed, if that is wanted.
  func showingRows(_ context: NSManagedObjectContext, _ save: () throws -> Void) throws {
    guard settings.showsRows, context.parent == nil, let store = sqliteStore else {
      try save()
      causes.forgetAll()
      return
    }
    causes.learnNames(context.updatedObjects)
    causes.learnNames(context.deletedObjects)
    let inserted = context.insertedObjects
    let session = try SQLiteSession(connection: store.connection)
    try save()
    causes.learnNames(inserted)
    let rows = RowChanges(
      changes: try session.changes(), database: try database(), schema: store.schema,
      causes: causes, arrow: settings.rendering.isPlain ? "->" : "→")
    for line in try rows.lines() { write(line) }
    causes.forgetAll()
  }
}
