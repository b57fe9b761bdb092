public import Foundation

/// A state of the stores that a context goes on reading while others save (NSQueryGeneration.h).
///
/// SQLite stores keep such states as long as somebody reads them, which is as long as a token that
/// stands for one is held.
///
/// Difference from Apple: a token cannot be archived; there, too, it means nothing to another
/// process.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
  /// The state that the stores have when a context first reads them.
  public static let current = NSQueryGenerationToken(nil)

  /// What reads the state; nil in the token of the current one.
  let readers: GenerationReaders?

  init(_ readers: GenerationReaders?) { self.readers = readers }

  /// The token itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override var description: String {
    readers == nil
      ? "<NSQueryGenerationToken: current>"
      : "<NSQueryGenerationToken: \(ObjectIdentifier(self).hashValue)>"
  }
}

/// Readers of one state of a coordinator's SQLite stores; stores of other types have only one state.
final class GenerationReaders: @unchecked Sendable {
  // @unchecked Sendable: used under the coordinator's lock.
  let coordinator: NSPersistentStoreCoordinator
  let engines: [Int16: any StoreEngine]

  /// Begins to read the present state.
  ///
  /// - Throws: if a store's journal does not allow reading while others write.
  init(_ coordinator: NSPersistentStoreCoordinator) throws {
    self.coordinator = coordinator
    engines = try coordinator.locked {
      var engines: [Int16: any StoreEngine] = [:]
      for store in coordinator.persistentStores {
        guard let engine = store.engine, let index = coordinator.index(of: store) else { continue }
        engines[index] = try engine.readerOfPresentState()
      }
      return engines
    }
  }

  deinit { for engine in engines.values { engine.close() } }
}

/// The stores in one state as the source of a context.
struct GenerationSource {
  let readers: GenerationReaders

  func reading<T>(_ body: (NSPersistentStoreCoordinator) throws -> T) rethrows -> T {
    try readers.coordinator.locked {
      let before = readers.coordinator.readers
      readers.coordinator.readers = readers.engines
      defer { readers.coordinator.readers = before }
      return try body(readers.coordinator)
    }
  }
}

/// Reads through a coordinator whose stores are in a former state.
final class PinnedSource: GraphSource {
  private let source: GenerationSource

  init(_ readers: GenerationReaders) { source = GenerationSource(readers: readers) }

  func fetchRows(_ plan: FetchPlan) throws -> [StoreRows] {
    try source.reading { try $0.fetchRows(plan) }
  }

  func fetchKeys(_ plan: FetchPlan) throws -> [StoreKeys] {
    try source.reading { try $0.fetchKeys(plan) }
  }

  func count(_ plan: FetchPlan) throws -> Int { try source.reading { try $0.count(plan) } }

  func fetchDictionaries(_ plan: FetchPlan) throws -> [ResultTable] {
    try source.reading { try $0.fetchDictionaries(plan) }
  }

  func row(_ layout: EntityLayout, pk: Int64, storeIndex: Int16) throws -> HeldRow? {
    try source.reading { try $0.row(layout, pk: pk, storeIndex: storeIndex) }
  }

  func related(
    _ property: PropertyLayout, of layout: EntityLayout, owners: [Int64], storeIndex: Int16
  ) throws -> RelatedRows {
    try source.reading {
      try $0.related(property, of: layout, owners: owners, storeIndex: storeIndex)
    }
  }
}
