extension NSPersistentStoreCoordinator {
  /// Opens the store that is described.
  ///
  /// - Parameters:
  ///   - storeDescription: the store.
  ///   - block: called with the error if it could not be opened; before this method returns unless
  ///     the description says that the store is added asynchronously.
  public final func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let opening = Opening(coordinator: self, description: storeDescription, handler: block)
    if storeDescription.shouldAddStoreAsynchronously {
      DispatchQueue.global().async { opening.run() }
    } else {
      opening.run()
    }
  }

  /// One store being opened, perhaps on another thread.
  private struct Opening: @unchecked Sendable {  // Handed to one thread, which alone uses it.
    let coordinator: NSPersistentStoreCoordinator
    let description: NSPersistentStoreDescription
    let handler: (NSPersistentStoreDescription, (any Error)?) -> Void

    func run() {
      do {
        _ = try coordinator.addPersistentStore(
          ofType: description.type, configurationName: description.configuration,
          at: description.url, options: description.options)
        handler(description, nil)
      } catch {
        handler(description, bridgedError(error))
      }
    }
  }
}
