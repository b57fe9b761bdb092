/// What a store is to be: where, of what type, and with which options.
///
/// ```swift
/// let description = NSPersistentStoreDescription(url: url)
/// description.isReadOnly = true
/// container.persistentStoreDescriptions = [description]
/// ```
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable: set up before the stores are loaded, and only read from then on.

  /// The type of the store, `NSSQLiteStoreType` at first.
  open var type = NSSQLiteStoreType

  /// The configuration of the model that the store takes; nil for all entities.
  open var configuration: String?

  /// Where the store is; nil for a store in memory.
  open var url: URL?

  /// Whether the store is opened in the background: `loadPersistentStores` then returns before it
  /// is, and the handler is called later.
  open var shouldAddStoreAsynchronously = false

  /// Every option as the coordinator gets it, those behind the other properties too.
  public private(set) var options: [String: NSObject] = [
    NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
    NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
  ]

  /// Creates a description of an SQLite store that is migrated by itself.
  ///
  /// - Parameter url: the file of the store.
  public init(url: URL) {
    self.url = url
    super.init()
  }

  /// Creates a description without a place: for a store in memory.
  public override init() {
    super.init()
  }

  /// Sets an option of the store, or removes it when nil.
  ///
  /// - Parameter key: such as `NSPersistentHistoryTrackingKey`.
  open func setOption(_ option: NSObject?, forKey key: String) {
    options[key] = option
  }

  /// Whether saving to the store is refused.
  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { options[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
  }

  /// How many seconds to wait for a store that somebody else keeps locked; 240 at first.
  open var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { options[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }

  /// Whether a store of another version of the model is migrated. True at first.
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
  }

  /// Whether a mapping model is inferred where none is found. True at first.
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
  }

  /// The pragmas that an SQLite store is opened with, by name.
  open var sqlitePragmas: [String: NSObject] {
    var pragmas: [String: NSObject] = [:]
    for (key, value) in (options[NSSQLitePragmasOption] as? NSDictionary) ?? [:] {
      if let key = key as? String { pragmas[key] = value as? NSObject }
    }
    return pragmas
  }

  /// Sets a pragma of an SQLite store, such as `journal_mode`, or removes it when nil.
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    let changed = NSMutableDictionary()
    for (key, value) in pragmas { changed[key] = value }
    options[NSSQLitePragmasOption] = pragmas.isEmpty ? nil : changed
  }

  private func flag(_ key: String) -> Bool {
    (options[key] as? NSNumber)?.boolValue ?? false
  }

  /// A description with the same contents.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.options = options
    return copy
  }

  /// Whether another description says the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentStoreDescription else { return false }
    return type == other.type && configuration == other.configuration && url == other.url
      && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously
      && options == other.options
  }

  open override var hash: Int { type.hashValue ^ (url?.hashValue ?? 0) }

  /// Type and place, for people.
  open override var description: String {
    "<NSPersistentStoreDescription: type: \(type), url: \(url?.absoluteString ?? "nil")>"
  }
}
