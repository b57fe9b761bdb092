import Foundation

/// What an SQLite store finds wrong in its file.
package enum SQLiteStoreError: CoreDataErrorConvertible {
  case missingTable(String, entity: String, path: String)
  case unknownEntityNumber(Int64, table: String)
  case keyOfNothing(Int64, table: String)
  case noMetadata(path: String)
  case badMetadata(path: String)
  case keysExhausted(entity: String)
  case noGenerations(path: String, journal: String)
  case changedModel(path: String, differing: [String])
  case changedTables(path: String, lacks: String)

  package var property: String? { nil }

  package var cocoaCode: Int {
    switch self {
    case .missingTable, .noMetadata, .badMetadata: CocoaError.Code.fileReadCorruptFile.rawValue
    case .unknownEntityNumber, .keyOfNothing: NSManagedObjectReferentialIntegrityError
    case .keysExhausted: NSPersistentStoreSaveError
    case .noGenerations: NSPersistentStoreUnsupportedRequestTypeError
    case .changedModel, .changedTables: NSPersistentStoreIncompatibleVersionHashError
    }
  }

  package var suggestion: String? {
    switch self {
    case .changedModel, .changedTables:
      "Open the store again, with the model that it has now, and make the unsaved changes there."
    default: ErrorCatalog.entry(for: cocoaCode)?.cure
    }
  }

  package var reason: String? {
    switch self {
    case .missingTable(let table, let entity, let path):
      "The store \(path) has no table \(table) for the entity \(entity): it was made with another "
        + "model, or it is damaged."
    case .unknownEntityNumber(let number, let table):
      "A row of \(table) says it is of entity number \(number), which Z_PRIMARYKEY does not list "
        + "for this table."
    case .keyOfNothing(let key, let table):
      "A row of \(table) has the primary key \(key), but keys begin with 1: the store was changed by "
        + "hand, or it is damaged."
    case .noMetadata(let path):
      "The file \(path) is an SQLite database, but not a Core Data store: it has no Z_METADATA."
    case .badMetadata(let path): "The metadata of the store \(path) are not a property list."
    case .noGenerations(let path, let journal):
      "The store \(path) has the journal mode \"\(journal)\", in which one state of it cannot be "
        + "read while others write. Open it with the journal mode wal."
    case .changedModel(let path, let differing):
      "The store \(path) has been brought to another model by somebody else since it was opened here; "
        + "these entities differ: \(differing.joined(separator: ", ")). Its columns may mean something "
        + "else now, so nothing is read from it or written to it any more."
    case .changedTables(let path, let lacks):
      "The tables of the store \(path) have been changed by somebody else since it was opened here: "
        + "\(lacks) is not there any more. So nothing is read from it or written to it."
    case .keysExhausted(let entity): "There is no primary key left for \(entity)."
    }
  }
}
