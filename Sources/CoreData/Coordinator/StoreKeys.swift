/// The type of SQLite stores.
public let NSSQLiteStoreType = "SQLite"
/// The type of XML stores.
public let NSXMLStoreType = "XML"
/// The type of binary stores.
public let NSBinaryStoreType = "Binary"
/// The type of stores in memory.
public let NSInMemoryStoreType = "InMemory"
/// The metadata key of the store's type.
public let NSStoreTypeKey = "NSStoreType"
/// The metadata key of the store's UUID.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The metadata key of the entities' version hashes.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The metadata key of the model's version identifiers.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// The option to refuse writing.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// The option with a dictionary of SQLite pragmas, name to value.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// The option to wait for a busy store, in seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// The option to run SQLite's ANALYZE when opening.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// The option to rebuild the file with VACUUM when opening.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// The option to open a store without comparing version hashes.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// The option to migrate the store when its model is another version.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// The option to infer a mapping model where none is found.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// The option to refuse predicates that Apple's SQLite store refuses; ours. Without it they are
/// answered rightly.
public let StrictPredicatesOption = "CorebookStrictPredicates"
/// The option to take a model as it is because the store keeps it or it was inferred from the store;
/// ours.
package let StoresOwnModelOption = "CorebookStoresOwnModel"
/// The option to copy an SQLite store to a URL, where nothing may be, before it is migrated; ours.
package let MigrationBackupOption = "CorebookMigrationBackup"
/// The option with models among which the one of the store to be migrated is looked for, before the
/// program's; ours.
package let MigrationSourceModelsOption = "CorebookMigrationSourceModels"
/// The option to keep a persistent history.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// The option to post a notification when another program changes the store.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
