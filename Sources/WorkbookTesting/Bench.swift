public import CoreData
internal import SQLiteDriver
internal import Workbook

/// A fresh store for a grader, made from a chapter's model, with a context to give to the exercise.
///
/// ```swift
/// let bench = try Bench("02-OrgChart/OrgChart")
/// let jane = bench.insert("Person", ["name": "Jane"])
/// try bench.save()
/// ```
public final class Bench {
  public let model: NSManagedObjectModel
  /// The context the exercise works in.
  public let context: NSManagedObjectContext
  /// The store's file.
  public let storeURL: URL
  public var coordinator: NSPersistentStoreCoordinator
  /// The folder that holds the store's file; it goes with the bench.
  public let folder: URL
  private let modelURL: URL

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - path: chapter and model, `02-OrgChart/OrgChart`.
  ///   - change: changes the model before it is used.
  /// - Throws: what reading the model or making the store throws.
  public convenience init(
    _ path: String, changing change: (NSManagedObjectModel) -> Void = { _ in }
  ) throws {
    let chapters = Self.root.appendingPathComponent("Chapters")
    try self.init(model: chapters.appendingPathComponent(path + ".xcdatamodeld"), change)
  }

  private init(model url: URL, _ change: (NSManagedObjectModel) -> Void) throws {
    guard let model = NSManagedObjectModel(contentsOf: url) else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    change(model)
    self.model = model
    modelURL = url
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corebook-grader-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    storeURL = folder.appendingPathComponent("Graded.sqlite")
    coordinator = try Self.open(model, storeURL)
    context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    CostMeter.watch(context)
  }

  deinit {
    // What stays open or in the temporary folder goes with the process.
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The folder that holds `Chapters`: `$COREBOOK_ROOT`, else the checkout this was built in.
  public static var root: URL {
    if let path = ProcessInfo.processInfo.environment["COREBOOK_ROOT"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func open(
    _ model: NSManagedObjectModel, _ url: URL
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    CostMeter.watch(coordinator)
    return coordinator
  }

  // MARK: - Filling

  /// Inserts an object with these values, by key-value coding.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  public func save() throws {
    try context.save()
  }

  // MARK: - Looking

  /// A context of the grader's own, on a stack of its own: it sees what is in the file and nothing
  /// else.
  public func fresh() throws -> NSManagedObjectContext {
    let own = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    own.persistentStoreCoordinator = try Self.open(try ownModel(), storeURL)
    return own
  }

  private func ownModel() throws -> NSManagedObjectModel {
    guard let model = NSManagedObjectModel(contentsOf: modelURL) else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: modelURL.path])
    }
    return model
  }

  /// Closes the store and changes its file behind everybody's back, as a crash or a bad tool might.
  ///
  /// - Parameter sql: statements.
  /// - Throws: what SQLite throws.
  public func damage(_ sql: String) throws {
    context.reset()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let connection = try SQLiteConnection(
      path: storeURL.path, options: SQLiteOpenOptions(mode: .readWrite))
    try connection.executeScript(sql)
  }

  /// The rows of a query on the store's file, each as `sqlite3` lists it: `1|Sue`.
  public func rows(_ sql: String) throws -> [String] {
    let connection = try SQLiteConnection(
      path: storeURL.path, options: SQLiteOpenOptions(mode: .readOnly))
    return try connection.rows(sql).map { row in
      row.map(RowText.text).joined(separator: "|")
    }
  }
}
