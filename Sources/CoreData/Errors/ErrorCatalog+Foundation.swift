extension ErrorCatalog {
  /// The codes of Foundation that stores report: those for files.
  static let foundation: [Entry] = [
    Entry(
      code: CocoaError.Code.fileReadUnknown.rawValue, name: "NSFileReadUnknownError",
      message: "The file couldn’t be opened.",
      cause: "The file of a store could not be opened or read; SQLite's code is under "
        + "NSSQLiteErrorDomain.",
      reproduction: """
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil,
          at: URL(fileURLWithPath: "/no/such/folder/a.sqlite"))
        """,
      cure: "Check that the folder exists and that both folder and file may be read."),
    Entry(
      code: CocoaError.Code.fileReadNoPermission.rawValue, name: "NSFileReadNoPermissionError",
      message: "The file couldn’t be opened because you don’t have permission to view it.",
      cause: "The file of a store may not be read.",
      reproduction: "// chmod 000 a.sqlite, then open it",
      cure: "Change the rights of the file, or open a copy."),
    Entry(
      code: CocoaError.Code.fileReadCorruptFile.rawValue, name: "NSFileReadCorruptFileError",
      message: "The file couldn’t be opened because it isn’t in the correct format.",
      cause: "The file is no database, or it is damaged.",
      reproduction: """
        try Data("no database".utf8).write(to: url)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        """,
      cure: "Work on a copy; look at its first bytes, and run the doctor on it."),
    Entry(
      code: CocoaError.Code.fileReadNoSuchFile.rawValue, name: "NSFileReadNoSuchFileError",
      message: "The file couldn’t be opened because there is no such file.",
      cause: "A store was opened read-only, and its file does not exist (B083).",
      reproduction: """
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil,
          at: missing, options: [NSReadOnlyPersistentStoreOption: true])
        """,
      cure: "Check the path, or open the store for writing, which creates it."),
    Entry(
      code: CocoaError.Code.fileWriteNoPermission.rawValue, name: "NSFileWriteNoPermissionError",
      message: "You don’t have permission to save the file.",
      cause: "The store is read-only, or its file or folder may not be written (B083).",
      reproduction: """
        // the store was opened with NSReadOnlyPersistentStoreOption
        try context.save()
        """,
      cure: "Open the store for writing, or change the rights of file and folder. The changes "
        + "are still in the context."),
    Entry(
      code: CocoaError.Code.fileWriteOutOfSpace.rawValue, name: "NSFileWriteOutOfSpaceError",
      message: "You can’t save the file because the volume is out of space.",
      cause: "The disk is full.",
      reproduction: "// a save on a full disk",
      cure: "Free some space and save again. The changes are still in the context."),
  ]
}
