import CoreData
package import Foundation
import Inspector
import ScratchFolders

/// What to open: a model, and where its objects lie.
package struct StackPlan: Sendable, Equatable {
  /// The model's file; nil to take the model that the store keeps, or to infer one.
  package var model: URL?
  /// The store's file; nil for a temporary one.
  package var store: URL?
  package var type: ToolCommand.StoreType
  /// Whether the file may be written. An existing store is opened on a private copy without it.
  package var writes: Bool

  package init(
    model: URL?, store: URL? = nil, type: ToolCommand.StoreType? = nil, writes: Bool = true
  ) {
    self.model = model
    self.store = store
    self.type = type ?? store.flatMap(StoreFile.type) ?? .sqlite
    self.writes = writes
  }
}

/// A model, a coordinator with its store, and the contexts on it.
final class Stack {
  struct Entry {
    let name: String
    let context: NSManagedObjectContext
    /// The name of the parent context, nil for one on the coordinator.
    let parent: String?
  }

  let plan: StackPlan
  let model: NSManagedObjectModel
  let coordinator: NSPersistentStoreCoordinator
  /// The file in use; nil in memory.
  let storeURL: URL?
  private(set) var contexts: [Entry] = []
  /// What could not be read while a command ran.
  let failures = ReadFailures()
  /// Counts what the store and the contexts do.
  let meter = Meter()
  private(set) var currentIndex = 0
  /// Keeps the private copy or the temporary folder alive.
  private let place: StorePlace

  var current: Entry { contexts[currentIndex] }
  var isReadOnly: Bool { place.isCopy }
  /// Whether it was said that what is saved here does not last.
  var hasWarned = false

  /// Where the model comes from.
  let origin: ModelJSON.Origin

  init(
    _ plan: StackPlan, place: StorePlace, model: NSManagedObjectModel, origin: ModelJSON.Origin
  ) throws {
    self.plan = plan
    self.origin = origin
    self.place = place
    self.model = model
    storeURL = place.url
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: plan.type.persistentStoreType, configurationName: nil, at: place.url,
      options: Self.options(origin))
    let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    main.persistentStoreCoordinator = coordinator
    append("main", main, parent: nil)
  }

  /// A store's own model is taken as it is; an inferred one has none of the store's hashes.
  private static func options(_ origin: ModelJSON.Origin) -> [AnyHashable: Any] {
    switch origin {
    case .file: [:]
    case .cache: [StoresOwnModelOption: true]
    case .inferred: [StoresOwnModelOption: true, NSIgnorePersistentStoreVersioningOption: true]
    }
  }

  /// Adds a context, on the coordinator or below the current one, with an undo manager.
  func append(_ name: String, _ context: NSManagedObjectContext, parent: String?) {
    context.undoManager = UndoManager()
    context.name = name
    context.readFailureHandler = { [failures] what, cause in
      failures.first =
        failures.first ?? Problem("\(what) cannot be read: \(ErrorText.text(cause as NSError))")
    }
    context.faultHandler = { [meter] object, relationship in meter.note(object, relationship) }
    contexts.append(Entry(name: name, context: context, parent: parent))
  }

  func entry(named name: String) -> Entry? {
    contexts.first { $0.name == name }
  }

  /// Makes a context the current one; false when there is none of that name.
  func use(_ name: String) -> Bool {
    guard let index = contexts.firstIndex(where: { $0.name == name }) else { return false }
    currentIndex = index
    return true
  }

  /// Opens the same store again, as after a relaunch.
  func reopened() throws -> Stack {
    for entry in contexts { entry.context.reset() }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    return try Stack(plan, place: place, model: model, origin: origin)
  }

  /// Opens the same file with another model, to which it was migrated.
  func reopened(with model: NSManagedObjectModel, at url: URL) throws -> Stack {
    var plan = plan
    plan.model = url
    return try Stack(plan, place: place, model: model, origin: .file)
  }

  /// Closes the store.
  func close() {
    for entry in contexts { entry.context.reset() }
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }
}

/// The first value that could not be read.
final class ReadFailures {
  var first: Problem?

  func take() -> Problem? {
    defer { first = nil }
    return first
  }
}

/// The file a stack works on, and what must be kept or removed with it.
final class StorePlace {
  let url: URL?
  private let copy: PrivateCopy?
  private let temporaryFolder: URL?

  var isCopy: Bool { copy != nil }

  init(_ plan: StackPlan) throws {
    guard plan.type != .memory else {
      (url, copy, temporaryFolder) = (nil, nil, nil)
      return
    }
    guard let store = plan.store else {
      let folder = try TemporaryFolder.make()
      (copy, temporaryFolder) = (nil, folder)
      url = folder.appendingPathComponent("store." + plan.type.rawValue)
      return
    }
    temporaryFolder = nil
    if FileManager.default.fileExists(atPath: store.path), !plan.writes {
      let copy = try PrivateCopy(of: store)
      self.copy = copy
      url = copy.url
    } else {
      copy = nil
      url = store
    }
  }

  deinit {
    if let temporaryFolder { TemporaryFolder.remove(temporaryFolder) }
  }
}

extension ToolCommand.StoreType {
  var persistentStoreType: String {
    switch self {
    case .sqlite: NSSQLiteStoreType
    case .binary: NSBinaryStoreType
    case .xml: NSXMLStoreType
    case .memory: NSInMemoryStoreType
    }
  }
}
