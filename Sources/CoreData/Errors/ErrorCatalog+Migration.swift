extension ErrorCatalog {
  /// Stores that do not fit the model.
  static let migration: [Entry] = [
    Entry(
      code: NSPersistentStoreIncompatibleVersionHashError,
      name: "NSPersistentStoreIncompatibleVersionHashError",
      message: "The managed object model version used to open the persistent store is incompatible"
        + " with the one that was used to create the persistent store.",
      cause: "The version hashes of the entities in the store are not those of the model.",
      reproduction: """
        // written with version 1 of the model, opened with version 2
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        """,
      cure: "Open with the model that wrote the file, or set shouldMigrateStoreAutomatically "
        + "and shouldInferMappingModelAutomatically."),
    Entry(
      code: NSMigrationError, name: "NSMigrationError",
      message: "An error occurred during persistent store migration.",
      cause: "A migration failed; the reason says where.",
      reproduction: """
        // version 2 adds a required attribute without a default value
        container.loadPersistentStores { _, error in print(error as Any) }
        """,
      cure: "Read the reason; most often a new required attribute lacks a default value. The "
        + "old file is unchanged."),
    Entry(
      code: NSMigrationConstraintViolationError, name: "NSMigrationConstraintViolationError",
      message: "Constraint violation during persistent store migration.",
      hasAppleText: false,
      cause: "After a migration several rows have equal values for a uniqueness constraint of "
        + "the new model.",
      reproduction: """
        // version 2 adds uniquenessConstraints = [["name"]], and two rows have the same name
        container.loadPersistentStores { _, error in print(error as Any) }
        """,
      cure: "Make the values unique with the old model first, or in a custom migration policy."),
    Entry(
      code: NSMigrationCancelledError, name: "NSMigrationCancelledError",
      message: "Persistent store migration was cancelled before completion.",
      cause: "The migration manager was told to cancel.",
      reproduction: """
        manager.cancelMigrationWithError(CocoaError(.migrationCancelled))
        """,
      cure: "Start the migration again; the old file is unchanged."),
    Entry(
      code: NSMigrationMissingSourceModelError, name: "NSMigrationMissingSourceModelError",
      message: "Persistent store migration failed, missing source managed object model.",
      cause: "No model was found whose version hashes are those of the store.",
      reproduction: """
        // the bundle has only version 2 of the model, the file was written with version 1
        container.loadPersistentStores { _, error in print(error as Any) }
        """,
      cure: "Keep every released version of the model in the .momd or .xcdatamodeld, or recover"
        + " the model from the file."),
    Entry(
      code: NSMigrationMissingMappingModelError, name: "NSMigrationMissingMappingModelError",
      message: "Persistent store migration failed, missing mapping model.",
      cause: "There is no mapping model from the old to the new model, and none may be inferred.",
      reproduction: """
        description.shouldMigrateStoreAutomatically = true
        description.shouldInferMappingModelAutomatically = false
        """,
      cure: "Set shouldInferMappingModelAutomatically, or supply a mapping model."),
    Entry(
      code: NSMigrationManagerSourceStoreError, name: "NSMigrationManagerSourceStoreError",
      message: "Persistent store migration failed, there was a problem with the source persistent "
        + "store.",
      cause: "The store to be migrated could not be read.",
      reproduction: """
        try manager.migrateStore(from: missingURL, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
        """,
      cure: "Check that the source exists, may be read, and opens with its own model."),
    Entry(
      code: NSMigrationManagerDestinationStoreError,
      name: "NSMigrationManagerDestinationStoreError",
      message: "Persistent store migration failed, there was a problem with the destination "
        + "persistent store.",
      cause: "The migrated store could not be written.",
      reproduction: """
        try manager.migrateStore(from: url, type: .sqlite, mapping: mapping,
          to: URL(fileURLWithPath: "/no/such/folder/b.sqlite"), type: .sqlite)
        """,
      cure: "Check that the folder of the destination exists, may be written, and has space."),
    Entry(
      code: NSEntityMigrationPolicyError, name: "NSEntityMigrationPolicyError",
      message: "Persistent store migration failed while processing entity migration policy.",
      cause: "A migration policy of an entity threw, or its class was not found.",
      reproduction: """
        mapping.entityMigrationPolicyClassName = "NoSuchPolicy"
        """,
      cure: "See the underlying error; check the name of the class and what its methods throw."),
    Entry(
      code: NSInferredMappingModelError, name: "NSInferredMappingModelError",
      message: "A mapping model could not be inferred.",
      hasAppleText: false,
      cause: "The difference between two models is more than can be inferred.",
      reproduction: """
        // an attribute changes its type from String to Date
        try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        """,
      cure: "Set renaming identifiers, take smaller steps over intermediate versions, or write "
        + "a mapping model."),
    Entry(
      code: NSManagedObjectModelReferenceNotFoundError,
      name: "NSManagedObjectModelReferenceNotFoundError",
      message: "The referenced managed object model could not be found.",
      hasAppleText: false,
      cause: "A model reference names a file, or has a version checksum, that no model has.",
      reproduction: """
        NSManagedObjectModelReference(fileURL: url, versionChecksum: "wrong").resolvedModel
        """,
      cure: "Check the path and compare the checksum with versionChecksum of the model."),
    Entry(
      code: NSStagedMigrationFrameworkVersionMismatchError,
      name: "NSStagedMigrationFrameworkVersionMismatchError",
      message: "The store does not support staged migration.",
      hasAppleText: false,
      cause: "The metadata of the store lacks what a staged migration needs.",
      reproduction: """
        // the file was written before staged migration existed
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
        """,
      cure: "Open and save the store once with its own model, or migrate it without stages."),
    Entry(
      code: NSStagedMigrationBackwardMigrationError,
      name: "NSStagedMigrationBackwardMigrationError",
      // Apple's words as forum thread 804902 shows them.
      message: "A store file cannot be migrated backwards with staged migration.",
      cause: "The store is newer than the model it is opened with.",
      reproduction: """
        // the file has version 3; the stages end with version 2
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
        """,
      cure: "Open the store with the newer model, or add stages up to its version."),
  ]
}
