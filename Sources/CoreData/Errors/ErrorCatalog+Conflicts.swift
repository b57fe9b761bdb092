extension ErrorCatalog {
  /// Changes that contradict each other.
  static let conflicts: [Entry] = [
    Entry(
      code: NSManagedObjectContextLockingError, name: "NSManagedObjectContextLockingError",
      message: "Could not acquire a lock in a managed object context.",
      cause: "A context could not be locked. Contexts with queues do not meet this; it is kept "
        + "for code that expects it.",
      reproduction: """
        throw CocoaError(.managedObjectContextLocking)
        """,
      cure: "Use perform or performAndWait instead of locking a context."),
    Entry(
      code: NSPersistentStoreCoordinatorLockingError,
      name: "NSPersistentStoreCoordinatorLockingError",
      message: "Could not acquire a lock in a managed persistent store coordinator.",
      cause: "A coordinator could not be locked. It is kept for code that expects it.",
      reproduction: """
        throw CocoaError(.persistentStoreCoordinatorLocking)
        """,
      cure: "Use perform or performAndWait of the coordinator instead of locking it."),
    Entry(
      code: NSManagedObjectReferentialIntegrityError,
      name: "NSManagedObjectReferentialIntegrityError",
      message: "Attempt to access an object not found in store.",
      cause: "A fault was fired, or an object asked for by its identifier, and the store has no "
        + "such row.",
      reproduction: """
        let id = book.objectID
        // another context deletes the book and saves
        _ = try context.existingObject(with: id)
        """,
      cure: "Fetch again before using objects that others may delete, or let the context "
        + "replace missing ones (shouldDeleteInaccessibleFaults)."),
    Entry(
      code: NSManagedObjectExternalRelationshipError,
      name: "NSManagedObjectExternalRelationshipError",
      message: "Cannot save objects with references outside of their own stores.",
      cause: "An object to be saved is related to an object in another store.",
      reproduction: """
        context.assign(author, to: storeA)
        context.assign(book, to: storeB)
        book.setValue(author, forKey: "author")
        try context.save()
        """,
      cure: "Assign related objects to one store, or keep the identifier of the other object in"
        + " an attribute."),
    Entry(
      code: NSManagedObjectMergeError, name: "NSManagedObjectMergeError",
      message: "Could not merge changes.",
      cause: "A row was changed by somebody else since this context read it, and the merge "
        + "policy is NSMergePolicy.error.",
      reproduction: """
        first.setValue("A", forKey: "name")   // same row, two contexts
        second.setValue("B", forKey: "name")
        try contextOfFirst.save()
        try contextOfSecond.save()
        """,
      cure: "Look at the NSMergeConflict objects under conflictList, set a merge policy, or "
        + "refresh the objects and apply the change again."),
    Entry(
      code: NSManagedObjectConstraintMergeError, name: "NSManagedObjectConstraintMergeError",
      message: "Could not merge objects that have the same values for a uniqueness constraint.",
      hasAppleText: false,
      cause: "Two objects have equal values for a uniqueness constraint, and the merge policy is"
        + " NSMergePolicy.error.",
      reproduction: """
        // entity.uniquenessConstraints = [["name"]]
        one.setValue("A", forKey: "name")
        two.setValue("A", forKey: "name")
        try context.save()
        """,
      cure: "Look at the NSConstraintConflict objects under conflictList; set "
        + "NSMergePolicy.mergeByPropertyObjectTrump to keep the newer values, or delete one "
        + "object."),
    Entry(
      code: NSPersistentStoreSaveConflictsError, name: "NSPersistentStoreSaveConflictsError",
      message: "Could not save because of unresolved merge conflicts.",
      hasAppleText: false,
      cause: "A store met merge conflicts that the merge policy did not resolve.",
      reproduction: """
        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {}  // resolves nothing
        // … then save a context with a conflict
        """,
      cure: "Resolve every conflict in the merge policy, or call super for those you leave to "
        + "it."),
  ]
}
