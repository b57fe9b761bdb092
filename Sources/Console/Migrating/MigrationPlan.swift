import CoreData
import Foundation
import Inspector

/// A migration that was thought through but not done: a store, the version it is, the version it shall
/// be, and the way there.
struct MigrationPlan {
  /// What the migration shall do.
  struct Wish {
    let store: URL
    let type: ToolCommand.StoreType
    /// The model of the new version.
    let target: URL
    /// The mapping model to be used, if one is asked for.
    var mapping: URL?
    /// The store's model, where it is known from elsewhere, and what it is called.
    var current: MigrationRoute.Version?
  }

  let wish: Wish
  let current: MigrationRoute.Version
  let target: MigrationRoute.Version
  /// The way; nil if there is none.
  let route: MigrationRoute?
  /// What is to be read where there is no way: the two models side by side.
  let difference: MigrationOutline
  /// How many objects each entity of the store has, without those of its sub-entities.
  let counts: [String: Int]
  let metadata: [String: Any]
  /// What else is to be known of the way: versions that cannot be read, mapping models beside it.
  let notes: [String]
  /// What the store's file holds beside its objects and will not have at the end: changes in the history,
  /// and what the application has made in the file and will not fit.
  let fileLosses: [String]
  /// A copy of the store for counting and for the rehearsal.
  private let copy: PrivateCopy

  /// - Throws: for a store or model that cannot be read, or a mapping model of other versions.
  init(_ wish: Wish) throws(Problem) {
    self.wish = wish
    target = try MigrationVersions.target(wish.target)
    let type = wish.type.persistentStoreType
    do {
      copy = try PrivateCopy(of: wish.store)
    } catch {
      throw Self.unreadable(wish.store, error, copy: nil)
    }
    do {
      metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: type, at: copy.url)
    } catch {
      throw Self.unreadable(wish.store, error, copy: copy.url)
    }
    let versions = MigrationVersions(wish.target)
    guard let found = versions.current(of: metadata, wish, copy.url) else {
      throw Problem(
        "the model that wrote \(wish.store.path) is neither in the store nor among the versions of "
          + "\(wish.target.lastPathComponent); give it with --model"
          + versions.unreadable.map { "; " + $0 }.joined(), kind: .file)
    }
    current = found
    // The model that the store keeps has the names that wrote it, which hashes say nothing of.
    let own = MigrationVersions.own(of: metadata, wish, copy.url) ?? found.model
    difference = MigrationOutline(ModelDifference(from: own, to: target.model))
    (route, notes) = try versions.route(from: current, to: target, mapping: wish.mapping)
    do {
      counts = try StoreCounts.of(copy.url, type, found.model)
    } catch {
      throw Self.unreadable(wish.store, error, copy: copy.url)
    }
    fileLosses = Self.fileLosses(route, copy.url, wish)
  }

  private static func fileLosses(_ route: MigrationRoute?, _ copy: URL, _ wish: Wish) -> [String] {
    guard let route, route.steps.allSatisfy(\.outline.refusals.isEmpty) else { return [] }
    do {
      return try RouteLosses(of: copy, type: wish.type.persistentStoreType, on: route).texts()
    } catch {
      // What forbids the migration, the migration says; what forbids to look must not lose anything unsaid.
      let why = ErrorText.problem(error).message.replacingOccurrences(
        of: copy.path, with: wish.store.path)
      return ["perhaps what else is in the file, which cannot be looked at: \(why)"]
    }
  }

  private static func unreadable(_ store: URL, _ error: any Error, copy: URL?) -> Problem {
    var message = ErrorText.problem(error).message
    if let copy { message = message.replacingOccurrences(of: copy.path, with: store.path) }
    return Problem("cannot read \(store.path): \(message)", kind: .file)
  }

  /// Whether the store is of the wanted version already.
  var isDone: Bool { route?.steps.isEmpty == true }

  /// What is lost on the way.
  var losses: [String] {
    // Only the first step's numbers are known before.
    let steps = route?.steps.enumerated().flatMap { number, step in
      step.outline.losses(number == 0 ? counts : nil)
    }
    return (steps ?? []) + fileLosses
  }

  /// What stands in the way, apart from what only a rehearsal shows.
  var refusals: [String] {
    guard let route else { return difference.refusals }
    return route.steps.flatMap(\.outline.refusals)
  }

  /// Migrates the copy, step by step, and counts.
  func rehearse() throws(Problem) -> MigrationRehearsal {
    do {
      return try MigrationRehearsal(of: self, on: copy.url)
    } catch {
      var problem = ErrorText.problem(error)
      problem.message = problem.message.replacingOccurrences(
        of: copy.url.path, with: wish.store.path)
      throw problem
    }
  }

  /// Migrates the store.
  ///
  /// - Parameters:
  ///   - backup: where the old store is copied to first.
  ///   - progress: told how much is done, from 0 to 1.
  /// - Returns: what was lost of what the application had made in the file.
  @discardableResult
  func run(backup: URL?, progress: ((Double) -> Bool)?) throws(Problem) -> [LostItem] {
    guard let route else { return [] }
    var options: [AnyHashable: Any] = [:]
    if let backup { options[MigrationBackupOption] = backup }
    do {
      return try RouteMigration(
        StoreAddress(wish.store, type: wish.type.persistentStoreType, options: options), route,
        progress: progress
      ).run()
    } catch {
      throw ErrorText.problem(error)
    }
  }
}

/// Counts the objects of a store.
enum StoreCounts {
  /// How many objects each entity has, without those of its sub-entities.
  static func of(
    _ url: URL, _ type: String, _ model: NSManagedObjectModel
  ) throws -> [String: Int] {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: [StoresOwnModelOption: true])
    // Only a store of another coordinator cannot be removed.
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    var counts: [String: Int] = [:]
    for entity in model.entities where !entity.isAbstract {
      guard let name = entity.name else { continue }
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.includesSubentities = false
      counts[name] = try context.count(for: request)
    }
    return counts
  }
}
