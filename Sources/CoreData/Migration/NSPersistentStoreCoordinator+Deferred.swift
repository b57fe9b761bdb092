/// What a lightweight migration may put off.
extension NSPersistentStoreCoordinator {
  /// Finishes what a lightweight migration has put off.
  ///
  /// Difference from Apple: nothing ever is. `NSPersistentStoreDeferredLightweightMigrationOptionKey` is
  /// accepted, and the migration does everything in its one transaction, so that the store is wholly of
  /// the old version or wholly of the new one. There is nothing left to do here.
  ///
  /// - Throws: nothing.
  public final func finishDeferredLightweightMigration() throws {}

  /// Finishes one part of what a lightweight migration has put off: as
  /// ``finishDeferredLightweightMigration()``.
  ///
  /// - Throws: nothing.
  public final func finishDeferredLightweightMigrationTask() throws {}
}
