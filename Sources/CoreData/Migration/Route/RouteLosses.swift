import Foundation
import ScratchFolders

/// What a store's file holds beside its objects' values and will not have at the end of a way.
package struct RouteLosses {
  private let store: URL
  private let type: String
  private let route: MigrationRoute

  /// - Parameters:
  ///   - store: the store; it is only read.
  ///   - type: its type. Only SQLite stores hold anything else.
  ///   - route: the way.
  package init(of store: URL, type: String, on route: MigrationRoute) {
    self.store = store
    self.type = type
    self.route = route
  }

  /// What is lost, each without a full stop: changes in the persistent history, and indexes, triggers,
  /// views and tables of the application's own that do not fit the new tables.
  ///
  /// - Throws: what reading the store throws.
  package func texts() throws -> [String] {
    guard type == NSSQLiteStoreType, !route.steps.isEmpty else { return [] }
    return try history() + items().map(\.text)
  }

  /// The way is gone with a copy that has no rows.
  private func items() throws -> [LostItem] {
    let folder = try TemporaryFolder.make("skeleton")
    defer { TemporaryFolder.remove(folder) }
    let copy = folder.appendingPathComponent("store.sqlite")
    try StoreSkeleton.make(of: store, at: copy)
    return try RouteMigration(StoreAddress(copy, type: type), route).run()
  }

  private func history() throws -> [String] {
    var lost: [String] = []
    // The entities with changes, by the names they have had so far and have by now.
    var names = try HistoryCount.changes(store).map { ($0.key, $0.key, $0.value) }
      .sorted { $0.0 < $1.0 }
    for step in route.steps {
      if step.mapping != nil {
        let total = names.reduce(0) { $0 + $1.2 }
        if total > 0 {
          lost.append(
            "the persistent history, \(Self.changes(total)): objects get other keys by a mapping model"
          )
        }
        return lost
      }
      let matching = ModelMatching(step.source.entities, step.destination.entities)
      names = names.compactMap { first, name, count in
        guard let entity = step.source.entitiesByName[name] else { return (first, name, count) }
        if let next = matching.destination(of: entity)?.name { return (first, next, count) }
        lost.append("the persistent history of \(first), \(Self.changes(count))")
        return nil
      }
    }
    return lost
  }

  private static func changes(_ count: Int) -> String {
    "\(count) change\(count == 1 ? "" : "s")"
  }
}
