extension ErrorCatalog {
  /// Stores that do not open, read or write.
  static let stores: [Entry] = [
    Entry(
      code: NSPersistentStoreInvalidTypeError, name: "NSPersistentStoreInvalidTypeError",
      message: "Failed to save. Unknown store type, format, or version.",
      cause: "No store class is registered for the store type, or the file says it has another "
        + "format or version.",
      reproduction: """
        try coordinator.addPersistentStore(ofType: "Typo", configurationName: nil, at: url)
        """,
      cure: "Use NSSQLiteStoreType, NSInMemoryStoreType, NSBinaryStoreType or NSXMLStoreType, "
        + "or register the class of the store first."),
    Entry(
      code: NSPersistentStoreTypeMismatchError, name: "NSPersistentStoreTypeMismatchError",
      message: "The store type is inconsistent with the data format.",
      cause: "The file was opened as a type of store that it is not.",
      reproduction: """
        try coordinator.addPersistentStore(ofType: NSBinaryStoreType, configurationName: nil, at: sqliteURL)
        """,
      cure: "Read the type from the metadata of the store (NSStoreTypeKey) and open it with "
        + "that."),
    Entry(
      code: NSPersistentStoreIncompatibleSchemaError,
      name: "NSPersistentStoreIncompatibleSchemaError",
      message: "The model configuration used to open the store is incompatible with the one that "
        + "was used to create the store.",
      cause: "The database lacks a table or a column that the model needs, or the configuration "
        + "does not exist.",
      reproduction: """
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: "Absent", at: url)
        """,
      cure: "Check the name of the configuration and that the file was written with this model;"
        + " run the doctor on the file."),
    Entry(
      code: NSPersistentStoreSaveError, name: "NSPersistentStoreSaveError",
      message: "An error occurred while saving.",
      cause: "A store could not write what was to be saved.",
      reproduction: """
        // the folder of the file has been removed
        try context.save()
        """,
      cure: "See the underlying error; the changes are still in the context, so save again when"
        + " its cause is gone."),
    Entry(
      code: NSPersistentStoreIncompleteSaveError, name: "NSPersistentStoreIncompleteSaveError",
      message: "Save operation could not be completed.",
      cause: "Several stores were to be saved, and some of them failed.",
      reproduction: """
        // two stores, one of them read-only, changes in both
        try context.save()
        """,
      cure: "NSAffectedStoresErrorKey names the stores that failed, NSAffectedObjectsErrorKey "
        + "the objects; fix the cause and save again."),
    Entry(
      code: NSCoreDataError, name: "NSCoreDataError",
      message: "A Core Data error occurred.",
      cause: "An error that no other code describes; the reason says what happened.",
      reproduction: """
        throw CocoaError(.coreData)
        """,
      cure: "Read the reason in userInfo."),
    Entry(
      code: NSPersistentStoreOperationError, name: "NSPersistentStoreOperationError",
      message: "An error occurred in the persistent store.",
      cause: "An operation of a store failed, such as a batch request.",
      reproduction: """
        let update = NSBatchUpdateRequest(entityName: "Book")
        update.propertiesToUpdate = ["no such property": 1]
        try context.execute(update)
        """,
      cure: "Read the reason in userInfo and correct the request."),
    Entry(
      code: NSPersistentStoreOpenError, name: "NSPersistentStoreOpenError",
      message: "An error occurred while opening the persistent store.",
      cause: "A store could not be opened.",
      reproduction: """
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil,
          at: URL(fileURLWithPath: "/no/such/folder/a.sqlite"))
        """,
      cure: "Check that the folder exists and may be written; see the underlying error."),
    Entry(
      code: NSPersistentStoreTimeoutError, name: "NSPersistentStoreTimeoutError",
      message: "A timeout error occurred while connecting to the persistent store.",
      cause: "The file stayed locked longer than NSPersistentStoreTimeoutOption allows.",
      reproduction: """
        // another program holds an exclusive lock
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url,
          options: [NSPersistentStoreTimeoutOption: 1])
        """,
      cure: "Close the other program, or allow more seconds."),
    Entry(
      code: NSPersistentStoreUnsupportedRequestTypeError,
      name: "NSPersistentStoreUnsupportedRequestTypeError",
      message: "The persistent store does not understand the request.",
      hasAppleText: false,
      cause: "A store was given a request of a type that it does not carry out.",
      reproduction: """
        // the store is in memory
        try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        """,
      cure: "Use an SQLite store for batch and history requests, or do the work object by "
        + "object."),
    Entry(
      code: NSSQLiteError, name: "NSSQLiteError",
      message: "An SQLite error occurred.",
      cause: "SQLite refused a statement; its own code is under NSSQLiteErrorDomain.",
      reproduction: """
        // a table of the file was dropped with another program
        _ = try context.fetch(request)
        """,
      cure: "Read the SQLite message under reason; check the file with PRAGMA integrity_check."),
    Entry(
      code: NSExternalRecordImportError, name: "NSExternalRecordImportError",
      message: "An error occurred while importing external records.",
      hasAppleText: false,
      cause: "External records, which Spotlight used on the Mac, could not be imported. It is "
        + "kept for code that expects it.",
      reproduction: """
        throw CocoaError(.externalRecordImport)
        """,
      cure: "External records do not exist here; remove the option."),
    Entry(
      code: NSPersistentHistoryTokenExpiredError, name: "NSPersistentHistoryTokenExpiredError",
      message: "The persistent history token has expired.",
      hasAppleText: false,
      cause: "The history after a token was asked for, but the transactions it points to have "
        + "been deleted.",
      reproduction: """
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date()))
        try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: oldToken))
        """,
      cure: "Drop the token, read everything anew, and keep the newest token."),
  ]
}
