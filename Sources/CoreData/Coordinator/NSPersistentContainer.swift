/// A model, a coordinator with its stores, and a context: all that a program needs.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Library")
/// container.loadPersistentStores { description, error in
///   if let error { fatalError("\(error)") }
/// }
/// let books = try container.viewContext.fetch(Book.fetchRequest())
/// ```
///
/// Difference from Apple's class: the type property `defaultDirectoryURL` exists only as the
/// method of the name, as Swift allows one of the two in one module.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  // @unchecked Sendable: descriptions are set up before the stores are loaded; everything else is
  // constant and looks after itself.

  /// The name: of the model when it was looked for, and of the default store's file.
  public let name: String

  /// The model.
  public let managedObjectModel: NSManagedObjectModel

  /// The coordinator that opens the stores.
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator

  /// The context on the main queue. It has no undo manager (B066).
  public let viewContext: NSManagedObjectContext

  /// The stores to be loaded: at first one SQLite store, `NAME.sqlite` in the default directory.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// Creates a container for a model.
  ///
  /// - Parameters:
  ///   - name: a name for the container, and for the file of its default store.
  ///   - model: the model.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    viewContext.name = "viewContext"
    persistentStoreDescriptions = []
    super.init()
    let file = type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
  }

  /// Where stores go unless told otherwise: `$XDG_DATA_HOME/PROGRAM`, or
  /// `~/.local/share/PROGRAM`.
  ///
  /// Difference from Apple: there it is the Application Support folder. Override it for another
  /// place.
  open class func defaultDirectoryURL() -> URL {
    let environment = ProcessInfo.processInfo.environment
    let base: URL
    if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
      base = URL(fileURLWithPath: home, isDirectory: true)
    } else {
      base = FileManager.default.homeDirectoryForCurrentUser
        .appendingPathComponent(".local/share", isDirectory: true)
    }
    let program = ProcessInfo.processInfo.processName
    return base.appendingPathComponent(program.isEmpty ? "corebook" : program, isDirectory: true)
  }

  /// Opens the stores that are described and not open yet.
  ///
  /// - Parameter block: called once for each description, with the error if its store could not be
  ///   opened: before this method returns, unless the description says that the store is added
  ///   asynchronously.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      if isLoaded(description) {
        block(description, nil)
      } else if let failure = prepareDirectory(of: description) {
        block(description, failure)
      } else {
        persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
      }
    }
  }

  private func isLoaded(_ description: NSPersistentStoreDescription) -> Bool {
    guard let url = description.url,
      let store = persistentStoreCoordinator.persistentStore(for: url)
    else { return false }
    guard StoreSite.of(url) == .memory else { return true }
    // Several stores may be there, for a configuration each.
    let configuration = description.configuration ?? NSManagedObjectModel.defaultConfigurationName
    return persistentStoreCoordinator.persistentStores.contains {
      $0.url == store.url && $0.configurationName == configuration
    }
  }

  /// Makes the default directory if a store goes there; other folders have to exist, as on Apple's
  /// systems.
  private func prepareDirectory(of description: NSPersistentStoreDescription) -> (any Error)? {
    let directory = type(of: self).defaultDirectoryURL()
    guard let url = description.url, url.isFileURL,
      url.deletingLastPathComponent().standardizedFileURL.path
        == directory.standardizedFileURL.path
    else { return nil }
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      return nil
    } catch {
      return error
    }
  }

  /// A new context with a queue of its own, straight on the coordinator.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block with a new context on that context's queue; returns before it is done.
  open func performBackgroundTask(
    _ block: @escaping @Sendable (NSManagedObjectContext) -> Void
  ) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs a block with a new context on that context's queue, and gives its result.
  ///
  /// - Throws: what the block throws.
  public func performBackgroundTask<T>(
    _ block: @escaping @Sendable (NSManagedObjectContext) throws -> T
  ) async rethrows -> T {
    let context = newBackgroundContext()
    return try await context.perform { try block(context) }
  }
}
